import type { SignStatus } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'
import { showNewState } from './calls.ts'
import { data } from './data.ts'

/** Seldom: every call of the page learns of an end too, and who comes back to the page is told at once. */
const EVERY_MS = 60_000

/**
 * Tells the signer, while the page is open, that the document can no longer be completed because of another signer
 * (contract 3): nobody should fill in what leads nowhere without knowing it. What this request itself became meanwhile,
 * on another device or because the sender withdrew it, the page of that state tells.
 */
export function watchState(): void {
  setInterval(() => void look(), EVERY_MS)
  document.addEventListener('visibilitychange', () => void look())
  addEventListener('online', () => void look())
}

async function look(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const status = await ask()
  if (status && status.state !== 'open') return showNewState()
  const notice = byId('dead')
  const reason = status?.deadReason
  if (!reason || !notice.hidden) return
  notice.querySelector('p')!.textContent = notice.dataset[reason] ?? ''
  notice.hidden = false
}

/** Null while the server cannot be reached: the next look may find it. */
async function ask(): Promise<SignStatus | null> {
  try {
    const response = await fetch(`${data.base}/status`)
    return response.ok ? ((await response.json()) as SignStatus) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
