import type { Locale } from './locales.ts'

/** Whether this is the name of a time zone that we know (IANA, such as `Europe/Zurich`). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Of languages, zones and styles together. */
const MOST_FORMATS = 500

/** A format that is made once: making one takes a hundred times as long as using it. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** A moment as people at one place write it. Also used in the browser, so that the page shows what will be printed. */
export interface LocalMoment {
  at: Date
  /** IANA. */
  timeZone: string
  locale: Locale
}

/** The date there, such as `22. November 2026`. */
export function localDate({ at, timeZone, locale }: LocalMoment): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone, numberingSystem: 'latn' }).format(at)
}

/** Date, time and distance to UTC, such as `22. November 2026, 15:02 UTC+1`: it names the moment without the zone. */
export function localTime(moment: LocalMoment): string {
  const { at, timeZone } = moment
  const clock = dateFormat('en', { timeStyle: 'short', hourCycle: 'h23', timeZone }).format(at)
  const offset = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!
  return `${localDate(moment)}, ${clock} ${offset.value.replace(/^GMT(\+0$)?/, 'UTC')}`
}

const DAY_MS = 86_400_000
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/**
 * The moment at which clocks there show `local` (such as `2026-11-22T15:02`): the earlier one where they show it twice,
 * and as much later as they skip where they never show it. An invalid date for any other text.
 */
export function momentAt(local: string, timeZone: string): Date {
  const shown = LOCAL.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  if (Number.isNaN(shown)) return new Date(Number.NaN)
  const moments = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - offsetAt(near, timeZone))
  return new Date(moments.find((at) => at + offsetAt(at, timeZone) === shown) ?? Math.max(...moments))
}

/** What clocks there are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = dateFormat('en', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    ...{ hourCycle: 'h23', timeZone, calendar: 'gregory', numberingSystem: 'latn' },
  }).formatToParts(at)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)!.value)
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return there - Math.floor(at / 1000) * 1000
}
