import { readdirSync } from 'node:fs'
import { FontError } from '../errors.ts'
import { extraFonts, type FontFiles, type InstalledFonts, installedFonts } from './catalogue.ts'
import { tablesOf } from './coverage.ts'

/** What a font needs to be embedded (ISO/IEC 14496-22): outlines as TrueType has them, and a character map. */
const NEEDED = ['cmap', 'glyf', 'loca', 'head', 'hhea', 'hmtx', 'maxp']

/**
 * Whether every font is there and can be used, before the first document needs it: only the tables' names are read.
 * @param fontDir the operator's folder, if there is one
 * @throws FontError naming the file, or the setting, and what to do
 */
export function checkFonts(fontDir?: string): void {
  for (const path of pathsOf(installed())) requireFont(path, `${path}: install Countersign again`)
  if (!fontDir) return
  try {
    readdirSync(fontDir)
  } catch (cause) {
    throw new FontError(`FONT_DIR: ${fontDir} cannot be read: ${reasonOf(cause)}`, { cause })
  }
  for (const { regular } of extraFonts(fontDir)) requireFont(regular, `FONT_DIR: ${regular}`)
}

function installed(): InstalledFonts {
  try {
    return installedFonts()
  } catch (cause) {
    const advice = 'install Countersign again, or in a clone run `npm ci && npm run build`'
    throw new FontError(`a package of fonts is missing: ${advice} (${reasonOf(cause)})`, { cause })
  }
}

function pathsOf({ hand, hands, alphabets, eastAsian, symbols, emoji }: InstalledFonts): Set<string> {
  const both = ({ regular, bold }: FontFiles) => [regular, bold]
  return new Set([hand, ...Object.values(hands), ...[...alphabets, ...eastAsian, symbols, emoji].flatMap(both)])
}

function requireFont(path: string, name: string): void {
  let tables: Map<string, unknown>
  try {
    tables = tablesOf(path)
  } catch (cause) {
    throw new FontError(`the font cannot be read: ${name} (${reasonOf(cause)})`, { cause })
  }
  const missing = NEEDED.find((tag) => !tables.has(tag))
  if (missing) throw new FontError(`not a TrueType font with outlines: ${name} (it has no '${missing}' table)`)
}

const reasonOf = (error: unknown) => {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message
  return String(error)
}
