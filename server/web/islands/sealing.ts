import type { SignStatus } from '../signing/client-data.ts'
import { tellTrouble } from './host.ts'

/** Waits on the finished page until the seal is made, then shows the download without a reload. */

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000
/** After this the page says that it takes longer than usual, and goes on asking. */
const LATE_AFTER_MS = 60_000

const sealing = document.getElementById('sealing')
if (sealing) void wait(sealing)

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

/** False also while the server cannot be reached: the next question may find it. */
async function isSealed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    if (!response.ok) return false
    const { sealed, sealError } = (await response.json()) as SignStatus
    if (sealError) tellTrouble(sealError)
    return sealed
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
