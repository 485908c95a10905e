import type { Download, Locator, Page } from 'playwright-core'

/** What can be pressed, by its role and the name that a screen reader says. */
export type Pressable = [role: 'button' | 'link' | 'radio' | 'checkbox' | 'tab', name: string | RegExp]

export interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Somebody in front of a page, who uses a pointer, or a keyboard alone. */
export interface Hand {
  press(...what: Pressable): Promise<void>
  /** Replaces what the input holds. */
  fill(label: string, text: string): Promise<void>
  /** Chooses the option of a select by its text. */
  choose(label: string, option: string): Promise<void>
  upload(label: string, file: Upload): Promise<void>
  download(...what: Pressable): Promise<Download>
}

const pressable = (page: Page, [role, name]: Pressable): Locator =>
  page.getByRole(role, { name, exact: typeof name === 'string' })
const labelled = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** A mouse; on a phone, a finger. */
export function pointer(page: Page, { phone = false } = {}): Hand {
  const hit = (at: Locator) => (phone ? at.tap() : at.click())
  return {
    press: (...what) => hit(pressable(page, what)),
    fill: (label, text) => labelled(page, label).fill(text),
    choose: async (label, option) => void (await labelled(page, label).selectOption({ label: option })),
    upload: (label, file) => labelled(page, label).setInputFiles(file),
    async download(...what) {
      const [download] = await Promise.all([page.waitForEvent('download'), hit(pressable(page, what))])
      return download
    },
  }
}

/** More stops than any page here has: what is not reached until then cannot be reached. */
const MOST_STOPS = 300
const MOST_OPTIONS = 60

/**
 * No pointer at all: Tab until the focus is where it has to be, then Enter, Space or arrows. Every stop on the way must
 * be seen: inside the window, covered by nothing, and marked (WCAG 2.4.7 and 2.4.11).
 * @throws what is wrong with a stop
 */
export function keyboard(page: Page): Hand {
  const { keyboard: keys } = page
  // The browser hands over its file dialogs once somebody listens, which it may learn later than the key that opens one.
  page.on('filechooser', () => undefined)

  async function reach(target: Locator): Promise<void> {
    await target.waitFor()
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keys.press('Tab')
      const flaw = await page.evaluate(flawOfFocus)
      if (flaw) throw new Error(`${page.url()}: ${flaw}`)
    }
    throw new Error(`${page.url()}: ${target} is not reached by Tab`)
  }

  async function press(...what: Pressable): Promise<void> {
    const [role] = what
    const target = pressable(page, what)
    if (role === 'radio' || role === 'tab') return rove(role, target)
    await reach(target)
    await keys.press(role === 'checkbox' ? 'Space' : 'Enter')
  }

  /** A group has one stop; arrows lead through it, and choose. */
  async function rove(role: 'radio' | 'tab', target: Locator): Promise<void> {
    await target.waitFor()
    const group = page.getByRole(role === 'tab' ? 'tablist' : 'group').filter({ has: target })
    await reach(group.getByRole(role, role === 'tab' ? { selected: true } : { checked: true }))
    for (let step = 0; step < MOST_OPTIONS; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keys.press('ArrowRight')
    }
    throw new Error(`${page.url()}: ${target} is not reached by arrows`)
  }

  return {
    press,
    async fill(label, text) {
      await reach(labelled(page, label))
      await keys.press('Control+a')
      await keys.type(text)
    },
    async choose(label, option) {
      const select = labelled(page, label)
      await reach(select)
      await keys.press('Home')
      for (let step = 0; step < MOST_OPTIONS; step++) {
        const chosen = await select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text)
        if (chosen === option) return
        await keys.press('ArrowDown')
      }
      throw new Error(`${page.url()}: ${label} has no option ${option}`)
    },
    async upload(label, file) {
      await reach(labelled(page, label))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys.press('Enter')])
      await chooser.setFiles(file)
    },
    async download(...what) {
      const [download] = await Promise.all([page.waitForEvent('download'), press(...what)])
      return download
    },
  }
}

/** Runs in the page: what keeps a reader from seeing where the focus is; null: nothing. */
function flawOfFocus(): string | null {
  const focused = document.activeElement
  // Beyond the last stop: the browser's own bars. A frame shows the focus in itself.
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return null
  const name = `${focused.tagName} ${focused.id} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`
  // A link over two lines has two boxes, with room between them that is not its own.
  const boxes = [...focused.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  if (boxes.length === 0) return `${name} has the focus and no place`
  const middles = boxes.map(({ left, right, top, bottom }) => ({
    x: (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    y: (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  }))
  const seen = middles.filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
  if (seen.length === 0) return `${name} has the focus outside the window`
  const label = (focused as HTMLInputElement).labels?.[0]
  const isOnTop = ({ x, y }: { x: number; y: number }) => {
    const there = document.elementFromPoint(x, y)
    return there !== null && (focused.contains(there) || there.contains(focused) || label?.contains(there))
  }
  if (!seen.some(isOnTop)) return `${name} has the focus and is covered`
  const marked = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  if (!marked(focused) && !(label && marked(label))) return `${name} has the focus and does not show it`
  return null
}
