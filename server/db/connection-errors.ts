const UNTRUSTED = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/

/** An untrusted certificate of the database, with what the URL needs; null: something else failed. */
export function certificateError(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (!UNTRUSTED.test(error.code)) return null
  const { code } = error
  const message =
    `the certificate of the database is not trusted (${error.message}): add sslmode=verify-full and ` +
    'sslrootcert=/path/to/ca.pem with the authority of your provider to the URL, or sslmode=no-verify to encrypt unchecked'
  return Object.assign(new Error(message, { cause: error }), { code })
}

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
