import { LOCALES, type Locale } from '../locales.ts'

/** What figures begin with. `either`: some write one and some the other, and only what has one reading counts. */
export type FirstFigure = 'day' | 'month' | 'either'

/**
 * A day as people write it: `2026-11-22`, `22.11.2026`, or with the name of the month. The year has four digits. In
 * English, where some write the month first, figures alone count only if they can be read in one way.
 * @param given with Latin digits
 * @param begin what figures begin with, where it is known; before a point it is always the day
 * @returns `YYYY-MM-DD`; null for anything else, and for a day that the calendar does not have
 */
export function readDay(given: string, locale: Locale, begin?: FirstFigure): string | null {
  const text = given.replace(/\p{Cf}/gu, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso) return day(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const figures = /^(\d{1,2})([./\s-]+)(\d{1,2})[./\s-]+(\d{4})\.?$/.exec(text)
  if (!figures) return withMonth(text)
  const [, first, mark, second, year] = figures
  const known = begin && mark!.startsWith('.') ? 'day' : begin
  return inFigures(Number(first), Number(second), Number(year), known ?? (locale === 'en' ? 'either' : 'day'))
}

function inFigures(first: number, second: number, year: number, begin: FirstFigure): string | null {
  if (begin === 'day') return day(year, second, first)
  if (begin === 'month') return day(year, first, second)
  const readings = new Set([day(year, second, first), day(year, first, second)])
  readings.delete(null)
  return readings.size === 1 ? [...readings][0]! : null
}

/** As it is printed in any of our languages, which mean nothing else by a name of a month. */
function withMonth(text: string): string | null {
  const words = wordsOf(text)
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  const [year, date, ...more] = numbers.sort((a, b) => b - a)
  if (year === undefined || date === undefined || more.length > 0 || year < 1000) return null
  monthNames ??= namesOfMonths()
  const month = monthNames.get(wordsWithoutFigures(text))
  return month === undefined ? null : day(year, month, date)
}

let monthNames: Map<string, number> | null = null

/** The words around the figures of a day of each month, long and short. */
function namesOfMonths(): Map<string, number> {
  const names = new Map<string, number>()
  const styles = [
    { dateStyle: 'long' },
    { dateStyle: 'medium' },
    { day: 'numeric', month: 'long' },
    { month: 'long' },
    { month: 'short' },
  ] as const
  for (const locale of LOCALES) {
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++)
        names.set(wordsWithoutFigures(format.format(new Date(Date.UTC(2026, month - 1, 22)))), month)
    }
  }
  // Some languages write short months in figures, which are no name.
  names.delete('')
  return names
}

const wordsWithoutFigures = (text: string) =>
  wordsOf(text)
    .filter((word) => !/^\d+$/.test(word))
    .join(' ')

/** Letters and figures, without the punctuation between them. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/\p{Cf}/gu, '')
      .match(/[\p{L}\p{M}]+|\d+/gu) ?? []
  )
}

function day(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date))
  if (year < 1000 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date) return null
  return at.toISOString().slice(0, 10)
}
