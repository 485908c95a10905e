import { encode } from 'uqr'
import { byId } from '../dom.ts'

/** The white frame that readers of such codes need, in modules. */
const QUIET_MODULES = 4

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
  const { data, size } = encode(text, { border: QUIET_MODULES })
  const path = document.createElementNS(code.namespaceURI, 'path')
  path.setAttribute('d', data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''))
  code.setAttribute('viewBox', `0 0 ${size} ${size}`)
  code.setAttribute('shape-rendering', 'crispEdges')
  code.replaceChildren(path)
  code.removeAttribute('hidden')
}
