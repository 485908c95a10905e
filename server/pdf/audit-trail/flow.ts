import { type FontLibrary, type FontSet, num, type TextStyle } from '../fonts/index.ts'
import type { Direction } from '../line-break.ts'
import { alignedX, fitLine, wrapText } from '../text.ts'

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 }
export const MARGIN = { side: 45, top: 56, bottom: 47 }
export const WIDTH = PAGE.width - 2 * MARGIN.side

/** No text is set smaller, in points. */
const SMALLEST = 7
/** Of the running text, in points, and from baseline to baseline. */
export const SIZE = 7.4
export const LEADING = 9
/** From the top of a line to its baseline. */
export const ASCENT = 7

export const TEXT = '0.08 0.09 0.12'
export const MUTED = '0.40 0.43 0.49'
export const RULE = '0.86 0.87 0.90'
export const ACCENT = '0.05 0.11 0.35'

export interface TextOptions {
  x: number
  width: number
  size: number
  style: TextStyle
  color: string
  /** Against the right edge of `width`. */
  right?: boolean
}

export type Lines = ReturnType<Flow['wrap']>

/** Pages being filled from the top; `y` is measured downwards from the top edge, in points. */
export class Flow {
  readonly pages: string[][] = []
  y = 0
  readonly library: FontLibrary
  readonly fonts: FontSet

  constructor(library: FontLibrary, fonts: FontSet) {
    this.library = library
    this.fonts = fonts
    this.newPage()
  }

  newPage() {
    this.pages.push([])
    this.y = MARGIN.top
  }

  /** Whether this much still fits on the page. */
  fits(height: number): boolean {
    return this.y + height <= PAGE.height - MARGIN.bottom
  }

  /**
   * Starts a new page unless this much still fits; true when it started one. What is higher than a page begins where it
   * is, if at least `start` of it fits.
   */
  need(height: number, start = height): boolean {
    const page = PAGE.height - MARGIN.bottom - MARGIN.top
    if (this.fits(height > page ? Math.min(start, page) : height)) return false
    this.newPage()
    return true
  }

  /** One line, shrunk or cut to fit, with its baseline at `y`; returns where it starts. */
  line(text: string, y: number, options: TextOptions, page = this.pages.length - 1): number {
    const { width, size, style, color } = options
    const { line, size: fitted, full } = fitLine(this.library, text, { style, width, size, minSize: SMALLEST }, 'ltr')
    const x = options.x + (options.right ? width - line.width * fitted : 0)
    const shown = this.fonts.show(line, x, PAGE.height - y, fitted, { actualText: full })
    this.pages[page]!.push(`${color} rg`, shown)
    return x
  }

  /**
   * The lines of an English sentence or value, whatever names stand in it; `paragraph` draws them.
   * @param base `auto`: of a text in its own language
   */
  wrap(text: string, options: TextOptions, base: Direction | 'auto' = 'ltr') {
    return wrapText(this.library, text, options, base === 'auto' ? undefined : base)
  }

  /**
   * Lines of text from `y` on, over as many pages as they need; `y` is below them then.
   * @param onNewPage draws what stands above the rest
   */
  paragraph(lines: Lines, options: TextOptions, { leading = LEADING, onNewPage = () => {} } = {}) {
    for (const line of lines) {
      if (this.need(leading)) onNewPage()
      const { x, width, size, color } = options
      const baseline = this.y + (leading * ASCENT) / LEADING
      const shown = this.fonts.show(line, alignedX(line, size, x, width), PAGE.height - baseline, size)
      this.pages.at(-1)!.push(`${color} rg`, shown)
      this.y += leading
    }
  }

  /** Operators placed with their lower left corner at `x`, `y` from the top edge, at a scale. */
  place(operators: string, x: number, y: number, scale = 1) {
    const s = num(scale)
    this.pages.at(-1)!.push(`q ${s} 0 0 ${s} ${num(x)} ${num(PAGE.height - y)} cm ${operators} Q`)
  }

  frame(x: number, y: number, width: number, height: number, color: string) {
    const box = [x, PAGE.height - y - height, width, height].map(num).join(' ')
    this.pages.at(-1)!.push(`${color} RG 0.6 w ${box} re S`)
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.6, page = this.pages.length - 1) {
    const top = num(PAGE.height - y)
    this.pages[page]!.push(`${color} RG ${num(thickness)} w ${num(x)} ${top} m ${num(x + width)} ${top} l S`)
  }

  dot(x: number, y: number, color: string) {
    const at = `${num(x)} ${num(PAGE.height - y)}`
    this.pages.at(-1)!.push(`${color} RG 1 J 5 w ${at} m ${at} l S 0 J`)
  }
}

/** The right end of the measure. */
export function right(width: number): { x: number; width: number; right: true } {
  return { x: PAGE.width - MARGIN.side - width, width, right: true }
}
