const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would take it as a uuid; what is none names no resource (`decisions`, Keys, scopes, limits). */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}
