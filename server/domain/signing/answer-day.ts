import type { Locale } from '../locales.ts'

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
  if (!figures) return withMonth(text, locale)
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

/** As it is printed, long or short, in the language or in English. */
function withMonth(text: string, locale: Locale): string | null {
  const words = wordsOf(text)
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  const [year, date, ...more] = numbers.sort((a, b) => b - a)
  const names = words.filter((word) => !/^\d+$/.test(word)).join(' ')
  if (year === undefined || date === undefined || more.length > 0 || year < 1000) return null
  for (const language of new Set<Locale>([locale, 'en'])) {
    const month = MONTHS.find((candidate) => formsOf(candidate, language).includes(names))
    if (month !== undefined) return day(year, month, date)
  }
  return null
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The words around the figures of a day of this month, as they are printed. */
function formsOf(month: number, locale: Locale): string[] {
  const sample = new Date(Date.UTC(2026, month - 1, 22))
  const styles = [{ dateStyle: 'long' }, { dateStyle: 'medium' }, { day: 'numeric', month: 'long' }] as const
  return styles.map((style) => {
    const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...style, timeZone: 'UTC' })
    return wordsOf(format.format(sample))
      .filter((word) => !/^\d+$/.test(word))
      .join(' ')
  })
}

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
