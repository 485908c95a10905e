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

/** A moment as people at one place write it. Also used in the browser, so that the page shows what will be printed. */
export interface LocalMoment {
  at: Date
  /** IANA. */
  timeZone: string
  locale: Locale
}

/** The date there, such as `22. November 2026`. */
export function localDate({ at, timeZone, locale }: LocalMoment): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone, numberingSystem: 'latn' }).format(at)
}

/** Date, time and distance to UTC, such as `22. November 2026, 15:02 UTC+1`: it names the moment without the zone. */
export function localTime(moment: LocalMoment): string {
  const { at, timeZone } = moment
  const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23', timeZone }).format(at)
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!
  return `${localDate(moment)}, ${clock} ${offset.value.replace(/^GMT(\+0$)?/, 'UTC')}`
}
