import type { SignStatus } from '../signing/client-data.ts'
import { tellTrouble } from './host.ts'

/**
 * What the signer waits for after signing: the page shows how far the others are as they sign, and the download once
 * the seal is made.
 */

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000
/** After this the page says that it takes longer than usual, and goes on asking. */
const LATE_AFTER_MS = 60_000
/** Between two looks at what the others do; people take longer than seals. */
const FIRST_LOOK_MS = 10_000
const LONGEST_LOOK_MS = 120_000

const sealing = document.getElementById('sealing')
if (sealing) void wait(sealing)
const waiting = document.getElementById('waiting')
if (waiting) watchOthers(waiting)

/** A page that nobody looks at asks nothing; who comes back to it is shown the newest at once. */
function watchOthers({ dataset: { status = '', remaining } }: HTMLElement): void {
  async function look(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    const now = await ask(status)
    if (now && (now.deadReason !== null || now.remaining !== Number(remaining))) location.reload()
  }
  function again(pause: number): void {
    setTimeout(() => void look().finally(() => again(Math.min(pause * 1.5, LONGEST_LOOK_MS))), pause)
  }
  document.addEventListener('visibilitychange', () => void look())
  again(FIRST_LOOK_MS)
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
  const status = await ask(url)
  if (status?.sealError) tellTrouble(status.sealError)
  return status?.sealed ?? false
}

/** Null while the server cannot be reached: the next question may find it. */
async function ask(url: string): Promise<SignStatus | null> {
  try {
    const response = await fetch(url)
    return response.ok ? ((await response.json()) as SignStatus) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
