import { fill } from '../../../domain/fill.ts'
import type { SmsStep } from '../../../domain/sms/step.ts'
import { SMS_CODE } from '../../../limits.ts'
import { plural } from '../../locales/format.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { data, texts } from './data.ts'

/** The step that verifies a phone: request a code, enter it. Every response of the server carries the step's state. */
export interface SmsStepView {
  /** Focuses the element that the signer uses next. */
  focus(): void
}

/** A new code is offered after this; the server allows four requests a minute. */
const RESEND_AFTER_MS = 30_000
const TICK_MS = 1_000
const PERHAPS_SENT = { sent: true, expiresInSeconds: SMS_CODE.livesMs / 1_000 }
/** When the page said what `data.sms` is. */
const loadedAt = Date.now()

export function createSmsStep(onVerified: () => void): SmsStepView {
  const form = byId<HTMLFormElement>('sms')
  const input = byId<HTMLInputElement>('sms-code')
  const send = byId<HTMLButtonElement>('sms-send')
  const confirm = byId<HTMLButtonElement>('sms-confirm')
  const error = byId('sms-error')
  const status = byId('sms-status')
  const wait = byId('sms-wait')
  const { texts: t } = data.sms!
  let { step } = data.sms!
  let receivedAt = loadedAt
  let sendableAt = 0
  let busy = false

  /** Computed locally: the waits continue between calls. */
  const codeEndsInMs = () => Math.max(0, step.expiresInSeconds * 1000 - (Date.now() - receivedAt))
  const isSent = () => step.sent && codeEndsInMs() > 0
  const isSpent = () => step.codesLeft === 0 && codeEndsInMs() > 0

  function updateStep(meta: object): void {
    step = { ...step, ...meta }
    // Not every refusal says how long.
    if ('expiresInSeconds' in meta) receivedAt = Date.now()
  }

  /** The sender may have changed the number. */
  const names = () => ({ sender: form.dataset.sender ?? '', phone: step.phoneMasked })

  function render(): void {
    const sent = isSent()
    form.querySelector('bdi')!.textContent = step.phoneMasked
    byId('sms-entry').hidden = !sent
    confirm.hidden = !sent
    const pause = Math.ceil((sendableAt - Date.now()) / 1000)
    send.hidden = step.locked || isSpent() || pause > 0
    send.textContent = sent ? t.resend : t.send
    send.className = sent ? 'quiet' : 'primary'
    send.disabled = busy
    confirm.disabled = busy
    wait.textContent = waitText(pause)
    wait.hidden = wait.textContent === ''
  }

  /** Not announced each second: the button reappears when the wait is over. */
  function waitText(pause: number): string {
    if (step.locked) return ''
    if (isSpent()) return fill(t.noneLeft, { wait: duration(codeEndsInMs()) })
    return pause > 0 ? fill(t.resendIn, { wait: duration(pause * 1000) }) : ''
  }

  function sentText(): string {
    return fill(t.sent, { ...names(), wait: duration(codeEndsInMs()) })
  }

  /** Setting the same text again would make screen readers announce it again. */
  function announce(messages: { error?: string; status?: string }): void {
    if (error.textContent !== (messages.error ?? '')) error.textContent = messages.error ?? ''
    if (status.textContent !== (messages.status ?? '')) status.textContent = messages.status ?? ''
    if (messages.error) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  /** Runs one call with both buttons disabled, and shows its error. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (busy) return
    busy = true
    render()
    try {
      await work()
    } catch (caught) {
      if (isOver(caught)) return showNewState()
      // Verified in another tab, or verification is no longer required.
      if (caught instanceof Refusal && caught.code === 'sms_not_required') return onVerified()
      if (!(caught instanceof Refusal || caught instanceof Unreachable)) throw caught
      if (caught instanceof Refusal) updateStep(caught.meta)
      announce({ error: explain(caught) })
    } finally {
      busy = false
      render()
    }
  }

  async function askForCode(): Promise<void> {
    announce({ status: t.sending })
    await attempt(async () => {
      const answer = call('POST', 'sms/code', {}).catch((lost: unknown) => {
        // It may be the answer that was lost, and the code arrive all the same.
        if (lost instanceof Unreachable && navigator.onLine) updateStep(PERHAPS_SENT)
        throw lost
      })
      updateStep((await answer) as SmsStep)
      sendableAt = Date.now() + RESEND_AFTER_MS
      input.value = ''
      announce({ status: sentText() })
    })
    focus()
  }

  async function check(): Promise<void> {
    announce({ status: t.checking })
    await attempt(async () => {
      await call('POST', 'sms/verify', { code: input.value })
      announce({})
      onVerified()
    })
    if (byId('sms-entry').isConnected) focus()
  }

  function explain(caught: Refusal | Unreachable): string {
    if (caught instanceof Unreachable) return navigator.onLine ? texts.errors.failed : t.offline
    switch (caught.code) {
      case 'sms_code_malformed':
        return t.malformed
      case 'sms_code_wrong':
        return isSent() ? plural(data.locale, t.wrong, step.triesLeft) : t.spent
      case 'sms_locked':
        return fill(t.locked, names())
      case 'rate_limited': {
        const ms = Number(caught.meta.retry_after_seconds) * 1000
        sendableAt = Date.now() + ms
        return t.throttled
      }
      case 'sms_failed':
        return failure(String(caught.meta.reason))
      default:
        return texts.errors.failed
    }
  }

  function failure(reason: string): string {
    if (reason === 'blocked' && step.locked) return fill(t.locked, names())
    const text = Object.entries(t.failed).find(([name]) => name === reason)?.[1]
    return fill(text ?? t.failed.provider_error, names())
  }

  /** Seconds up to a minute, then whole minutes. */
  function duration(ms: number): string {
    const seconds = Math.ceil(ms / 1000)
    return seconds < 60
      ? plural(data.locale, t.seconds, seconds)
      : plural(data.locale, t.minutes, Math.ceil(seconds / 60))
  }

  function focus(): void {
    if (!byId('sms-entry').hidden) {
      input.focus()
      input.select()
    } else if (!send.hidden) send.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check()
  })
  send.addEventListener('click', () => void askForCode())
  if (step.locked) announce({ error: fill(t.locked, names()) })
  else if (isSent()) announce({ status: sentText() })
  render()
  setInterval(render, TICK_MS)
  return { focus }
}
