import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as HarfBuzz from 'harfbuzzjs'
import { StandardFace, TrueTypeFace } from './face.ts'

/**
 * `plain` is Helvetica, which every viewer has, as long as the text is WinAnsi; all others are embedded. `mono` is
 * for hashes: Noto Sans on a fixed pitch. `hand` is for a typed signature: light italic, slanted outside Latin,
 * Greek and Cyrillic.
 */
export type TextStyle = 'plain' | 'regular' | 'bold' | 'mono' | 'hand'

export interface FontOptions {
  /** A directory with further TrueType fonts (*.ttf), asked in the order of their names, before the built-in CJK font. */
  fontDir?: string | undefined
}

type Weight = 'regular' | 'bold'

/** Paths of the font files of one alphabet. */
type FontFiles = Record<Weight, string>

/** What npm has installed, in the order it is asked for a character; `ideographs`, ten megabytes a weight, last. */
function installedFonts(): { hand: string; alphabets: FontFiles[]; ideographs: FontFiles } {
  const require = createRequire(import.meta.url)
  const embedpdf = (name: string, family: string) => {
    const folder = join(dirname(require.resolve(`@embedpdf/fonts-${name}`)), '../fonts')
    return { regular: join(folder, `${family}-Regular.ttf`), bold: join(folder, `${family}-Bold.ttf`), folder }
  }
  const expo = (name: string, family: string) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
    const file = (weight: string) => join(folder, weight, `${family}_${weight}.ttf`)
    return { regular: file('400Regular'), bold: file('700Bold') }
  }
  const latin = embedpdf('latin', 'NotoSans')
  return {
    hand: join(latin.folder, 'NotoSans-LightItalic.ttf'),
    alphabets: [
      latin,
      embedpdf('arabic', 'NotoNaskhArabic'),
      embedpdf('hebrew', 'NotoSansHebrew'),
      expo('noto-sans-thai', 'NotoSansThai'),
    ],
    ideographs: expo('noto-sans-sc', 'NotoSansSC'),
  }
}

/**
 * The fonts of this installation. A file is read when the first character asks for it and stays: fonts never
 * change while the process runs, and a worker draws the same names over and over.
 */
export class FontLibrary {
  private readonly hb: typeof HarfBuzz
  private readonly paths: Record<Exclude<TextStyle, 'plain'>, string[]>
  private readonly open = new Map<string, TrueTypeFace>()
  private helvetica: StandardFace | undefined

  constructor(hb: typeof HarfBuzz, options: FontOptions) {
    this.hb = hb
    const { hand, alphabets, ideographs } = installedFonts()
    // A font of the operator's comes before the Chinese one, so that it can give Japanese or Korean forms.
    const files = [...alphabets, ...extraFonts(options.fontDir), ideographs]
    const regular = files.map((file) => file.regular)
    this.paths = { regular, mono: regular, bold: files.map((file) => file.bold), hand: [hand, ...regular] }
  }

  /** For text that is WinAnsi throughout. */
  get standardFace(): StandardFace {
    this.helvetica ??= new StandardFace('Helvetica')
    return this.helvetica
  }

  /** The first face with all these characters, else the first with the first of them; undefined when none has it. */
  faceFor(codePoints: number[], style: TextStyle): TrueTypeFace | undefined {
    let half: TrueTypeFace | undefined
    for (const path of this.paths[style === 'plain' ? 'regular' : style]) {
      const face = this.face(path)
      if (codePoints.every((codePoint) => face.covers(codePoint))) return face
      if (face.covers(codePoints[0]!)) half ??= face
    }
    return half
  }

  /** The face whose .notdef is drawn for characters that no font has. */
  get fallbackFace(): TrueTypeFace {
    return this.face(this.paths.regular[0]!)
  }

  private face(path: string): TrueTypeFace {
    let face = this.open.get(path)
    if (!face) {
      const name = path.slice(path.lastIndexOf('/') + 1, -'.ttf'.length).replace(/[^A-Za-z0-9-]/g, '-')
      face = new TrueTypeFace(this.hb, path, name)
      this.open.set(path, face)
    }
    return face
  }
}

function extraFonts(fontDir: string | undefined): FontFiles[] {
  if (!fontDir) return []
  const names = readdirSync(fontDir).filter((name) => name.toLowerCase().endsWith('.ttf'))
  return names.sort().map((name) => {
    const path = join(fontDir, name)
    return { regular: path, bold: path }
  })
}

const libraries = new Map<string, Promise<FontLibrary>>()

/** The library of this process (of this worker) for a font directory; HarfBuzz is loaded with the first one. */
export function openFontLibrary(options: FontOptions = {}): Promise<FontLibrary> {
  const key = options.fontDir ?? ''
  let library = libraries.get(key)
  if (!library) {
    library = import('harfbuzzjs').then((hb) => new FontLibrary(hb, options))
    libraries.set(key, library)
  }
  return library
}
