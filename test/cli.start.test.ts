import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startCli, useCommandSettings, useCommands } from './support/cli.ts'
import { testDatabaseUrl } from './support/database.ts'
import { createForm } from './support/flow.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { createCa } from './support/pki.ts'

let env: { DATA_DIR: string; DATABASE_URL: string }
useCommandSettings((settings) => {
  env = settings
})

const start = (args: string[], more: Record<string, string> = {}) => startCli(args, { ...env, ...more })
const run = useCommands()
const countersign = (args: string[], more: Record<string, string> = {}) => run(args, { ...env, ...more })

describe('countersign start, and doctor beside it', () => {
  it('starts, shows the first key once and not in the log, serves, and stops cleanly on SIGTERM', async () => {
    const { child, output } = start(['start'])
    await expect.poll(() => output.stderr).toContain('API key')
    const key = /cs_live_[0-9a-f]{32}/.exec(output.stderr)![0]
    const url = /"url":"([^"]+)"/.exec(output.stdout)![1]
    const me = await fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
    expect(await me.json()).toMatchObject({ workspace: { name: 'My workspace', slug: 'my-workspace' } })
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    const link = /Sign in +(\S+)/.exec(output.stderr)![1]!
    const [email] = /[\w.]+@[\w.]+/.exec(await (await fetch(link)).text())!
    // The code on the page Start makes this person the signer.
    const form = createForm({ signers: [{ email }] }, makePdf())
    const headers = { Authorization: `Bearer ${key}` }
    const checked = await fetch(`${url}/v1/signing-requests/validate`, { method: 'POST', headers, body: form })
    expect([checked.status, await checked.json()]).toMatchObject([200, { ok: true }])
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    for (const secret of [key, link.split('/').at(-1)]) expect(output.stdout).not.toContain(secret)
  })

  it('changes the master key, and no link changes; stops on SIGHUP, and on SIGINT that comes twice', async () => {
    const [old, next] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const own = { DATABASE_URL: await testDatabaseUrl(), MASTER_KEY: old }
    const started = async (masterKey: string) => {
      const { child, output } = start(['start', '--no-worker'], { ...own, MASTER_KEY: masterKey })
      await expect.poll(() => output.stdout).toContain('"msg":"ready"')
      const url = /"url":"([^"]+)"/.exec(output.stdout)![1]!
      return { url, child, output, ended: once(child, 'close') }
    }
    const before = await started(old)
    await expect.poll(() => before.output.stderr).toContain('API key')
    const key = /cs_live_[0-9a-f]{32}/.exec(before.output.stderr)![0]
    const form = new FormData()
    form.set('file', new File([new Uint8Array(makePdf())], 'lease.pdf', { type: 'application/pdf' }))
    form.set('signers', JSON.stringify([{ email: 'ada@example.com' }]))
    const headers = { Authorization: `Bearer ${key}` }
    const sent = await fetch(`${before.url}/v1/signing-requests`, { method: 'POST', headers, body: form })
    const { signers } = (await sent.json()) as { signers: { signingUrl: string }[] }
    const link = new URL(signers[0]!.signingUrl).pathname

    expect((await countersign(['master-key', 'rotate'], own)).stderr).toContain('MASTER_KEY_NEXT is not set')
    const rotated = await countersign(['master-key', 'rotate'], { ...own, MASTER_KEY_NEXT: next })
    expect([rotated.code, rotated.stderr]).toEqual([0, ''])
    expect(rotated.stdout).not.toMatch(new RegExp(`${old}|${next}`))
    // The running server continues.
    expect((await fetch(before.url + link)).status).toBe(200)
    before.child.kill('SIGHUP')
    expect(await before.ended).toEqual([0, null])
    const refused = await countersign(['start'], own)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('MASTER_KEY is not the one')])
    const after = await started(next)
    expect((await fetch(after.url + link)).status).toBe(200)
    const forged = link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x')
    expect((await fetch(after.url + forged)).status).toBe(404)
    // As under npm: the terminal's, and the same again from each wrapper.
    after.child.kill('SIGINT')
    await expect.poll(() => after.output.stdout).toContain('"msg":"stopping"')
    after.child.kill('SIGINT')
    expect(await after.ended).toEqual([0, null])
    // Addresses are shown at each start, the key once.
    expect(after.output.stderr).toContain(`Dashboard   ${after.url}/sign-in`)
    expect(after.output.stderr).not.toMatch(/cs_live|Sign in/)
  })

  it('reports every wrong setting at once', async () => {
    const { code, stderr } = await countersign(['start'], { PORT: 'http', MODE: 'test' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/2 settings are invalid:\n {2}PORT: .*\n {2}MODE: /)
  })

  it.each<[Record<string, string>, string]>([
    [{ DATA_DIR: '/proc/self/x/y' }, 'DATA_DIR: name a folder that this user can make and write to'],
    [{ DATA_DIR: '/dev/null' }, 'DATA_DIR: name a folder that this user can make and write to'],
    [{ STORAGE_CH_URL: 'file:/proc/self/x' }, 'STORAGE_CH_URL: name a folder that this user can make and write to'],
    [{ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/d' }, 'DATABASE_URL: cannot connect (connect ECONNREFUSED'],
    [{ DATABASE_URL: 'postgres://u:hunter2@no.invalid/d' }, 'DATABASE_URL: cannot connect (getaddrinfo'],
    [{ HOST: 'no.invalid' }, 'HOST: this machine has no such address'],
  ])('says in one sentence which setting keeps it from starting: %j', async (settings, said) => {
    const { code, stderr } = await countersign(['start'], settings)
    expect(code).toBe(1)
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/hunter2|\n {4}at /)
  })

  it('names a database, a user and a password that Postgres refuses, and a port that is taken', async () => {
    const [database, user] = [new URL(env.DATABASE_URL), new URL(env.DATABASE_URL)]
    database.pathname = '/nowhere'
    user.username = 'nobody'
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const [settings, said] of [
      [{ DATABASE_URL: database.href }, 'are user, password and database right?'],
      [{ DATABASE_URL: user.href }, 'are user, password and database right?'],
      [{ PORT: String(port) }, `PORT: another program listens on ${port}`],
    ] as const)
      expect((await countersign(['start'], settings)).stderr).toContain(said)
    other.close()
  })

  it('doctor names what fails and exits 1', async () => {
    const { code, stdout } = await countersign(['doctor'], { TSA_URLS: 'http://127.0.0.1:1/tsr' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ok +database: good$/m)
    expect(stdout).toMatch(/^failed +time-stamp authority 127\.0\.0\.1:1: no time stamp: /m)
  })

  it.each([
    [29, 'warning'],
    [31, 'ok'],
  ])('doctor calls a seal certificate with %i days left: %s', async (days, status) => {
    const { pem, key } = await (await createCa()).issue({
      name: 'Seal',
      notAfter: new Date(Date.now() + days * 86_400_000 + 3_600_000),
    })
    const [SEAL_CERT, SEAL_KEY] = [join(env.DATA_DIR, `seal-${days}.pem`), join(env.DATA_DIR, `seal-${days}.key`)]
    await Promise.all([writeFile(SEAL_CERT, pem), writeFile(SEAL_KEY, key)])
    const { stdout } = await countersign(['doctor'], { SEAL_CERT, SEAL_KEY })
    expect(stdout).toMatch(new RegExp(`^${status} +seal_certificate: ${days} days left$`, 'm'))
  })
})
