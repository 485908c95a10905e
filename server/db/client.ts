import pg from 'pg'

/** SCRAM bound to the server's certificate (RFC 5929, `tls-server-end-point`), so that nobody in between can log in. */
const BOUND = 'SCRAM-SHA-256-PLUS'

/**
 * A connection that honours two options of libpq in its URL that the driver does not know. `channel_binding`: `prefer`
 * binds the login to the TLS connection where the server offers that, `require` logs in no other way.
 * `sslrootcert=system`: the certificate must lead to an authority that Node trusts.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const binding = channelBinding(config.connectionString ?? '')
    super({ ...withSystemRoots(config), enableChannelBinding: binding === 'prefer' || binding === 'require' })
    if (binding === 'require') this.#requireBinding()
  }

  #requireBinding(): void {
    let isBound = false
    // The driver asks for the password before it answers, so nothing of it is sent to a server that offers less.
    const refuse = () => {
      const password = () => {
        throw new ChannelBindingError()
      }
      Object.assign(this, { password })
    }
    this.connection.on('authenticationCleartextPassword', refuse)
    this.connection.on('authenticationMD5Password', refuse)
    this.connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
      if (!mechanisms.includes(BOUND)) refuse()
    })
    // The driver fails the connection if what comes here does not prove that the server knows the password.
    this.connection.on('authenticationSASLFinal', () => {
      const session: unknown = Reflect.get(this, 'saslSession')
      isBound = typeof session === 'object' && session !== null && Reflect.get(session, 'mechanism') === BOUND
    })
    this.connection.on('authenticationOk', () => {
      if (!isBound) this.connection.emit('error', new ChannelBindingError())
    })
  }
}

/** Without the URL, which has the password. */
class ChannelBindingError extends Error {
  constructor() {
    super(
      'channel_binding=require in the URL of the database, but the server offers none on this connection ' +
        '(it needs TLS and SCRAM-SHA-256-PLUS): add sslmode=verify-full, or set channel_binding=prefer',
    )
  }
}

/** libpq checks the name as well then, whatever else the URL says. */
function withSystemRoots(config: pg.ClientConfig): pg.ClientConfig {
  const { connectionString: url } = config
  if (!url || option(url, 'sslrootcert') !== 'system') return config
  const [place, query] = url.split('?', 2)
  const options = new URLSearchParams(query)
  options.delete('sslrootcert')
  options.set('sslmode', 'verify-full')
  return { ...config, connectionString: `${place}?${options}` }
}

const channelBinding = (url: string) => option(url, 'channel_binding')

const option = (url: string, name: string): string | null => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get(name)
