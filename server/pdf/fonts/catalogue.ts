import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { HOME } from '../../home.ts'
import type { HandStyle } from '../hand-styles.ts'

/** One typeface of npm: where its files are, and the scripts it is asked for first. */
interface Typeface {
  package: string
  /** Paths within the package; without a bold file the regular one is used. */
  regular: string
  bold?: string
  /** Names of Unicode scripts. */
  scripts: string[]
}

/** The files of one typeface on this machine. */
export interface FontFiles {
  regular: string
  bold: string
  scripts: string[]
}

const embedpdf = (name: string, family: string, scripts: string[]): Typeface => ({
  package: `@embedpdf/fonts-${name}`,
  regular: `fonts/${family}-Regular.ttf`,
  bold: `fonts/${family}-Bold.ttf`,
  scripts,
})

const expo = (name: string, family: string, scripts: string[], weights: 'regular' | 'both' = 'both'): Typeface => ({
  package: `@expo-google-fonts/${name}`,
  regular: `400Regular/${family}_400Regular.ttf`,
  ...(weights === 'both' && { bold: `700Bold/${family}_700Bold.ttf` }),
  scripts,
})

const noto = (family: string, script = family, weights?: 'regular' | 'both') =>
  expo(`noto-sans-${kebab(family)}`, `NotoSans${family}`, [script], weights)

const LATIN = embedpdf('latin', 'NotoSans', ['Latin', 'Greek', 'Cyrillic', 'Devanagari'])
const HAND = 'fonts/NotoSans-LightItalic.ttf'

/** Handwriting for typed signatures, the same on the page and under the seal. */
const HANDS: Record<HandStyle, Typeface> = {
  flowing: expo('dancing-script', 'DancingScript', [], 'regular'),
  casual: expo('caveat', 'Caveat', [], 'regular'),
  formal: expo('great-vibes', 'GreatVibes', [], 'regular'),
}

/** Small files, read when the first character of their script asks for them. */
const ALPHABETS: Typeface[] = [
  LATIN,
  embedpdf('arabic', 'NotoNaskhArabic', ['Arabic']),
  embedpdf('hebrew', 'NotoSansHebrew', ['Hebrew']),
  noto('Adlam'),
  noto('Armenian'),
  noto('Bengali'),
  noto('CanadianAboriginal', 'Canadian_Aboriginal'),
  noto('Ethiopic'),
  noto('Georgian'),
  noto('Gujarati'),
  noto('Gurmukhi'),
  noto('Kannada'),
  noto('Khmer'),
  noto('Lao'),
  noto('Malayalam'),
  noto('MeeteiMayek', 'Meetei_Mayek'),
  noto('Mongolian', 'Mongolian', 'regular'),
  noto('Myanmar'),
  expo('noto-sans-nko', 'NotoSansNKo', ['Nko'], 'regular'),
  noto('OlChiki', 'Ol_Chiki'),
  noto('Oriya'),
  noto('Sinhala'),
  noto('Tamil'),
  noto('Telugu'),
  noto('Thaana'),
  noto('Thai'),
  noto('Tifinagh', 'Tifinagh', 'regular'),
]

/** Megabytes each, and common to several languages: an operator's own font comes before them. */
const EAST_ASIAN: Typeface[] = [
  expo('noto-sans-sc', 'NotoSansSC', ['Han', 'Hiragana', 'Katakana', 'Bopomofo']),
  expo('nanum-gothic', 'NanumGothic', ['Hangul']),
]

const SYMBOLS = expo('noto-sans-symbols-2', 'NotoSansSymbols2', ['Braille'], 'regular')
const EMOJI = expo('noto-emoji', 'NotoEmoji', [], 'regular')

/** What the build copies: the packages that fonts come from, and which of their files are used. */
export function fontFilesByPackage(): { package: string; files: string[] }[] {
  return [...ALPHABETS, ...EAST_ASIAN, SYMBOLS, EMOJI, ...Object.values(HANDS)].map((face) => ({
    package: face.package,
    files: [face.regular, ...(face.bold ? [face.bold] : []), ...(face === LATIN ? [HAND] : [])],
  }))
}

/** The fonts of this installation, by their part in the order in which they are asked. */
export interface InstalledFonts {
  /** For a typed signature without a style, and for what the handwriting fonts lack. */
  hand: string
  hands: Record<HandStyle, string>
  alphabets: FontFiles[]
  eastAsian: FontFiles[]
  symbols: FontFiles
  emoji: FontFiles
}

/** Finds the files: where the build has put them, or in the packages of a checkout. */
export function installedFonts(): InstalledFonts {
  const built = builtFonts()
  const locate = (face: Typeface, file: string) =>
    built ? join(built, basename(file)) : join(packageFolder(face.package), file)
  const files = (face: Typeface): FontFiles => ({
    regular: locate(face, face.regular),
    bold: locate(face, face.bold ?? face.regular),
    scripts: face.scripts,
  })
  return {
    hand: locate(LATIN, HAND),
    hands: {
      flowing: locate(HANDS.flowing, HANDS.flowing.regular),
      casual: locate(HANDS.casual, HANDS.casual.regular),
      formal: locate(HANDS.formal, HANDS.formal.regular),
    },
    alphabets: ALPHABETS.map(files),
    eastAsian: EAST_ASIAN.map(files),
    symbols: files(SYMBOLS),
    emoji: files(EMOJI),
  }
}

/** Beside the compiled server; or in the build of a checkout whose development packages were removed since. */
function builtFonts(): string | undefined {
  const beside = join(HOME, 'fonts')
  if (existsSync(beside)) return beside
  const ofCheckout = join(HOME, 'server/dist/fonts')
  return existsSync(ofCheckout) && !isInstalled(LATIN.package) ? ofCheckout : undefined
}

function isInstalled(name: string): boolean {
  try {
    return packageFolder(name) !== ''
  } catch {
    return false
  }
}

/** The fonts of the operator's folder, in the order of their names. */
export function extraFonts(fontDir: string | undefined): FontFiles[] {
  if (!fontDir) return []
  const names = readdirSync(fontDir).filter((name) => name.toLowerCase().endsWith('.ttf'))
  return names.sort().map((name) => {
    const path = join(fontDir, name)
    return { regular: path, bold: path, scripts: [] }
  })
}

/** The folder of a package that npm has installed. */
export function packageFolder(name: string): string {
  const main = createRequire(import.meta.url).resolve(name)
  return main.slice(0, main.lastIndexOf(name) + name.length)
}

function kebab(family: string): string {
  return family.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()
}
