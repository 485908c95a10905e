const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/
/** Of Postgres: a wrong password or user, a database that does not exist. */
const REFUSED = /^(28P01|28000|3D000)$/

/** A database that cannot be reached, in words that name the setting; null: something else failed, or there is no setting. */
export function unreachableError(error: unknown, { databaseUrl }: { databaseUrl: string | null }): Error | null {
  if (databaseUrl === null || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null
  const { code, message } = error
  // Of several addresses of a host each has failed, and their common error says nothing.
  const said = message || (error instanceof AggregateError && (error.errors[0] as Error | undefined)?.message) || code
  const advice = UNREACHABLE.test(code)
    ? 'is Postgres running there?'
    : REFUSED.test(code) && 'are user, password and database right?'
  if (!advice) return null
  return Object.assign(new Error(`DATABASE_URL: cannot connect (${said}); ${advice}`, { cause: error }), { code })
}
