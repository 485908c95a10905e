import type * as HarfBuzz from 'harfbuzzjs'
import { FontError } from '../errors.ts'
import { HAND_STYLES, type HandStyle } from '../hand-styles.ts'
import { extraFonts, type FontFiles, type InstalledFonts, installedFonts } from './catalogue.ts'
import { StandardFace, TrueTypeFace } from './face.ts'

/**
 * `plain` is Helvetica, which every viewer has, as long as the text is WinAnsi; all others are embedded. `mono` is
 * for hashes: Noto Sans on a fixed pitch. `hand` is for a typed signature: light italic, slanted outside Latin,
 * Greek and Cyrillic; the handwriting styles fall back to it for what their fonts lack.
 */
export type TextStyle = 'plain' | 'regular' | 'bold' | 'mono' | 'hand' | HandStyle

/** Whether the style is of a typed signature. */
export function isHand(style: TextStyle): style is 'hand' | HandStyle {
  return style === 'hand' || isHandStyle(style)
}

function isHandStyle(style: TextStyle): style is HandStyle {
  return (HAND_STYLES as readonly string[]).includes(style)
}

export interface FontOptions {
  /** A directory with further TrueType fonts (*.ttf), asked in the order of their names, before the built-in CJK font. */
  fontDir?: string | undefined
  /** Embed every font, Helvetica's stand-in too: what PDF/A and PDF/UA ask for. */
  embedAll?: boolean
}

/** Every font file that was read, by its path; libraries share them. */
const faces = new Map<string, TrueTypeFace>()

/**
 * The fonts of this installation. A file is read when the first character asks for it and stays: fonts never
 * change while the process runs, and a worker draws the same names over and over.
 */
export class FontLibrary {
  private readonly hb: typeof HarfBuzz
  private readonly installed: InstalledFonts
  private readonly extra: FontFiles[]
  private readonly orders = new Map<string, FontFiles[]>()
  private helvetica: StandardFace | undefined

  /** No face may be left to the viewer. */
  readonly embedsAll: boolean

  constructor(hb: typeof HarfBuzz, options: FontOptions) {
    this.hb = hb
    this.embedsAll = options.embedAll ?? false
    this.installed = reading(installedFonts)
    this.extra = reading(() => extraFonts(options.fontDir))
  }

  /** For text that is WinAnsi throughout. */
  get standardFace(): StandardFace {
    this.helvetica ??= new StandardFace('Helvetica')
    return this.helvetica
  }

  /**
   * The first face with all these characters, in the order of `order`; undefined when no font has all of them.
   * @param script of the first character; undefined for what scripts share
   */
  faceFor(codePoints: number[], script: string | undefined, style: TextStyle): TrueTypeFace | undefined {
    const has = (face: TrueTypeFace) => codePoints.every((codePoint) => face.covers(codePoint))
    if (isHand(style)) {
      const own = isHandStyle(style) ? [this.installed.hands[style]] : []
      const found = [...own, this.installed.hand].map((path) => this.face(path)).find(has)
      if (found) return found
    }
    const weight = style === 'bold' ? 'bold' : 'regular'
    for (const files of this.order(script)) {
      const face = this.face(files[weight])
      if (has(face)) return face
    }
    return undefined
  }

  /**
   * The fonts of the script first. An operator's font comes before the East Asian ones, so that it can give Japanese
   * forms of Chinese characters; the alphabets of other scripts last, so that no file is read for nothing.
   */
  private order(script = ''): FontFiles[] {
    let order = this.orders.get(script)
    if (!order) {
      const { alphabets, eastAsian, symbols, emoji } = this.installed
      const [latin, ...others] = alphabets as [FontFiles, ...FontFiles[]]
      const of = (list: FontFiles[]) => list.filter(({ scripts }) => scripts.includes(script))
      const pictures = script === 'Emoji' ? [emoji, symbols] : [symbols, emoji]
      const first = script === 'Emoji' ? [emoji] : of(alphabets)
      const listed = [...first, latin, ...this.extra, ...of(eastAsian), ...pictures, ...eastAsian, ...others]
      order = [...new Set(listed)]
      this.orders.set(script, order)
    }
    return order
  }

  /** The face whose .notdef is drawn for characters that no font has. */
  get fallbackFace(): TrueTypeFace {
    return this.face(this.installed.alphabets[0]!.regular)
  }

  private face(path: string): TrueTypeFace {
    let face = faces.get(path)
    if (!face) {
      const name = path.slice(path.lastIndexOf('/') + 1, -'.ttf'.length).replace(/[^A-Za-z0-9-]/g, '-')
      face = reading(() => new TrueTypeFace(this.hb, path, name))
      faces.set(path, face)
    }
    return face
  }
}

/** Whatever goes wrong is the installation's fault. @throws FontError */
function reading<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new FontError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const libraries = new Map<string, Promise<FontLibrary>>()

/** The library of this process (of this worker) for a font directory; HarfBuzz is loaded with the first one. */
export function openFontLibrary(options: FontOptions = {}): Promise<FontLibrary> {
  const key = `${options.embedAll ? 'all' : ''} ${options.fontDir ?? ''}`
  let library = libraries.get(key)
  if (!library) {
    library = import('harfbuzzjs').then((hb) => new FontLibrary(hb, options))
    libraries.set(key, library)
  }
  return library
}
