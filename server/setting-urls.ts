import { didYouMean } from './did-you-mean.ts'

/** The options of URLs in settings: a misspelt one would be dropped in silence, and the TLS it asks for with it. */

const POSTGRES = [
  ...[
    'host',
    'port',
    'user',
    'password',
    'ssl',
    'sslmode',
    'sslcert',
    'sslkey',
    'sslrootcert',
    'sslnegotiation',
    'channel_binding',
  ],
  ...['uselibpqcompat', 'options', 'client_encoding', 'application_name', 'fallback_application_name'],
  ...['connect_timeout', 'statement_timeout', 'query_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
]
const CHANNEL_BINDING = ['disable', 'prefer', 'require']
/** Without `secure`, which the scheme decides: nodemailer ignores it in a URL. */
const SMTP = [
  ...['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'name', 'authMethod', 'localAddress', 'pool', 'lmtp'],
  ...['maxConnections', 'maxMessages', 'rateDelta', 'rateLimit'],
  ...['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'],
  ...['tls.rejectUnauthorized', 'tls.servername', 'tls.minVersion', 'tls.maxVersion', 'tls.ciphers'],
]

const OPTIONS: Record<string, readonly string[]> = {
  'postgres:': POSTGRES,
  'postgresql:': POSTGRES,
  'smtp:': SMTP,
  'smtps:': SMTP,
  's3:': ['region', 'tls'],
  'file:': [],
}

/** The first option that nothing reads, as a sentence; null: there is none, or the scheme has no options of ours. */
export function unknownOption(url: string): string | null {
  const scheme = /^[a-z0-9]+:/i.exec(url)?.[0].toLowerCase() ?? ''
  const known = OPTIONS[scheme]
  const [, query] = /\?([^#]*)/.exec(url) ?? []
  if (!known || query === undefined) return null
  if (known.length === 0) return `${scheme} takes no options`
  const name = [...new URLSearchParams(query).keys()].find((option) => !known.includes(option))
  if (name === undefined) return wrongBinding(query, scheme)
  // Then it may be the rest of a password.
  if (query.includes('@')) return `${scheme} has no such option; a ? in a password must be written as %3F`
  return `${scheme} has no option ${name}${didYouMean(name, known) || `; it takes ${known.join(', ')}`}`
}

function wrongBinding(query: string, scheme: string): string | null {
  const binding = new URLSearchParams(query).get('channel_binding')
  if (binding === null || CHANNEL_BINDING.includes(binding)) return null
  return `${scheme} takes channel_binding as one of ${CHANNEL_BINDING.join(', ')}`
}
