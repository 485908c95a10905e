const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** How long ago, in the width of a column: `4 min`, `3 h`, `yesterday`, `21 Nov 2026`; the full time on hovering. */
export function Ago({ at, now }: { at: Date; now: Date }) {
  return (
    <time datetime={at.toISOString()} title={utc(at)}>
      {agoText(at, now)}
    </time>
  )
}

/**
 * Date and time: the script rewrites it in the reader's zone; without one it is in UTC and says so.
 * `brief`: in a list of moments, where the year and the zone would be repeated in each row.
 */
export function At({ at, brief = false }: { at: Date; brief?: boolean }) {
  return (
    <time datetime={at.toISOString()} data-local={brief ? 'brief' : ''}>
      {utc(at)}
    </time>
  )
}

export function agoText(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE_MS) return 'now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return ms < 2 * DAY_MS ? 'yesterday' : DAY.format(at)
}

/** How long until then, when the page was made: `now`, `in 4 min`, `in 12 h`. */
export function untilText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms <= 0) return 'now'
  const minutes = Math.ceil(ms / MINUTE_MS)
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(ms / HOUR_MS)} h`
}

const utc = (at: Date) => `${FULL.format(at)} UTC`

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => [zone, zone.replaceAll('_', ' ')] as const,
)

/** The time zones to choose from, with the chosen one, which may have another name here. */
export function zonesWith(chosen: string): readonly (readonly [zone: string, label: string])[] {
  return ZONES.some(([name]) => name === chosen) ? ZONES : [...ZONES, [chosen, chosen.replaceAll('_', ' ')]]
}
