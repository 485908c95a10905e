import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a pool and Postgres, and can swallow the answer to a COMMIT together with the connection. */
export interface PostgresProxy {
  /** The given URL, through the proxy. */
  url: string
  /** The next COMMIT reaches Postgres; its answer is dropped. */
  loseNextCommit(): void
  /** Whether a connection that Postgres closes stays open here until it is used again. */
  lingers: boolean
  close(): Promise<void>
}

export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const state = { lingers: false }
  let armed = false
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    let losing = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (socket === client || !state.lingers) client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (armed && chunk.toString('latin1').endsWith('commit\0')) {
        armed = false
        losing = true
      }
      if (upstream.destroyed) client.destroy()
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => (losing ? client.destroy() : client.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return Object.assign(state, {
    url: url.href,
    loseNextCommit: () => {
      armed = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}
