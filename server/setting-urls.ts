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
/** The values of an option where others would be read as something else. */
const VALUES: Record<string, readonly string[]> = {
  channel_binding: ['disable', 'prefer', 'require'],
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
}
/** Options that hosts put into their URLs for other programs, and what to do about each. */
const FOREIGN: Record<string, string> = {
  ...named(['pgbouncer'], 'is for Prisma: leave it out, and set DATABASE_DIRECT_URL if this URL leads to a PgBouncer'),
  ...named(
    ['connection_limit', 'pool_timeout', 'schema', 'statement_cache_size', 'supa'],
    'is for Prisma: leave it out',
  ),
  ...named(['target_session_attrs', 'load_balance_hosts'], 'is not read: leave it out, and name the primary alone'),
  ...named(
    ['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
    'is not read: leave it out; connections are kept alive',
  ),
  ...named(['gssencmode', 'krbsrvname', 'sslcompression', 'sslsni'], 'is not read: leave it out'),
}
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

/**
 * What is wrong with the URL of a setting, as a sentence that names nothing of a secret in it; null: nothing, or it is of
 * no kind that is known here.
 */
export function urlProblem(url: string): string | null {
  const scheme = /^[a-z0-9]+:/i.exec(url)?.[0].toLowerCase() ?? ''
  // The part before the host ends at the first of these characters, so an @ after it was meant to end the password.
  const [, authority = '', rest = ''] = /^[a-z0-9]+:\/\/([^/?#]*)([/#][^?]*)/i.exec(url) ?? []
  if (SECRET.includes(scheme) && !authority.includes('@') && rest.includes('@'))
    return `has a ${rest[0]} in the user or password, which must be written as ${encodeURIComponent(rest[0]!)}`
  if (SECRET.includes(scheme) && (!URL.canParse(url) || new URL(url).hash !== ''))
    return 'must be a URL; what is special in a user or password must be percent-encoded, as # is %23'
  return unknownOption(url, scheme)
}

/** Those with a user and a password before their host. */
const SECRET = ['postgres:', 'postgresql:', 'smtp:', 'smtps:']

/** The first option that nothing reads. */
function unknownOption(url: string, scheme: string): string | null {
  // A host ends at the first slash: what follows is then half of a secret.
  if (scheme === 's3:' && (!URL.canParse(url) || new URL(url).pathname.includes('@')))
    return 's3: has no such form; a / in the secret must be written as %2F'
  const known = OPTIONS[scheme]
  const [, query] = /\?([^#]*)/.exec(url) ?? []
  if (!known || query === undefined) return null
  if (known.length === 0) return `${scheme} takes no options`
  const name = [...new URLSearchParams(query).keys()].find((option) => !known.includes(option))
  if (name === undefined) return wrongValue(query, scheme)
  if (known === POSTGRES && FOREIGN[name]) return `${name} ${FOREIGN[name]}`
  // Then it may be the rest of a password.
  if (query.includes('@')) return `${scheme} has no such option; a ? in a password must be written as %3F`
  return `${scheme} has no option ${name}${didYouMean(name, known) || `; it takes ${known.join(', ')}`}`
}

function wrongValue(query: string, scheme: string): string | null {
  for (const [name, value] of new URLSearchParams(query)) {
    const allowed = VALUES[name]
    if (allowed && !allowed.includes(value)) return `${scheme} takes ${name} as one of ${allowed.join(', ')}`
  }
  return null
}

function named(names: string[], advice: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]))
}
