import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../../server/db/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../server/db/embedded.ts'
import { runCli, useCommands } from '../support/cli.ts'
import { runDoctor } from '../support/doctor.ts'
import { adminQuery } from '../support/postgres.ts'
import { tlsCertificate } from '../support/tls.ts'

/** As the protocol of Postgres frames it: type, length, code. */
const AUTHENTICATION_CLEARTEXT_PASSWORD = Buffer.from('520000000800000003', 'hex')

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-tls-'))
  // Root runs Postgres as another user.
  await chmod(folder, 0o755)
  postgres = await startEmbedded({ dataDir: folder, throwaway: true })
  const { key, cert } = await tlsCertificate('127.0.0.1')
  await writeFile(join(folder, 'root.pem'), cert)
  await written('server.crt', cert)
  await written('server.key', key)
  await adminQuery(postgres.url, 'alter system set ssl = on')
  await adminQuery(postgres.url, 'select pg_reload_conf()')
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = useCommands()

/** By Postgres itself, whose file it has to be. */
const written = (name: string, text: string) =>
  adminQuery(
    postgres.url,
    `copy (select unnest(string_to_array('${text.trim()}', chr(10)))) to program 'umask 077; cat > ${name}'`,
  )

/** Whether the session is encrypted, or why there is none. */
async function connected(options: string): Promise<boolean | string> {
  const db = createDatabase({ url: `${postgres.url}?${options}` })
  try {
    const { rows } = await db.pool.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0]!.ssl
  } catch (error) {
    return (error as Error).message
  } finally {
    await db.destroy()
  }
}

it('binds the login to the TLS connection where the URL says so, and refuses one that is not bound', async () => {
  const tls = `sslmode=verify-full&sslrootcert=${join(folder, 'root.pem')}`
  await expect.poll(() => connected(tls)).toBe(true)
  for (const binding of ['disable', 'prefer', 'require'])
    expect(await connected(`${tls}&channel_binding=${binding}`)).toBe(true)
  expect(await connected('channel_binding=prefer')).toBe(false)
  expect(await connected('channel_binding=require')).toMatch(/^channel_binding=require .* the server offers none/)
})

it('says what a URL needs whose server has a certificate of its own authority, and takes those of the system', async () => {
  const ofDatabase = async (options: string, more: Record<string, string> = {}) => {
    const settings = { DATA_DIR: folder, DATABASE_URL: `${postgres.url}?${options}`, ...more }
    // The certificates of the system are read once by a process.
    const { of } = await runDoctor(settings, more.NODE_EXTRA_CA_CERTS ? runCli : run)
    return of('database')!.detail
  }
  for (const options of ['sslmode=require', 'sslrootcert=system&sslmode=require'])
    expect(await ofDatabase(options)).toMatch(
      /^the certificate .* \(self-signed .*add .* sslrootcert=\/path\/to\/ca\.pem/,
    )
  const isOpen = /^\d+ migrations are pending/
  expect(await ofDatabase('sslmode=no-verify')).toMatch(isOpen)
  const NODE_EXTRA_CA_CERTS = join(folder, 'root.pem')
  for (const options of ['sslrootcert=system', 'sslmode=verify-full&sslrootcert=system&application_name=a%20b'])
    expect(await ofDatabase(options, { NODE_EXTRA_CA_CERTS })).toMatch(isOpen)
})

it('refuses a server that asks for no proof', async () => {
  const tls = `sslmode=verify-full&sslrootcert=${join(folder, 'root.pem')}`
  for (const method of ['trust', 'password']) {
    const line = `host all all 127.0.0.1/32 ${method}`
    await adminQuery(postgres.url, `copy (select '${line}') to program 'cat > pg_hba.conf'`)
    await adminQuery(postgres.url, 'select pg_reload_conf()')
    await expect.poll(() => connected(`${tls}&channel_binding=require`)).toMatch(/the server offers none/)
    expect(await connected(`${tls}&channel_binding=prefer`)).toBe(true)
  }
})

it('sends no password to a server that asks for it in clear text', async () => {
  let received = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (received === '') socket.write(AUTHENTICATION_CLEARTEXT_PASSWORD)
      received += bytes.toString('latin1')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const db = createDatabase({ url: `postgres://someone:hunter2@127.0.0.1:${port}/some?channel_binding=require` })
  await expect(db.pool.query('select 1')).rejects.toThrow(/the server offers none/)
  await db.destroy()
  server.close()
  expect(received).toContain('someone')
  expect(received).not.toContain('hunter2')
})
