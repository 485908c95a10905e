import type { SignStatus } from '../signing/client-data.ts'
import { reportError } from './host.ts'
import './menus.ts'
import { started } from './dom.ts'
import './times.ts'

/**
 * What the signer waits for after signing: the page shows the other signers' progress, and the download once the
 * document is sealed.
 */

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000
/** After this the page says that it takes longer than usual, and keeps polling. */
const LATE_AFTER_MS = 60_000
/** Between two polls for the other signers; people take longer than seals. */
const FIRST_POLL_MS = 10_000
const LONGEST_POLL_MS = 120_000

const sealing = document.getElementById('sealing')
if (sealing) void wait(sealing)
const waiting = document.getElementById('waiting')
if (waiting) watchOthers(waiting)
started()

/** A hidden page does not poll; it polls at once when it becomes visible again. */
function watchOthers({ dataset: { status = '', remaining } }: HTMLElement): void {
  async function poll(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    const now = await fetchStatus(status)
    if (now && (now.deadReason !== null || now.remaining !== Number(remaining))) location.reload()
  }
  function schedule(pause: number): void {
    setTimeout(() => void poll().finally(() => schedule(Math.min(pause * 1.5, LONGEST_POLL_MS))), pause)
  }
  document.addEventListener('visibilitychange', () => void poll())
  schedule(FIRST_POLL_MS)
}

async function wait(sealing: HTMLElement): Promise<void> {
  const { status = '', ready = '', title = '', late = '' } = sealing.dataset
  const text = document.getElementById('sealing-text')!
  const started = Date.now()
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 1.5, LONGEST_WAIT_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (await isSealed(status)) break
    if (Date.now() - started > LATE_AFTER_MS) text.textContent = late
  }
  document.title = title
  document.querySelector('h1')!.textContent = title
  for (const element of sealing.querySelectorAll('p:not(.working), .spinner')) element.remove()
  text.textContent = ready
  document.getElementById('sealed')!.hidden = false
}

async function isSealed(url: string): Promise<boolean> {
  const status = await fetchStatus(url)
  if (status?.abandoned) location.reload()
  if (status?.sealError) reportError(status.sealError)
  return status?.sealed ?? false
}

/** Null while the server cannot be reached: the next poll may reach it. */
async function fetchStatus(url: string): Promise<SignStatus | null> {
  try {
    const response = await fetch(url)
    return response.ok ? ((await response.json()) as SignStatus) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
