import type { FieldValue } from '../../../domain/signing/values.ts'
import type { SavedFields } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'
import { firstBatch, type Values } from './batch.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { texts } from './data.ts'
import { FIRST_WAIT_MS, longerWait, type Pause, startPause } from './retry.ts'

/** Keeps what was filled in on the server as it is done, so that a reload or another device resumes. */
export interface Saver {
  put(id: string, value: FieldValue | null): void
  /**
   * Hands over what is not saved yet, for finishing to carry along; what is more than one call carries is saved first.
   * @throws Refusal and Unreachable, which finishing tells
   */
  takeUnsaved(): Promise<Record<string, FieldValue | null>>
}

/** A save that waits for the connection does not hold up finishing for longer; finishing reports the trouble itself. */
const FINISH_WAITS_MS = 500

export interface SaverEvents {
  /** The server does not take what stands in this field. */
  onRefused(fieldId: string): void
  /** The versions of what it took, by field id. */
  onSaved(versions: SavedFields['saved']): void
}

export function createSaver({ onRefused, onSaved }: SaverEvents): Saver {
  const unsaved: Values = new Map()
  /** Refused as they are: not sent again before they change, except by finishing, which is then told why. */
  const held = new Set<string>()
  let running: Promise<void> | null = null
  let sending: Promise<string | null> | null = null
  let pause: Pause | null = null
  let over = false

  const sendable = (): Values => new Map([...unsaved].filter(([id]) => !held.has(id)))

  /** One call at a time, so that no older value arrives after a newer one. */
  function send(): Promise<string | null> {
    sending ??= sendBatch(firstBatch(sendable())).finally(() => {
      sending = null
    })
    return sending
  }

  /** The field that the server refused, if it was one of them; null when all are saved. */
  async function sendBatch(batch: Values): Promise<string | null> {
    try {
      const { saved } = (await call('PUT', 'fields', { values: Object.fromEntries(batch) })) as SavedFields
      onSaved(saved)
    } catch (error) {
      if (isOver(error)) over = true
      const id = error instanceof Refusal ? error.meta.field_id : null
      if (typeof id !== 'string' || !batch.has(id)) throw error
      if (unsaved.get(id) === batch.get(id)) held.add(id)
      return id
    }
    // What changed meanwhile stays for the next round.
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

  /** Whatever goes wrong with a whole call is tried again after a growing wait, or when the signer changes something. */
  async function saveAll(): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (sendable().size > 0) {
      try {
        const refused = await send()
        if (refused !== null) onRefused(refused)
        wait = FIRST_WAIT_MS
      } catch (error) {
        if (over) return showNewState()
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
        say(navigator.onLine ? texts.errors.notSaved : texts.errors.offline)
        pause = startPause(wait)
        await pause.done
        wait = longerWait(wait)
      }
    }
    if (unsaved.size === 0) say(texts.saved)
  }

  return {
    put(id, value) {
      unsaved.set(id, value)
      held.delete(id)
      pause?.end()
      if (over) return
      running ??= keepSaving()
    },
    async takeUnsaved() {
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, FINISH_WAITS_MS))])
      while (firstBatch(sendable()).size < sendable().size) await send()
      return Object.fromEntries(unsaved)
    },
  }
}

/** One quiet line in the panel, read out when it changes. */
function say(text: string): void {
  const line = byId('saving')
  if (line.textContent !== text) line.textContent = text
}

/** Says at once when the connection goes and when it is back, not only at the next save. */
export function watchConnection(): void {
  addEventListener('offline', () => say(texts.errors.offline))
  addEventListener('online', () => say(texts.backOnline))
}
