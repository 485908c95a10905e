import { qrCode } from '../../qr-code.ts'
import { byId } from '../dom.ts'

/** The dialog with the link of this page: for a phone's camera, and to copy. Nothing of it leaves this page. */
export function openPhoneDialog(): void {
  const address = location.href.split('#')[0]!
  const link = byId<HTMLInputElement>('phone-link')
  link.value = address
  link.onfocus = () => link.select()
  draw(byId('phone-code') as Element as SVGElement, address)
  const copy = byId('phone-copy')
  const { copied = '' } = copy.dataset
  copy.textContent = copy.dataset.copy ??= copy.textContent ?? ''
  copy.hidden = !navigator.clipboard
  copy.onclick = async () => {
    await navigator.clipboard.writeText(address)
    copy.textContent = copied
  }
  byId<HTMLDialogElement>('phone').showModal()
}

/** Black on white in the dark form, too: not every camera reads the reverse. */
function draw(code: SVGElement, text: string): void {
  const { size, path: dark } = qrCode(text)
  const path = document.createElementNS(code.namespaceURI, 'path')
  path.setAttribute('d', dark)
  code.setAttribute('viewBox', `0 0 ${size} ${size}`)
  code.setAttribute('shape-rendering', 'crispEdges')
  code.replaceChildren(path)
  code.removeAttribute('hidden')
}
