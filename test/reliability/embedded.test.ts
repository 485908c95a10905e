import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '../../server/db/embedded.ts'
import { ended, programFile, runCli, startCli } from '../support/cli.ts'

let dataDir: string
const running: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  // mkdtemp makes a 0700 folder: as root this is like a checkout that the user postgres cannot enter.
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-embedded-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const one of running.splice(0)) await one.stop()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(options: { ifRunning?: 'join'; onLog?: (line: string) => void } = {}): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir, ...options })
  running.push(embedded)
  return embedded
}

async function startInProcess(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [programFile('embedded'), dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [url] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, url }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('the first start makes a durable cluster that listens on this machine only, with a random password kept 0600', async () => {
  const { url } = await start()
  const settings = await query(
    url,
    `select name, setting from pg_settings where name in
     ('fsync', 'autovacuum', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories')`,
  )
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    autovacuum: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  })
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  const stranger = new URL(url)
  stranger.password = 'postgres'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('its log reports its own state, not the values in a failed statement', async () => {
  const lines: string[] = []
  const { url } = await start({ onLog: (line) => lines.push(line) })
  await expect(query(url, `select 'ada.secret@reader.test'::uuid`)).rejects.toThrow('invalid input syntax')
  await running.pop()!.stop()
  expect(lines.join('\n')).toContain('database system is shut down')
  expect(lines.join('\n')).not.toContain('secret')
})

test('after a kill -9 the orphan is stopped cleanly, and what was committed is there', async () => {
  const { child, url } = await startInProcess()
  await query(url, 'create table kept (n integer)')
  await query(url, 'insert into kept values (42)')
  const orphan = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
  child.kill('SIGKILL')
  await once(child, 'exit')

  const { url: next } = await start()
  expect(await query(next, 'select n from kept')).toEqual([{ n: 42 }])
  const now = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
  expect(now).not.toBe(orphan)
  await expect(query(url, 'select 1')).rejects.toThrow()
})

test('a server whose database ends by itself exits, so that both are started again', async () => {
  const own = join(dataDir, 'server')
  const server = startCli(['start'], { DATA_DIR: own })
  children.push(server.child)
  await expect.poll(() => server.output.stdout).toContain('"ready"')
  const [pid] = (await readFile(join(own, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const { code, stdout } = await ended(server)
  expect([code, stdout]).toEqual([1, expect.stringContaining('The embedded PostgreSQL ended (SIGKILL)')])
})

test('a second server is refused while one runs; a command uses the running one and leaves it running', async () => {
  const { url } = await startInProcess()
  await expect(start()).rejects.toThrow('Another Countersign is running')
  // A worker says how it would run beside it.
  const { code, stderr } = await runCli(['worker'], { DATA_DIR: dataDir })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Another Countersign is running on [^\n]*DATABASE_URL[^\n]*\n$/),
  ])
  const joined = await start({ ifRunning: 'join' })
  expect(joined.url).toBe(url)
  await joined.stop()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('nothing starts beside a server whose processes it cannot see, as from another container', async () => {
  const { child, url } = await startInProcess()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const seen = await readFile(pidFile, 'utf8')
  await writeFile(pidFile, seen.replace(/^\d+/, '4194303'))
  await expect(start()).rejects.toThrow('Another Countersign is running')
  await expect(start({ ifRunning: 'join' })).rejects.toThrow('docker exec')
  await writeFile(pidFile, seen)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  // Its socket stays when it is killed, and does not stop the next one.
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await start()).stop()
  await expect(stat(join(dataDir, 'postgres.owner'))).rejects.toThrow('ENOENT')
})

test('a pid file that names an unrelated process does not stop it from starting', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `4194303\n${join(dataDir, 'postgres')}\n0\n1\n`)
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a folder made by another major version is refused, with what to do about it', async () => {
  const version = join(dataDir, 'postgres', 'PG_VERSION')
  const made = await readFile(version, 'utf8')
  await chmod(version, 0o600)
  await writeFile(version, '17\n')
  await expect(start()).rejects.toThrow(/created by PostgreSQL 17; .* includes 18\..*countersign backup DIR/)
  await writeFile(version, made)
  await start()
})
