import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * JSON lines on stdout (or `destination`). What must never be printed is not handed to the logger in the first place;
 * the redaction and the serializer of errors below are the second fence.
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

/** Nobody may be reading any more, as after the terminal was closed: the work goes on, above all that of stopping. */
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
 * Errors whose message is made of our own words, codes, hosts and paths. Every other message may quote what it was about,
 * a recipient's address or a column's value, and so may a DomainError's, which speaks to the caller.
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

/** What errors of ours, Node, pg, nodemailer and the HTTP clients carry that names a rule or a place, never a value. */
const FACTS = ['code', 'reason', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall', 'command']
const NUMERIC_FACTS = ['status', 'statusCode', 'responseCode']
const IDENTIFIER = /^[\w.$ -]{1,64}$/
const FRAME = /^ {4}at (?:.+ \()?(?:(?:file|node):|\/|[A-Z]:\\|<anonymous>|native).*$/
const MAX_CAUSES = 5

/** An error for the log: type, facts, the frames of its stack, its causes by type and facts alone. */
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

/** The same in one line, for a row that is kept: no message that may quote a value, no stack. */
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

/** The chain of `cause`, and what an AggregateError holds. */
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

/** The stack begins with the message, which may have any number of lines, also some that look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message)
  const trace = start === -1 ? stack : stack.slice(start + message.length)
  return trace
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n')
}
