import type { FieldValue } from '../../../domain/signing/values.ts'
import type { SavedFields } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'
import { FIRST_WAIT_MS, longerWait, type Pause, startPause } from '../pause.ts'
import { call, isOver, Refusal, showNewState, sizeOfText, Unreachable } from './calls.ts'
import { texts } from './data.ts'

/** Saves values on the server as they are filled in, so that signing can resume after a reload or on another device. */
export interface Saver {
  put(id: string, value: FieldValue | null): void
  /**
   * Returns the unsaved values, for the finishing call to send; values that exceed one call are saved first.
   * @throws Refusal and Unreachable, which finishing reports
   */
  takeUnsaved(): Promise<Record<string, FieldValue | null>>
  /**
   * Resolves once everything is saved, or after some seconds. A page that is loaded anew before would show the fields as
   * they were.
   */
  settle(): Promise<void>
}

/** Finishing waits at most this long for a save that waits for the connection; it reports a failure itself. */
const FINISH_WAITS_MS = 500
/** Loading the page anew waits at most this long. */
const RELOAD_WAITS_MS = 10_000

interface Refused {
  id: string
  refusal: Refusal
}

export interface SaverEvents {
  /** The server rejected the value of this field. */
  onRefused(fieldId: string, refusal: Refusal): void
  /**
   * The versions of the saved values and what is wrong with rows, by field id.
   * @param isLatest whether the value that was saved is the one that the field has now
   */
  onSaved(saved: SavedFields, isLatest: (fieldId: string) => boolean): void
}

export function createSaver({ onRefused, onSaved }: SaverEvents): Saver {
  const unsaved: Values = new Map()
  /** Rejected values: not sent again until they change, except by finishing, which then gets the reason. */
  const held = new Set<string>()
  let running: Promise<void> | null = null
  let sending: Promise<Refused | null> | null = null
  /** What the call in flight contains. */
  let inFlight: Values = new Map()
  let pause: Pause | null = null
  let over = false

  const sendable = (): Values => new Map([...unsaved].filter(([id]) => !held.has(id)))

  /** One call at a time, so that an older value never arrives after a newer one. */
  function send(): Promise<Refused | null> {
    if (sending === null) {
      inFlight = firstBatch(sendable())
      sending = sendBatch(inFlight).finally(() => {
        sending = null
        inFlight = new Map()
      })
    }
    return sending
  }

  /**
   * The page may be closed without a further event: what is not on its way goes out beside the call in flight. The loop
   * sends it once more if the page stays, so that its result is not needed.
   */
  function sendBeforeLeaving(): void {
    if (over) return
    const waiting: Values = new Map([...sendable()].filter(([id, value]) => inFlight.get(id) !== value))
    if (waiting.size === 0) return
    call('PUT', 'fields', { values: Object.fromEntries(firstBatch(waiting)) }).catch((error: unknown) => {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
    })
  }

  /** The field that the server rejected, if it is in this batch; null when all are saved. */
  async function sendBatch(batch: Values): Promise<Refused | null> {
    try {
      const saved = (await call('PUT', 'fields', { values: Object.fromEntries(batch) })) as SavedFields
      onSaved(saved, (id) => unsaved.get(id) === batch.get(id))
    } catch (error) {
      if (isOver(error)) over = true
      if (!(error instanceof Refusal)) throw error
      const id = error.meta.field_id
      if (typeof id !== 'string' || !batch.has(id)) throw error
      if (unsaved.get(id) === batch.get(id)) held.add(id)
      return { id, refusal: error }
    }
    // Values that changed meanwhile are sent in the next batch.
    for (const [id, value] of batch) if (unsaved.get(id) === value) unsaved.delete(id)
    return null
  }

  async function keepSaving(): Promise<void> {
    try {
      await saveAll()
    } finally {
      running = null
    }
  }

  /** A call that fails as a whole is retried after a growing wait, or when the signer changes something. */
  async function saveAll(): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (sendable().size > 0) {
      try {
        const refused = await send()
        if (refused !== null) onRefused(refused.id, refused.refusal)
        wait = FIRST_WAIT_MS
      } catch (error) {
        if (over) return showNewState()
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
        showStatus(navigator.onLine ? texts.errors.notSaved : texts.errors.offline)
        pause = startPause(wait)
        await pause.done
        wait = longerWait(wait)
      }
    }
    if (unsaved.size === 0) showStatus(texts.saved)
  }

  /** Waits for the saves that are running, up to a limit. */
  async function within(limitMs: number): Promise<void> {
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, limitMs))])
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendBeforeLeaving()
  })

  return {
    put(id, value) {
      unsaved.set(id, value)
      held.delete(id)
      pause?.end()
      if (over) return
      running ??= keepSaving()
    },
    async takeUnsaved() {
      await within(FINISH_WAITS_MS)
      while (firstBatch(sendable()).size < sendable().size) await send()
      return Object.fromEntries(unsaved)
    },
    settle: () => within(RELOAD_WAITS_MS),
  }
}

/** One status line in the panel, announced by screen readers when it changes. */
export function showStatus(text: string): void {
  const line = byId('saving')
  line.classList.toggle('warn', text === texts.errors.offline || text === texts.errors.notSaved)
  if (line.textContent !== text) line.textContent = text
}

/** In the status line alone, so that it is said once, whatever the signer presses meanwhile. */
export function showOffline(): void {
  showStatus(texts.errors.offline)
}

/** Shows at once when the connection is lost and when it is back, not only at the next save. */
export function watchConnection(): void {
  addEventListener('offline', showOffline)
  addEventListener('online', () => showStatus(texts.backOnline))
}

export type Values = Map<string, FieldValue | null>

/** Below the megabyte that a reverse proxy commonly allows, and well below our server's limit. */
const BATCH_MAX_BYTES = 512 * 1024

/** As many values as fit into one call, in order; at least one, if there are any. */
function firstBatch(values: Values): Values {
  const batch: Values = new Map()
  let bytes = 0
  for (const [id, value] of values) {
    bytes += sizeOfText(JSON.stringify({ [id]: value }))
    if (batch.size > 0 && bytes > BATCH_MAX_BYTES) break
    batch.set(id, value)
  }
  return batch
}
