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
