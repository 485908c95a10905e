import { Email } from '../../generated/schemas.ts'
import { BULK } from '../../limits.ts'
import { LOCALES, type Locale } from '../locales.ts'
import { emailOf } from '../signers/typed-contact.ts'
import type { Snapshot } from '../templates/model.ts'
import { type CsvColumn, csvColumnsOf, styleKeyOf, valueTypeOf } from './columns.ts'
import { columnLabels, headingsOf, partOfHeading, plainHeading } from './labels.ts'
import { type ColumnStyle, decideStyle, type Style } from './style.ts'

/** Above the column in which our own files say what is wrong with a row. */
export const WHY = 'What is wrong'

/** By the heading as `plainHeading` gives it, the column that it was; empty: left out. */
export type Remembered = Record<string, string>

/** What the columns of a file are, and how those are written that differ between countries. */
export interface Mapping {
  /** Names of `csvColumnsOf`; empty where one is left out. */
  names: string[]
  /** By `styleKeyOf`. */
  styles: Record<string, Style>
}

/** A file as it was uploaded; rows can be shorter than the heading. */
export interface CsvFile {
  heading: readonly string[]
  rows: readonly (readonly string[])[]
}

type Version = Pick<Snapshot, 'model' | 'fields'>

/** Every column of the version by its name, however many rows its tables have. */
export function columnsByName(snapshot: Version): Map<string, CsvColumn> {
  return new Map(csvColumnsOf(snapshot, Number.POSITIVE_INFINITY).map((column) => [column.name, column]))
}

/**
 * What the columns of a file are: by the keys of the template, by what it remembers, by their headings in any language,
 * and at last by what stands below them.
 * @returns names, and whether a person has to look at them; null: nearly all is unknown, so that it is another file
 */
export function guessNames(
  snapshot: Version,
  { heading, rows }: CsvFile,
  remembered: Remembered,
): { names: string[]; isSure: boolean } | null {
  const known = columnsByName(snapshot)
  const keys = new Map([
    ...ownHeadings(snapshot),
    ...[...known.keys()].map((name) => [name.toLowerCase(), name] as const),
  ])
  const names: (string | null)[] = heading.map(() => null)
  const taken = new Set<string>()
  let isSure = true
  const settle = (at: number, name: string, sure: boolean) => {
    names[at] = name
    if (name !== '') taken.add(name)
    isSure &&= sure
  }
  const open = () => names.flatMap((name, at) => (name === null ? at : []))
  const isFree = (name: string) => known.has(name) && !taken.has(name)

  for (const at of open()) {
    const text = heading[at]!.trim()
    const plain = plainHeading(text)
    const name = keys.get(text.toLowerCase()) ?? (plain === '' ? undefined : remembered[plain])
    if (name !== undefined && (name === '' || isFree(name))) settle(at, name, true)
    else if (text === WHY || (text === '' && rows.every((cells) => !cells[at]?.trim()))) settle(at, '', true)
  }
  if (open().length > BULK.unknownColumns) return null

  const byHeading = open().length > 0 ? namesByHeading(snapshot, known) : new Map<string, string[]>()
  for (const at of open()) {
    const plain = plainHeading(heading[at]!)
    const found = (byHeading.get(plain) ?? []).filter(isFree)
    const part = partOfHeading(plain)
    const ofPeople = part === null ? [] : snapshot.model.slots.map(({ slot }) => `slot${slot}.${part}`).filter(isFree)
    // Of two that are called alike, the one that no document can do without.
    const name = found.find((one) => known.get(one)!.required) ?? found[0] ?? ofPeople[0]
    const isOnly = found.length === 1 || (found.length === 0 && snapshot.model.slots.length === 1)
    if (name !== undefined) settle(at, name, isOnly)
  }
  for (const at of open()) {
    const name = snapshot.model.slots.map(({ slot }) => `slot${slot}.email`).find(isFree)
    settle(at, name !== undefined && areAddresses(rows, at) ? name : '', false)
  }
  return { names: names as string[], isSure }
}

/** The headings of the lists that we give to be filled in, in every language; without those that two columns have. */
function ownHeadings(snapshot: Version): Map<string, string> {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const locale of LOCALES) {
    const labels = columnLabels(snapshot, locale)
    for (const column of csvColumnsOf(snapshot)) {
      const heading = labels(column).toLowerCase()
      if ((found.get(heading) ?? column.name) !== column.name) twice.add(heading)
      found.set(heading, column.name)
    }
  }
  for (const heading of twice) found.delete(heading)
  return found
}

function namesByHeading(snapshot: Version, known: ReadonlyMap<string, CsvColumn>): Map<string, string[]> {
  const headings = headingsOf(snapshot)
  const found = new Map<string, string[]>()
  for (const column of known.values()) {
    for (const heading of headings(column)) found.set(heading, [...(found.get(heading) ?? []), column.name])
  }
  return found
}

function areAddresses(rows: CsvFile['rows'], at: number): boolean {
  const cells = rows.map((row) => row[at]?.trim() ?? '').filter((text) => text !== '')
  const addresses = cells.filter((text) => Email.safeParse(emailOf(text)).success).length
  return addresses > 0 && addresses * 2 > cells.length
}

/**
 * How each column is written that needs to know, by `styleKeyOf`: decided by all of its cells.
 * @param remembered as the last answers said for other files
 */
export function decideStyles(
  snapshot: Version,
  { rows }: CsvFile,
  names: readonly string[],
  locale: Locale,
  remembered: Readonly<Record<string, Style>> | null,
): Map<string, ColumnStyle> {
  const known = columnsByName(snapshot)
  const columns = new Map<string, { column: CsvColumn; places: number[] }>()
  for (const [at, name] of names.entries()) {
    const column = known.get(name)
    const key = column && styleKeyOf(column)
    if (!key) continue
    const before = columns.get(key)
    if (before) before.places.push(at)
    else columns.set(key, { column, places: [at] })
  }
  return new Map(
    [...columns].flatMap(([key, { column, places }]) => {
      const cells = places.flatMap((at) => rows.map((row) => row[at]?.trim() ?? '')).filter((text) => text !== '')
      const style = decideStyle(valueTypeOf(column)!, cells, locale, remembered?.[key])
      return style ? [[key, style] as const] : []
    }),
  )
}

/** As a mapping has them. */
export const stylesIn = (decided: ReadonlyMap<string, ColumnStyle>): Record<string, Style> =>
  Object.fromEntries([...decided].map(([key, { style }]) => [key, style]))

/** Why a mapping cannot be used, in words. */
export function mappingProblems(snapshot: Version, names: readonly string[]): string[] {
  const labels = columnLabels(snapshot, 'en')
  const used = new Set<string>()
  const twice = new Set<string>()
  for (const name of names) (used.has(name) && name !== '' ? twice : used).add(name)
  return csvColumnsOf(snapshot, Number.POSITIVE_INFINITY).flatMap((column) => {
    if (twice.has(column.name)) return `Two columns are “${labels(column)}”; leave one of them out.`
    const isMissing = column.required && !used.has(column.name)
    return isMissing ? `No column is “${labels(column)}”, which every document needs.` : []
  })
}

/** A column as spreadsheets call it: A to Z, then AA. @param at from 0 */
export function lettersOf(at: number): string {
  const before = at < LETTERS ? '' : lettersOf(Math.floor(at / LETTERS) - 1)
  return before + String.fromCharCode('A'.charCodeAt(0) + (at % LETTERS))
}

const LETTERS = 26
