import { fill } from '../../../domain/fill.ts'
import type { SmsStep } from '../../../domain/sms/step.ts'
import { plural } from '../../locales/format.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { data, texts } from './data.ts'

/** The step that confirms a phone: ask for a code, enter it. The server knows how it stands and says so each time. */
export interface SmsStepView {
  /** Puts the cursor where the signer goes on. */
  focus(): void
}

/** A new code is offered after this; the server allows four requests a minute. */
const RESEND_AFTER_MS = 30_000
const TICK_MS = 1_000
const t = texts.sms

export function createSmsStep(onVerified: () => void): SmsStepView {
  const form = byId<HTMLFormElement>('sms')
  const input = byId<HTMLInputElement>('sms-code')
  const send = byId<HTMLButtonElement>('sms-send')
  const confirm = byId<HTMLButtonElement>('sms-confirm')
  const error = byId('sms-error')
  const status = byId('sms-status')
  const wait = byId('sms-wait')
  const names = { sender: form.dataset.sender ?? '', phone: data.sms?.phoneMasked ?? '' }
  let step: SmsStep = data.sms!
  let toldAt = Date.now()
  let sendableAt = 0
  let busy = false

  /** The waits run on while nothing is asked. */
  const codeEndsInMs = () => Math.max(0, step.expiresInSeconds * 1000 - (Date.now() - toldAt))
  const isSent = () => step.sent && codeEndsInMs() > 0
  const isSpent = () => step.codesLeft === 0 && codeEndsInMs() > 0

  function learn(meta: object): void {
    step = { ...step, ...meta }
    toldAt = Date.now()
  }

  function render(): void {
    const sent = isSent()
    byId('sms-entry').hidden = !sent
    confirm.hidden = !sent
    const pause = Math.ceil((sendableAt - Date.now()) / 1000)
    send.hidden = step.locked || isSpent() || pause > 0
    send.textContent = sent ? t.resend : t.send
    send.className = sent ? 'quiet' : 'primary'
    send.disabled = busy
    confirm.disabled = busy
    wait.textContent = waitWords(pause)
    wait.hidden = wait.textContent === ''
  }

  /** Not read out each second: the button comes back when it is time. */
  function waitWords(pause: number): string {
    if (step.locked) return ''
    if (isSpent()) return fill(t.noneLeft, { wait: duration(codeEndsInMs()) })
    return pause > 0 ? fill(t.resendIn, { wait: duration(pause * 1000) }) : ''
  }

  function sentWords(): string {
    return fill(t.sent, { ...names, wait: duration(codeEndsInMs()) })
  }

  /** An announcement that says the same again would be read out again. */
  function say(words: { error?: string; status?: string }): void {
    if (error.textContent !== (words.error ?? '')) error.textContent = words.error ?? ''
    if (status.textContent !== (words.status ?? '')) status.textContent = words.status ?? ''
    if (words.error) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  /** Runs one call with both buttons at rest; what went wrong is said. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (busy) return
    busy = true
    render()
    try {
      await work()
    } catch (caught) {
      if (isOver(caught)) return showNewState()
      // Verified in another tab, or no code is asked for any more.
      if (caught instanceof Refusal && caught.code === 'sms_not_required') return onVerified()
      if (!(caught instanceof Refusal || caught instanceof Unreachable)) throw caught
      if (caught instanceof Refusal) learn(caught.meta)
      say({ error: explain(caught) })
    } finally {
      busy = false
      render()
    }
  }

  async function askForCode(): Promise<void> {
    say({ status: t.sending })
    await attempt(async () => {
      learn((await call('POST', 'sms/code', {})) as SmsStep)
      sendableAt = Date.now() + RESEND_AFTER_MS
      input.value = ''
      say({ status: sentWords() })
    })
    focus()
  }

  async function check(): Promise<void> {
    say({ status: t.checking })
    await attempt(async () => {
      await call('POST', 'sms/verify', { code: input.value })
      say({})
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
        return fill(t.locked, names)
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
    if (reason === 'blocked' && step.locked) return fill(t.locked, names)
    const words = Object.entries(t.failed).find(([name]) => name === reason)?.[1]
    return fill(words ?? t.failed.provider_error, names)
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
  if (step.locked) say({ error: fill(t.locked, names) })
  else if (isSent()) say({ status: sentWords() })
  render()
  setInterval(render, TICK_MS)
  return { focus }
}

/** Seconds up to a minute, then whole minutes. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60
    ? plural(data.locale, t.seconds, seconds)
    : plural(data.locale, t.minutes, Math.ceil(seconds / 60))
}
