import type { SignStatus } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'
import { showNewState } from './calls.ts'
import { data } from './data.ts'

/** Infrequent: every call of the page also notices a change, and the page checks when it becomes visible again. */
const EVERY_MS = 60_000

/**
 * Informs the signer, while the page is open, that the document can no longer be completed because of another signer
 * (contract 3), so that nobody fills it in for nothing. When the request itself has changed, on another device or
 * because the sender withdrew it, the page of its new state is loaded.
 */
export function watchState(): void {
  setInterval(() => void check(), EVERY_MS)
  document.addEventListener('visibilitychange', () => void check())
  addEventListener('online', () => void check())
}

async function check(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const status = await fetchStatus()
  if (status && status.state !== 'open') return showNewState()
  const notice = byId('dead')
  const reason = status?.deadReason
  if (!reason || !notice.hidden) return
  notice.querySelector('p')!.textContent = notice.dataset[reason] ?? ''
  notice.hidden = false
}

/** Null while the server cannot be reached: the next check may reach it. */
async function fetchStatus(): Promise<SignStatus | null> {
  try {
    const response = await fetch(`${data.base}/status`)
    return response.ok ? ((await response.json()) as SignStatus) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
