import type { FieldValue } from '../../../domain/signing/values.ts'
import { call, isOver, Refusal, showNewState } from './calls.ts'
import { texts } from './data.ts'
import { byId } from './dom.ts'
import { untilAnswered } from './retry.ts'

/** Keeps what was filled in on the server as it is done, so that a reload or another device resumes. */
export interface Saver {
  put(id: string, value: FieldValue | null): void
  /** Waits for the save under way and hands over what is not saved yet: finishing carries it along. */
  takeUnsaved(): Promise<Record<string, FieldValue | null>>
}

/** @param onRefused told which field the server does not take, and why */
export function createSaver(onRefused: (fieldId: string, reason: string) => void): Saver {
  const unsaved = new Map<string, FieldValue | null>()
  let running: Promise<void> | null = null

  async function saveAll(): Promise<void> {
    while (unsaved.size > 0) {
      const batch = new Map(unsaved)
      const body = { values: Object.fromEntries(batch) }
      await untilAnswered(
        () => call('PUT', 'fields', body),
        () => say(navigator.onLine ? texts.errors.notSaved : texts.errors.offline),
      )
      // What changed meanwhile stays for the next round.
      for (const [id, value] of batch) if (unsaved.get(id) === value) unsaved.delete(id)
    }
    say(texts.saved)
  }

  function start(): void {
    running ??= saveAll()
      .catch((error: unknown) => {
        if (isOver(error)) return showNewState()
        if (!(error instanceof Refusal)) throw error
        const id = String(error.meta.field_id ?? '')
        unsaved.delete(id)
        onRefused(id, String(error.meta.reason ?? error.code))
      })
      .finally(() => {
        running = null
        if (unsaved.size > 0) start()
      })
  }

  return {
    put(id, value) {
      unsaved.set(id, value)
      start()
    },
    async takeUnsaved() {
      // A save that waits for the connection would hold up finishing; finishing reports the trouble itself.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 500))])
      return Object.fromEntries(unsaved)
    },
  }
}

/** One quiet line in the panel, read out when it changes. */
function say(text: string): void {
  byId('saving').textContent = text
}

/** Says at once when the connection goes and when it is back, not only at the next save. */
export function watchConnection(): void {
  addEventListener('offline', () => say(texts.errors.offline))
  addEventListener('online', () => say(texts.backOnline))
}
