import pg from 'pg'

const EVERY_MS = 1_000

export interface DatabaseUsed {
  bytesBefore: number
  bytesAfter: number
  /** The most at a time, without that of this program. */
  connections: number
}

/** Watches the size of a database and the connections to it. */
export async function watchDatabase(url: string): Promise<() => Promise<DatabaseUsed>> {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign-load' })
  await client.connect()
  const size = async () => {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return Number(rows[0]!.bytes)
  }
  let connections = 0
  const look = async () => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    connections = Math.max(connections, rows[0]!.n)
  }
  const bytesBefore = await size()
  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await looking
    const used = { bytesBefore, bytesAfter: await size(), connections }
    await client.end()
    return used
  }
}
