import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * JSON lines on stdout (or `destination`). Secrets are never passed to the logger in the first place; the redaction and
 * the error serializer below are a second line of defence.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return pino(options, destination ?? stdout())
}

/** The reader may be gone, for example after the terminal was closed: work continues, and so does a shutdown. */
function stdout(): DestinationStream {
  return pino.destination({ dest: 1, sync: true }).on('error', () => {})
}

const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
  'password',
  'token',
  'key',
  'masterKey',
  'email',
  'phone',
  'phone_e164',
  'signingUrl',
  'signing_url',
  'body',
]

/**
 * Errors whose messages consist of our own words, codes, hosts and paths. Any other message may quote data, such as a
 * recipient's address or a column's value; so may a DomainError's, which is written for the caller.
 */
const OUR_MESSAGES = new Set([
  'CertificateRevokedError',
  'KeyringError',
  'MailError',
  'OutboundError',
  'PdfError',
  'SealCheckError',
  'SealKeyError',
  'StorageError',
  'TimestampUnavailableError',
])

/**
 * Properties of our, Node's, pg's, nodemailer's and the HTTP clients' errors that name a rule or a place, never a
 * value.
 */
const FACTS = ['code', 'reason', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall', 'command']
const NUMERIC_FACTS = ['status', 'statusCode', 'responseCode']
const IDENTIFIER = /^[\w.$ -]{1,64}$/
const FRAME = /^ {4}at (?:.+ \()?(?:(?:file|node):|\/|[A-Z]:\\|<anonymous>|native).*$/
const MAX_CAUSES = 5

/** An error for the log: type, facts, stack frames, and its causes by type and facts only. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts = factsOf(error)
  const causes = causesOf(error).map(factsOf)
  return {
    ...facts,
    ...(OUR_MESSAGES.has(facts.type as string) && { message: error.message }),
    stack: framesOf(error),
    ...(causes.length > 0 && { causes }),
  }
}

/** The same on one line, for a stored row: no message that may quote a value, no stack. */
export function errorFacts(error: unknown): string {
  const { stack, ...facts } = describeError(error)
  return JSON.stringify(facts)
}

function factsOf(error: Error): Record<string, unknown> {
  const type = error.name === 'Error' || error.name === 'error' ? error.constructor.name : error.name
  const facts = Object.entries(error).filter(
    ([name, value]) =>
      (FACTS.includes(name) && typeof value === 'string' && IDENTIFIER.test(value)) ||
      (NUMERIC_FACTS.includes(name) && typeof value === 'number'),
  )
  return { type: IDENTIFIER.test(type) ? type : 'Error', ...Object.fromEntries(facts) }
}

/** The chain of `cause`, and the errors in an AggregateError. */
function causesOf(error: Error): Error[] {
  const causes: Error[] = []
  const queue: unknown[] = [error]
  while (queue.length > 0 && causes.length < MAX_CAUSES) {
    const next = queue.shift()
    if (!(next instanceof Error) || causes.includes(next)) continue
    if (next !== error) causes.push(next)
    queue.push(next.cause, ...(next instanceof AggregateError ? next.errors : []))
  }
  return causes
}

/** The stack starts with the message, which may have any number of lines, some of which may look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message)
  const trace = start === -1 ? stack : stack.slice(start + message.length)
  return trace
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n')
}
