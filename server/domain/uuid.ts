const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres accepts it as a uuid; any other id identifies no resource (decision 0024). */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}
