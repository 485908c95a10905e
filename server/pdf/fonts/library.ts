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

const require = createRequire(import.meta.url)

/** @expo-google-fonts packages lay their files out by weight, @embedpdf's in one folder. */
const embedpdf = (name: string, file: string) => () =>
  join(dirname(require.resolve(`@embedpdf/fonts-${name}`)), '../fonts', `${file}.ttf`)
const expo = (name: string, family: string, weight: string) => () =>
  join(dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)), weight, `${family}_${weight}.ttf`)

type Weight = 'regular' | 'bold'

/** Paths by weight; found when first asked for. */
type FontFiles = Record<Weight, () => string>

const HAND = embedpdf('latin', 'NotoSans-LightItalic')

/** In the order they are asked for a character. */
const ALPHABETS: FontFiles[] = [
  { regular: embedpdf('latin', 'NotoSans-Regular'), bold: embedpdf('latin', 'NotoSans-Bold') },
  { regular: embedpdf('arabic', 'NotoNaskhArabic-Regular'), bold: embedpdf('arabic', 'NotoNaskhArabic-Bold') },
  { regular: embedpdf('hebrew', 'NotoSansHebrew-Regular'), bold: embedpdf('hebrew', 'NotoSansHebrew-Bold') },
  {
    regular: expo('noto-sans-thai', 'NotoSansThai', '400Regular'),
    bold: expo('noto-sans-thai', 'NotoSansThai', '700Bold'),
  },
]

/** Ten megabytes a weight: asked last, and so that a font of the operator's can give Japanese or Korean forms. */
const IDEOGRAPHS: FontFiles = {
  regular: expo('noto-sans-sc', 'NotoSansSC', '400Regular'),
  bold: expo('noto-sans-sc', 'NotoSansSC', '700Bold'),
}

/**
 * The fonts of this installation. A file is read when the first character asks for it and stays: fonts never
 * change while the process runs, and a worker draws the same names over and over.
 */
export class FontLibrary {
  private readonly hb: typeof HarfBuzz
  private readonly files: FontFiles[]
  private readonly open = new Map<string, TrueTypeFace>()
  private helvetica: StandardFace | undefined

  constructor(hb: typeof HarfBuzz, options: FontOptions) {
    this.hb = hb
    this.files = [...ALPHABETS, ...extraFonts(options.fontDir), IDEOGRAPHS]
  }

  /** For text that is WinAnsi throughout. */
  get standardFace(): StandardFace {
    this.helvetica ??= new StandardFace('Helvetica')
    return this.helvetica
  }

  /** The first face with all these characters, else the first with the first of them; undefined when none has it. */
  faceFor(codePoints: number[], style: TextStyle): TrueTypeFace | undefined {
    let half: TrueTypeFace | undefined
    const weight = style === 'bold' ? 'bold' : 'regular'
    for (const path of [...(style === 'hand' ? [HAND] : []), ...this.files.map((file) => file[weight])]) {
      const face = this.face(path())
      if (codePoints.every((codePoint) => face.covers(codePoint))) return face
      if (face.covers(codePoints[0]!)) half ??= face
    }
    return half
  }

  /** The face whose .notdef is drawn for characters that no font has. */
  get fallbackFace(): TrueTypeFace {
    return this.face(this.files[0]!.regular())
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
    const path = () => join(fontDir, name)
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
