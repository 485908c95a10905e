import type { DraftAnswer } from '../../dashboard/drafts/client-data.ts'
import { all, byId } from '../dom.ts'

/** After the last change. */
const PAUSE_MS = 600
const AGAIN_MS = 4_000
const STALE = new Set(['values_changed', 'invalid_state', 'not_found', 'not_permitted'])

export interface DraftSaver {
  /** Saves now what is not saved yet. @returns whether everything is saved */
  flush(): Promise<boolean>
}

/**
 * Saves the forms of a draft while they are filled in, one request at a time: each save is of the revision that the one
 * before has made. What another tab has saved is never overwritten.
 */
export function saveWhileTyped(forms: readonly HTMLFormElement[]): DraftSaver {
  const unsaved = new Set<HTMLFormElement>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let stopped = false
  const tabs = new BroadcastChannel(`draft ${location.pathname.split('/')[3]}`)

  for (const form of forms) {
    for (const type of ['input', 'change'])
      form.addEventListener(type, () => {
        unsaved.add(form)
        if (stopped) return
        say('Saving …')
        later(PAUSE_MS)
      })
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => (running = null))
    await running
    return unsaved.size === 0
  }

  async function saveAll(): Promise<void> {
    for (const form of unsaved) {
      if (stopped) return
      unsaved.delete(form)
      if (await save(form)) continue
      unsaved.add(form)
      return
    }
    say(`Saved ${new Date().toLocaleTimeString('en-GB')}`)
  }

  async function save(form: HTMLFormElement): Promise<boolean> {
    try {
      const body = new URLSearchParams([...new FormData(form)] as [string, string][])
      const response = await fetch(form.action, {
        method: 'PUT',
        body,
        headers: { Accept: 'application/json' },
        redirect: 'manual',
        // A browser sends no larger body for a page that is being left.
        keepalive: String(body).length < 60_000,
      })
      if (response.type === 'opaqueredirect') {
        say('You are signed out. Leave this page open and sign in in another tab to save your changes.')
      } else if (response.ok) {
        show((await response.json()) as DraftAnswer)
        return true
      } else {
        const { code, error } = (await response.json()) as { code: string; error: string }
        if (STALE.has(code)) {
          end()
          return false
        }
        if (response.status < 500 && response.status !== 429) {
          say(`Not saved: ${error}`)
          return false
        }
        say('Not saved yet: the server is busy. It is tried again.')
      }
    } catch {
      say('Offline. Leave this page open: what you have typed is saved when the connection is back.')
    }
    later(AGAIN_MS)
    return false
  }

  function show({ revision, was, people }: DraftAnswer): void {
    for (const input of all<HTMLInputElement>('input[name="revision"]')) input.value = String(revision)
    if (was !== null) for (const input of all<HTMLInputElement>('input[name="was"]')) input.value = was
    tabs.postMessage(revision)
    for (const { id, name, chips } of people) {
      for (const option of all<HTMLOptionElement>('#placing option')) if (option.value === id) option.text = name
      const shown = document.querySelector(`[data-person="${id}"] .chips`)
      if (shown && chips !== '') shown.textContent = chips
    }
    document.dispatchEvent(new Event('people-named'))
  }

  /** Somebody else has changed it: nothing of theirs is overwritten, and nothing typed here is thrown away. */
  function end(): void {
    stopped = true
    const again = Object.assign(document.createElement('a'), {
      href: location.href,
      textContent: 'Show the latest',
      className: 'text',
      // What was typed here is given up knowingly.
      onclick: () => unsaved.clear(),
    })
    byId('saved').replaceChildren('This was changed in another tab, or by somebody else. ', again)
  }
  tabs.onmessage = () => end()

  addEventListener('online', () => void flush())
  addEventListener('visibilitychange', () => {
    if (document.hidden && unsaved.size > 0) void flush()
  })
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault()
  })

  // What follows sees what was typed: another form, or a link.
  let passed: EventTarget | null = null
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (passed === form || stopped || (unsaved.size === 0 && !running)) {
        unsaved.delete(form)
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      const { submitter } = event
      void flush().then(() => {
        passed = form
        form.requestSubmit(submitter)
        passed = null
      })
    },
    true,
  )
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || opensElsewhere || link.hash !== '' || stopped || unsaved.size === 0) return
    event.preventDefault()
    void flush().then(() => location.assign(link.href))
  })

  return { flush }
}

function say(text: string): void {
  byId('saved').textContent = text
}
