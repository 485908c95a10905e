const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would take it as a uuid; what is none names no resource (decision 0024). */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}
