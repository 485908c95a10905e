export type OutboundReason =
  | 'not_a_url'
  | 'https_required'
  | 'not_public'
  | 'dns'
  | 'timeout'
  | 'tls'
  | 'connection'
  | 'redirect'
  | 'http_status'
  | 'too_large'

/**
 * An outbound call that did not go through. The message is fit for the people who own the target: it names no address
 * and says the same of every refused one, so it tells nothing about the network we stand in.
 */
export class OutboundError extends Error {
  /** The HTTP status, for `redirect` and `http_status`. */
  readonly status: number | undefined

  constructor(
    readonly reason: OutboundReason,
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
  }
}

/** Node's and OpenSSL's codes of a certificate or handshake that is refused. */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO)/

const CONNECTION_TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before an answer',
  EPIPE: 'connection closed before an answer',
  UND_ERR_SOCKET: 'connection closed before an answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'answer headers over 16 KB',
}

/** What undici, net, tls or our own guard threw, in our words. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = 'unknown', message, name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OutboundError('timeout', 'no connection in time', { cause: error })
  }
  if (TLS_CODES.test(code)) {
    // OpenSSL's own messages hold memory addresses and source lines; Node's speak of the certificate.
    const text = /^(EPROTO|ERR_SSL_|ERR_OSSL_)/.test(code) ? `handshake failed (${code})` : message
    return new OutboundError('tls', `TLS: ${text}`, { cause: error })
  }
  const text = name === 'HTTPParserError' ? 'answer is not HTTP' : CONNECTION_TEXTS[code]
  return new OutboundError('connection', text ?? `connection failed (${code})`, { cause: error })
}
