const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => [zone, zone.replaceAll('_', ' ')] as const,
)

/** The time zones to choose from, with the chosen one, which may have another name here. */
export function zonesWith(chosen: string): readonly (readonly [zone: string, label: string])[] {
  return ZONES.some(([name]) => name === chosen) ? ZONES : [...ZONES, [chosen, chosen.replaceAll('_', ' ')]]
}
