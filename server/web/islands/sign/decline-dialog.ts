import { fill } from '../../../domain/fill.ts'
import { DECLINE } from '../../../limits.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { data, texts } from './data.ts'
import { isTooLong } from './entry.ts'

/**
 * The decline dialog: says that declining is final, asks for a reason, and loads the page of the new state afterwards.
 * @returns opens it with "not meant for me" filled in as the reason
 */
export function wireDecline(): () => void {
  const dialog = byId<HTMLDialogElement>('decline')
  const reason = byId<HTMLTextAreaElement>('reason')
  const confirm = byId<HTMLButtonElement>('decline-confirm')
  const error = byId('decline-error')

  const { title = '', help = '', notMeTitle = '', notMeHelp = '', notMeReason = '' } = dialog.dataset
  function open(words: { title: string; help: string; reason: string }): void {
    byId('decline-title').textContent = words.title
    byId('decline-help').textContent = words.help
    // Keep what the signer has already typed.
    if (reason.value === '' || reason.value === notMeReason) reason.value = words.reason
    clearError()
    dialog.showModal()
    reason.focus()
  }
  byId('open-decline').addEventListener('click', () => open({ title, help, reason: '' }))
  byId('decline-cancel').addEventListener('click', () => dialog.close())
  dialog.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    void decline()
  })

  reason.addEventListener('input', clearError)

  function clearError(): void {
    error.textContent = ''
    reason.removeAttribute('aria-invalid')
  }

  async function decline(): Promise<void> {
    // Rejected as a whole: a truncated reason might say the opposite.
    if (isTooLong(reason.value.trim(), DECLINE.maxCharacters)) {
      const max = new Intl.NumberFormat(data.locale).format(DECLINE.maxCharacters)
      error.textContent = fill(texts.errors.tooLong, { max })
      reason.setAttribute('aria-invalid', 'true')
      reason.focus()
      return
    }
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

  return () => open({ title: notMeTitle, help: notMeHelp, reason: notMeReason })
}
