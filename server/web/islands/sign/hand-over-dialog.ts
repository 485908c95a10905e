import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { texts } from './data.ts'

/**
 * The dialog of "This is not for me": tells the sender who should sign instead.
 * @param decline opens the second choice, which ends the request for everybody
 */
export function wireHandOver(decline: () => void): void {
  const dialog = byId<HTMLDialogElement>('hand-over')
  const form = byId<HTMLFormElement>('hand-over-form')
  const name = byId<HTMLInputElement>('hand-over-name')
  const email = byId<HTMLInputElement>('hand-over-email')
  const send = byId<HTMLButtonElement>('hand-over-send')
  const error = byId('hand-over-error')
  const sent = byId('hand-over-sent')

  byId('open-not-me').addEventListener('click', () => {
    form.hidden = false
    sent.hidden = true
    error.textContent = ''
    dialog.showModal()
    name.focus()
  })
  for (const id of ['hand-over-cancel', 'hand-over-close']) byId(id).addEventListener('click', () => dialog.close())
  byId('hand-over-decline').addEventListener('click', () => {
    dialog.close()
    decline()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void propose()
  })

  async function propose(): Promise<void> {
    error.textContent = ''
    const isNamed = name.value.trim() !== ''
    if (!isNamed || email.value.trim() === '' || !email.checkValidity()) return refuse(isNamed ? email : name)
    const label = send.textContent
    send.disabled = true
    send.textContent = texts.handOver.sending
    try {
      await call('POST', 'hand-over', { name: name.value, email: email.value })
      form.hidden = true
      sent.hidden = false
      sent.querySelector('p')!.focus()
    } catch (caught) {
      if (isOver(caught)) return showNewState()
      if (!(caught instanceof Refusal || caught instanceof Unreachable)) throw caught
      explain(caught)
    } finally {
      send.disabled = false
      send.textContent = label
    }
  }

  function explain(caught: Refusal | Unreachable): void {
    const code = caught instanceof Refusal ? caught.code : null
    if (code === 'invalid_request') refuse(email)
    else error.textContent = code === 'rate_limited' ? (dialog.dataset.tooMany ?? '') : texts.errors.failed
  }

  function refuse(input: HTMLInputElement): void {
    error.textContent = texts.handOver.invalid
    input.focus()
  }
}
