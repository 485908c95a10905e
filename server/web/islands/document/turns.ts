/** Scrolling faster than this, in window heights a second, is on its way to somewhere else. */
const FAST_HEIGHTS_PER_SECOND = 3
const LOOK_AGAIN_MS = 100

export interface SheetTurns {
  want(sheet: HTMLElement): void
  unwant(sheet: HTMLElement): void
}

/**
 * Draws the wanted pages one after the other, the one closest to the middle of the window first, and none while the
 * reader scrolls past: drawing all pages at once, as they come by, would cost the frames that scrolling needs.
 */
export function takeTurns(draw: (sheet: HTMLElement) => Promise<void>): SheetTurns {
  const wanted = new Set<HTMLElement>()
  let running = false

  async function run(): Promise<void> {
    running = true
    for (;;) {
      await untilSlow()
      const [next] = [...wanted].sort((a, b) => distance(a) - distance(b))
      if (!next) break
      wanted.delete(next)
      await draw(next)
    }
    running = false
  }

  return {
    want(sheet) {
      wanted.add(sheet)
      if (!running) void run()
    },
    unwant: (sheet) => void wanted.delete(sheet),
  }
}

/** From the middle of the window, in pixels. */
function distance(sheet: HTMLElement): number {
  const { top, bottom } = sheet.getBoundingClientRect()
  const middle = innerHeight / 2
  return Math.max(0, top - middle, middle - bottom)
}

async function untilSlow(): Promise<void> {
  for (let before = scrollY; ; before = scrollY) {
    // Nothing has moved since the last event of a scroll: the common case costs no wait.
    if (performance.now() - lastScroll > LOOK_AGAIN_MS) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    const heightsPerSecond = (Math.abs(scrollY - before) / innerHeight) * (1000 / LOOK_AGAIN_MS)
    if (heightsPerSecond < FAST_HEIGHTS_PER_SECOND) return
  }
}

let lastScroll = Number.NEGATIVE_INFINITY
addEventListener('scroll', () => (lastScroll = performance.now()), { passive: true })
