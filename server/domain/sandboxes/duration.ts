const UNITS = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const

/** An ISO 8601 duration of days, hours, minutes and seconds in milliseconds; the spec has checked its form. */
export function durationMs(text: string): number {
  const parts = text.matchAll(/(\d+)([DHMS])/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0)
}
