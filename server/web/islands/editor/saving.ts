import type { TemplateModel } from '../../../domain/templates/model.ts'
import type { EditorData, SaveAnswer, Theirs } from '../../dashboard/templates/editor/client-data.ts'
import { keep } from './kept.ts'

/** After the last change. */
const PAUSE_MS = 600
/** A browser sends no larger body for a page that is being left (Fetch, 4.6: 64 KiB for all of them together). */
const KEEPALIVE_BYTES = 60_000
const AGAIN_MS = 4_000

export interface ModelSaverEvents {
  /** A line for people; `isTold`: it is worth being read out. */
  onState(text: string, isTold: boolean): void
  onSaved(saved: SaveAnswer): void
  onConflict(theirs: Theirs): void
}

export interface ModelSaver {
  put(model: TemplateModel): void
  readonly isSaved: boolean
  /** Saves now what is not saved yet. @returns whether everything is saved */
  flush(): Promise<boolean>
}

/** Saves the draft after each change, one request at a time; keeps it in the browser where the server cannot be reached. */
export function createModelSaver(opened: EditorData, events: ModelSaverEvents): ModelSaver {
  const { base, id, workspaceId } = opened
  let { revision } = opened
  let unsaved: TemplateModel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let stopped = false
  let hasFailed = false

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), ms)
  }
  const fail = (text: string) => {
    hasFailed = true
    events.onState(text, true)
  }
  const bodyOf = (model: TemplateModel) => JSON.stringify({ revision, model, in_workspace: workspaceId })
  const end = (text: string) => {
    stopped = true
    fail(text)
  }

  async function send(): Promise<void> {
    if (stopped || !unsaved) return
    running ??= attempt(unsaved)
    await running
  }

  async function attempt(model: TemplateModel): Promise<void> {
    try {
      const response = await fetch(`${base}/draft`, request(bodyOf(model)))
      if (response.type === 'opaqueredirect') {
        if (await keep(id, { revision, model }))
          return end('You are signed out. Sign in in another tab, then reload; your changes are kept here.')
        fail('You are signed out. Leave this page open and sign in in another tab to save your changes.')
        return later(AGAIN_MS)
      }
      const answer = (await response.json()) as SaveAnswer & { code?: string; error?: string; theirs?: Theirs }
      if (response.ok) {
        revision = answer.revision
        if (unsaved === model) unsaved = null
        // Else there is more to save, and the line says so.
        if (!unsaved) {
          events.onState(`Saved ${new Date(answer.at).toLocaleTimeString('en-GB')}`, hasFailed)
          hasFailed = false
        }
        events.onSaved(answer)
        void keep(id, unsaved && { revision, model: unsaved })
      } else if (answer.theirs) {
        void keep(id, { revision, model })
        end('Not saved')
        events.onConflict(answer.theirs)
      } else if (response.status >= 500 || response.status === 429) {
        fail('Not saved yet: the server is busy. It is tried again.')
        later(AGAIN_MS)
      } else {
        // Still unsaved, and sent with the next change: the same would be refused again.
        void keep(id, { revision, model })
        fail(`Not saved: ${answer.error}`)
      }
    } catch {
      const where = (await keep(id, { revision, model }))
        ? 'Your changes are kept here and'
        : 'Leave this page open: your changes are'
      fail(`Offline. ${where} saved when the connection is back.`)
      later(AGAIN_MS)
    } finally {
      running = null
      if (unsaved && unsaved !== model && !stopped) later(PAUSE_MS)
    }
  }

  addEventListener('online', () => void send())
  addEventListener('visibilitychange', () => {
    if (!document.hidden || !unsaved || stopped) return
    void keep(id, { revision, model: unsaved })
    void send()
  })
  // It ends with the page: what follows, such as the lock, would be without the last change.
  addEventListener('beforeunload', (event) => {
    if (unsaved && !stopped && !fits(bodyOf(unsaved))) event.preventDefault()
  })

  return {
    put(model) {
      unsaved = model
      if (stopped) return void keep(id, { revision, model })
      events.onState('Saving …', false)
      later(PAUSE_MS)
    },
    get isSaved() {
      return unsaved === null
    },
    async flush() {
      await running
      await send()
      return unsaved === null
    },
  }
}

/** Whether it is sent also while the page is being left. */
const fits = (body: string) => new Blob([body]).size <= KEEPALIVE_BYTES

function request(body: string): RequestInit {
  return {
    method: 'PUT',
    body,
    keepalive: fits(body),
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json' },
  }
}
