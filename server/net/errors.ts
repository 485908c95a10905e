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
 * How far a request got: resolving the name, connecting, negotiating TLS, waiting for the response to the sent request,
 * or reading the response after its headers.
 */
export type Phase = 'dns' | 'connect' | 'tls' | 'request' | 'response'

/**
 * A failed outbound call. The message may be shown to the owner of the target: it names no address and is the same for
 * every refused address, so it reveals nothing about our network.
 */
export class OutboundError extends Error {
  /** The HTTP status, for `redirect` and `http_status`. */
  readonly status: number | undefined
  /** Where it failed; undefined: before anything was tried. */
  readonly phase: Phase | undefined

  constructor(
    readonly reason: OutboundReason,
    message: string,
    { status, phase, cause }: { status?: number; phase?: Phase; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
    this.phase = phase
  }
}

/** Node's and OpenSSL's codes for a refused certificate or handshake. */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO)/

/**
 * Alerts of a server that got no certificate from us: TLS 1.3 has a specific one (RFC 8446 6.2); before, it was
 * `handshake_failure` (RFC 5246 7.4.6) or `bad_certificate`, which have other causes too.
 */
const CERTIFICATE_REQUIRED = '116'
const MAY_BE_REQUIRED = ['40', '42']

/** From Node 24 on some messages end with a flag for whoever runs the server; the reader owns the receiver. */
const NODE_ADVICE = /;[^;]*\bNode\.js\b.*$/

const CLOSED = 'connection closed'
const CONNECTION_TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'answer headers over 16 KB',
  HPE_HEADER_OVERFLOW: 'answer headers over 16 KB',
}

/** The text added to a closed connection and to a deadline, by phase. */
const CLOSED_IN: Record<Phase, string> = {
  dns: 'before it was open',
  connect: 'before it was open',
  tls: 'during the TLS handshake',
  request: 'before an answer',
  response: 'during the answer',
}
const LATE_IN: Partial<Record<Phase, string>> = {
  dns: ': the name was not resolved',
  connect: ': there was no connection',
  tls: ': the TLS handshake was not finished',
}

/** Converts errors of undici, net, tls or our own guard. */
export function outboundError(error: unknown, phase: Phase = 'request'): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = 'unknown', message, name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OutboundError('timeout', 'no connection in time', { phase: 'connect', cause: error })
  }
  if (TLS_CODES.test(code))
    return new OutboundError('tls', `TLS: ${tlsText(code, message)}`, { phase: 'tls', cause: error })
  const text = name === 'HTTPParserError' ? 'answer is not HTTP' : CONNECTION_TEXTS[code]
  if (text === CLOSED) {
    return new OutboundError('connection', `${CLOSED} ${CLOSED_IN[phase]}`, { phase, cause: error })
  }
  if (text === undefined && code.startsWith('HPE_')) {
    return new OutboundError('connection', 'answer is not HTTP', { phase, cause: error })
  }
  return new OutboundError('connection', text ?? `connection failed (${code})`, { phase, cause: error })
}

function tlsText(code: string, message: string): string {
  // OpenSSL's own messages contain memory addresses and source lines; Node's describe the certificate.
  if (!/^(EPROTO|ERR_SSL_|ERR_OSSL_)/.test(code)) return message.replace(NODE_ADVICE, '')
  const alert = /SSL alert number (\d+)/.exec(message)?.[1]
  if (alert === CERTIFICATE_REQUIRED) return 'the server demands a client certificate'
  if (alert !== undefined && MAY_BE_REQUIRED.includes(alert)) {
    return `the server refused the handshake (alert ${alert}); it may demand a client certificate`
  }
  return `handshake failed (${code})`
}

/**
 * The same for a request with a known phase, which the text of a deadline includes. Other reasons to abort are returned
 * unchanged.
 */
export function requestError(error: unknown, phase: Phase): unknown {
  if (!(error instanceof OutboundError))
    return error instanceof Error && !('code' in error) ? error : outboundError(error, phase)
  const { reason, message, status, cause } = error
  const late = reason === 'timeout' ? (LATE_IN[phase] ?? '') : ''
  return new OutboundError(reason, message + late, { status, phase: error.phase ?? phase, cause })
}
