import { all, byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, untilAnswered } from './calls.ts'

/** `text`: the reading view. The server also knows `none`, for programs that display nothing. */
export type DisplayedView = 'pages' | 'text' | 'download'

/**
 * What this device has displayed, and what the server knows of it: finishing waits until every page was displayed in
 * some view and that is recorded (decision 0047).
 */
export interface Displayed {
  /** These pages were displayed without error. */
  add(view: DisplayedView, pages: number[]): void
  /** These pages cannot be displayed. */
  fail(pages: number[]): void
  /** The document is opened again: what failed may succeed now. */
  startAgain(): void
  /** Whether what is missing cannot be waited for, as far as one knows now. */
  stall(isStalled: boolean): void
  /**
   * Resolves once every page was displayed and the server knows, or as soon as the rest cannot be displayed.
   * @returns the first page that cannot be displayed; null: everything was displayed
   */
  whole(onProgress: (done: number, count: number) => void): Promise<number | null>
}

/** Pages that are drawn one right after the other are reported together. */
const REPORT_AFTER_MS = 300

/** The numbers of all pages. */
export function allPages(): number[] {
  return all('.sheet').map((sheet) => Number(sheet.dataset.page))
}

export function createDisplayed(): Displayed {
  const pages = allPages()
  const shown = new Map<DisplayedView, Set<number>>()
  const unreported = new Map<DisplayedView, Set<number>>()
  const failed = new Set<number>()
  let isStalled = false
  let reporting: Promise<void> | null = null
  let waiting: (() => void)[] = []

  const missing = () => pages.filter((page) => ![...shown.values()].some((view) => view.has(page)))
  const wake = () => {
    const all = waiting
    waiting = []
    for (const resolve of all) resolve()
  }

  async function report(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, REPORT_AFTER_MS))
    for (const [view, pages] of unreported) {
      unreported.delete(view)
      try {
        await untilAnswered(() => call('POST', 'displayed', { view, pages: [...pages] }))
      } catch (error) {
        if (isOver(error)) return showNewState()
        if (!(error instanceof Refusal)) throw error
        // Finishing is refused without the record, and reports that.
        console.error(error)
      }
    }
  }

  function startReport(): void {
    reporting ??= report().finally(() => {
      reporting = null
      if (unreported.size > 0) startReport()
      else if (missing().length === 0) byId('pages').dataset.displayed = ''
      wake()
    })
  }

  return {
    add(view, pages) {
      const known = shown.get(view) ?? new Set()
      const fresh = pages.filter((page) => !known.has(page))
      shown.set(view, new Set([...known, ...fresh]))
      for (const page of pages) failed.delete(page)
      if (fresh.length === 0) return
      unreported.set(view, new Set([...(unreported.get(view) ?? []), ...fresh]))
      startReport()
      wake()
    },
    fail(pages) {
      for (const page of pages) failed.add(page)
      wake()
    },
    startAgain() {
      failed.clear()
    },
    stall(stalled) {
      isStalled = stalled
      wake()
    },
    async whole(onProgress) {
      for (;;) {
        const left = missing()
        if (left.length === 0 && !reporting) return null
        if (left.length > 0 && (isStalled || left.every((page) => failed.has(page)))) return left[0]!
        onProgress(pages.length - left.length, pages.length)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
  }
}
