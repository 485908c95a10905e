import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { texts } from './data.ts'
import { byId } from './dom.ts'

/** The decline dialog: says that it is final, asks for a reason, and shows the server's page once it is done. */
export function wireDecline(): void {
  const dialog = byId<HTMLDialogElement>('decline')
  const reason = byId<HTMLTextAreaElement>('reason')
  const confirm = byId<HTMLButtonElement>('decline-confirm')
  const error = byId('decline-error')

  byId('open-decline').addEventListener('click', () => {
    error.textContent = ''
    dialog.showModal()
    reason.focus()
  })
  byId('decline-cancel').addEventListener('click', () => dialog.close())
  dialog.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    void decline()
  })

  async function decline(): Promise<void> {
    const label = confirm.textContent
    confirm.disabled = true
    confirm.textContent = texts.declining
    try {
      await call('POST', 'decline', { reason: reason.value })
      showNewState()
    } catch (caught) {
      if (isOver(caught)) return showNewState()
      if (!(caught instanceof Refusal || caught instanceof Unreachable)) throw caught
      error.textContent = texts.errors.failed
      confirm.disabled = false
      confirm.textContent = label
    }
  }
}
