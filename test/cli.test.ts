import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as keys } from '../server/cli/keys.ts'
import { run as users } from '../server/cli/users.ts'
import { run as workspaces } from '../server/cli/workspaces.ts'
import { createTsa } from '../server/pdf/tsa.ts'
import { runCli, startCli } from './support/cli.ts'
import { testDatabaseUrl } from './support/database.ts'
import { createForm } from './support/flow.ts'
import { makePng } from './support/ink.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { createCa, Purpose } from './support/pki.ts'
import { adminQuery } from './support/postgres.ts'
import { builtInTsa, keyOf, samplePdf, seal } from './support/sealing.ts'

let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-cli-'))
  env = { DATA_DIR: dataDir, DATABASE_URL: await testDatabaseUrl() }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const start = (args: string[], more: Record<string, string> = {}) => startCli(args, { ...env, ...more })
const countersign = (args: string[], more: Record<string, string> = {}) => runCli(args, { ...env, ...more })

describe('countersign', () => {
  it('names in its help every option of workspaces set', async () => {
    const [{ stdout: help }, { stderr: usage }] = [
      await countersign(['--help']),
      await countersign(['workspaces', 'set']),
    ]
    const options = usage.match(/--[a-z-]+/g) ?? []
    expect(options).toContain('--expires-in-days')
    const ofSet = help.slice(help.indexOf('workspaces set'), help.indexOf('users link'))
    expect(options.filter((option) => !ofSet.includes(option))).toEqual([])
  })

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

    const again = start(['start', '--no-worker'])
    await expect.poll(() => again.output.stdout).toContain('"msg":"ready"')
    // As under npm: the terminal's, and the same again from each wrapper.
    const ended = once(again.child, 'close')
    again.child.kill('SIGINT')
    await expect.poll(() => again.output.stdout).toContain('"msg":"stopping"')
    again.child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(again.output.stderr).toBe('')

    const closed = start(['start', '--no-worker'])
    await expect.poll(() => closed.output.stdout).toContain('"msg":"ready"')
    closed.child.kill('SIGHUP')
    expect(await once(closed.child, 'close')).toEqual([0, null])
  })

  it('takes a short name for the workspace that has it, and asks where several have the name', async () => {
    const create = (name: string) => countersign(['keys', 'create', '--workspace', name])
    const query = (text: string) => adminQuery(env.DATABASE_URL!, text)
    await create('Older')
    await create('Bakery')
    // Owners choose names: this one is the short name of another.
    await query(`update workspaces set name = 'bakery' where slug = 'older'`)
    const { rows } = await query(`select id from workspaces where slug = 'bakery'`)
    expect((await create('bakery')).code).toBe(0)
    const newest = await query(`select workspace_id from api_keys order by created_at desc limit 1`)
    expect(newest.rows).toEqual([{ workspace_id: rows[0]!.id }])
    await query(`update workspaces set name = 'Twins' where slug in ('older', 'bakery')`)
    const asked = await create('Twins')
    expect([asked.code, asked.stdout]).toEqual([1, ''])
    expect(asked.stderr).toMatch(/^several workspaces are called Twins: .* older \(.*\), bakery \(.*\)\n$/)
    const set = await countersign(['workspaces', 'set', 'Twins', '--reminders', 'on'])
    expect([set.code, set.stderr]).toEqual([1, asked.stderr])
  })

  it('prints a link that signs somebody in, alone on stdout', async () => {
    const link = (...options: string[]) => countersign(['users', 'link', ...options])
    const created = await link('ada@example.com', '--workspace', 'Lettings', '--name', 'Ada')
    expect(created.stdout).toMatch(/^http:\/\/localhost:\d+\/sign-in\/link\/[\w-]{64}\n$/)
    expect(created.stderr).toContain('Created the workspace Lettings')
    // She belongs to it now, whatever the case of letters.
    expect(await link('ADA@example.com')).toMatchObject({ code: 0, stderr: '' })
    const { rows } = await adminQuery(
      env.DATABASE_URL!,
      `select email, users.name, role from memberships join users on users.id = user_id
       join workspaces on workspaces.id = workspace_id where workspaces.name = 'Lettings'`,
    )
    expect(rows).toEqual([{ email: 'ada@example.com', name: 'Ada', role: 'owner' }])
    // To the workspace that is named, not the one that she joined first.
    const second = await link('ada@example.com', '--workspace', 'Sales')
    const { rows: led } = await adminQuery(
      env.DATABASE_URL!,
      `select name from sign_ins join workspaces on workspaces.id = workspace_id order by sign_ins.created_at desc limit 1`,
    )
    expect([second.code, led]).toEqual([0, [{ name: 'Sales' }]])
    expect(await link('ada@example.com', '--role', 'member')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ada@example.com is the only owner of the workspace: make somebody else one first\n',
    })
  })

  it.each([
    [['link'], 'users link EMAIL'],
    [['link', 'ada'], 'ada is not an email address'],
    [['link', 'ada@example.com', '--role', 'admin'], '--role must be owner or member'],
    [['drop', 'ada@example.com'], 'users link EMAIL'],
  ])('refuses users %j and says why', async (args, why) => {
    await expect(users(args)).rejects.toThrow(why)
  })

  it('mints a key alone on stdout, lists and revokes it', async () => {
    const options = ['--workspace', 'Acme', '--scope', 'read', '--allow-ip', '10.0.0.0/8']
    const created = await countersign(['keys', 'create', ...options])
    expect(created.stdout).toMatch(/^cs_live_[0-9a-f]{32}\n$/)
    expect(created.stderr).toContain('Created the workspace Acme')
    const listed = await countersign(['keys', 'list'])
    const row = listed.stdout.split('\n').find((line) => line.includes('\tAcme\t'))!
    expect(row).toContain(created.stdout.slice(0, 16))
    expect(listed.stdout).not.toContain(created.stdout.trim())
    const id = row.split('\t')[0]!
    expect((await countersign(['keys', 'revoke', id])).code).toBe(0)
    expect((await countersign(['keys', 'revoke', id])).code).toBe(1)
  })

  it('registers a page on this machine for frames, in development', async () => {
    const create = (origin: string) => countersign(['keys', 'create', '--workspace', 'Acme', '--embed-origin', origin])
    for (const origin of ['https://*.example.com', 'http://example.com', 'http://[::1]:4000']) {
      const stderr = expect.stringContaining('not a plain https origin')
      expect(await create(origin)).toMatchObject({ code: 1, stderr })
    }
    expect((await create('http://localhost:4000/')).code).toBe(0)
    const { rows } = await adminQuery(
      env.DATABASE_URL!,
      `select embed_origins from api_keys where embed_origins <> '{}'`,
    )
    expect(rows).toEqual([{ embed_origins: ['http://localhost:4000'] }])
  })

  it('makes a workspace in the region that is asked for, and leaves it there', async () => {
    const create = (region: string) => countersign(['keys', 'create', '--workspace', 'Alpen AG', '--region', region])
    expect((await create('ch')).code).toBe(0)
    expect((await create('ch')).code).toBe(0)
    expect(await create('us')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the files of Alpen AG are in ch'),
    })
    expect((await countersign(['workspaces', 'list'])).stdout).toMatch(/\tAlpen AG\t\S+\tch\t/)
  })

  it.each([
    [['create', '--workspace', 'A', '--region', 'mars'], '--region must be one of eu, ch, us'],
    [['create', '--workspace', 'A', '--scope', 'admin'], '--scope must be one of'],
    [['create', '--workspace', 'A', '--allow-ip', '10.0.0.300'], 'neither an address nor a CIDR block'],
    [['create', '--workspace', 'A', '--return-origin', 'http://localhost:4000'], 'not a plain https origin'],
    [['create', '--workspace', ' '], '--workspace NAME is required'],
    [['create', '--admin'], "Unknown option '--admin'"],
    [['drop'], 'keys list'],
  ])('refuses keys %j and says why', async (args, why) => {
    await expect(keys(args)).rejects.toThrow(why)
  })

  it('sets what emails of a workspace look like, and whom they tell', async () => {
    const logo = join(dataDir, 'logo.png')
    await writeFile(
      logo,
      makePng(40, 10, () => [0, 80, 200, 255]),
    )
    await countersign(['keys', 'create', '--workspace', 'Post AG', '--return-origin', 'https://app.example.com/'])
    const set = (...options: string[]) => countersign(['workspaces', 'set', 'Post AG', ...options])
    const done = await set(
      ...['--notify-email', 'office@example.com', '--reply-to', 'answers@example.com', '--brand-color', '#0F766E'],
      ...['--logo', logo, '--locale', 'de', '--time-zone', 'Europe/Zurich'],
    )
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringContaining(
        'notifies office@example.com\tanswers to answers@example.com\tcolour #0f766e\tlogo set\tde\tEurope/Zurich',
      ),
    ])
    const cleared = await set('--notify-email', 'none', '--logo', 'none', '--time-zone', 'none')
    expect(cleared.stdout).toMatch(/notifies nobody\t.*\tlogo none\tde\tUTC\n$/)
  })

  it.each([
    [['--notify-email', 'a@b\r\nBcc: c@d'], '--notify-email must be an email address'],
    [['--brand-color', 'red'], '--brand-color must be a colour'],
    [['--brand-color', '#777777'], '--brand-color: neither white nor black'],
    [['--locale', 'xx'], '--locale must be one of'],
    [['--time-zone', 'Mars/Olympus'], '--time-zone must be a zone'],
    [['--logo', '/nowhere.png'], 'cannot be read'],
    [['--logo', import.meta.filename], 'neither a PNG nor a JPEG'],
    [[], 'workspaces set NAME'],
  ])('refuses workspaces set %j and says why', async (options, why) => {
    await expect(workspaces(['set', 'Post AG', ...options])).rejects.toThrow(why)
  })

  it('changes the master key, and no link changes', async () => {
    const [old, next] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const own = { DATABASE_URL: await testDatabaseUrl(), MASTER_KEY: old }
    const started = async (masterKey: string) => {
      const { child, output } = start(['start', '--no-worker'], { ...own, MASTER_KEY: masterKey })
      await expect.poll(() => output.stdout).toContain('"msg":"ready"')
      const url = /"url":"([^"]+)"/.exec(output.stdout)![1]!
      const stop = async () => {
        child.kill('SIGTERM')
        await once(child, 'close')
      }
      return { url, output, stop }
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
    await before.stop()
    const refused = await countersign(['start'], own)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('MASTER_KEY is not the one')])
    const after = await started(next)
    expect((await fetch(after.url + link)).status).toBe(200)
    const forged = link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x')
    expect((await fetch(after.url + forged)).status).toBe(404)
    await after.stop()
  }, 120_000)

  it('reports every wrong setting at once', async () => {
    const { code, stderr } = await countersign(['start'], { PORT: 'http', MODE: 'test' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/2 settings are invalid:\n {2}PORT: .*\n {2}MODE: /)
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
    const [SEAL_CERT, SEAL_KEY] = [join(dataDir, `seal-${days}.pem`), join(dataDir, `seal-${days}.key`)]
    await Promise.all([writeFile(SEAL_CERT, pem), writeFile(SEAL_KEY, key)])
    const { stdout } = await countersign(['doctor'], { SEAL_CERT, SEAL_KEY })
    expect(stdout).toMatch(new RegExp(`^${status} +seal_certificate: ${days} days left$`, 'm'))
  })

  it('verify says what is wrong with a PDF and exits 1', async () => {
    const file = join(dataDir, 'plain.pdf')
    await writeFile(file, makePdf())
    const { code, stdout } = await countersign(['verify', file])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL +structure: the file has no seal$/m)
    expect(stdout).toMatch(/NOT VALID\n$/)
  })

  it('verify says how it is called, and exits 3 for files that it cannot read', async () => {
    const file = join(dataDir, 'audit.json')
    await writeFile(file, 'no JSON')
    const [none, missing, audit] = await Promise.all([
      countersign(['verify']),
      countersign(['verify', join(dataDir, 'missing.pdf')]),
      countersign(['verify', file, '--audit', file]),
    ])
    expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/^verify FILE\.pdf [^\n]*\n$/) })
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringMatching(/^ENOENT[^\n]*missing\.pdf'\n$/) })
    expect(audit).toMatchObject({ code: 3, stderr: expect.stringMatching(/^[^\n]*JSON[^\n]*\n$/) })
  })

  it('verify exits 2 for an intact file whose time stamp has ended, and says why', async () => {
    const ca = await createCa()
    const inYears = (years: number) => new Date(Date.now() + years * 365 * 86_400_000)
    const dates = { notBefore: inYears(-3), notAfter: inYears(-1) }
    const purposes = { purposes: [Purpose.timeStamping], criticalPurposes: true }
    const answer = createTsa(await keyOf(await ca.issue({ name: 'TSA', ...purposes, ...dates })), () => inYears(-2))
    const key = await keyOf(await ca.issue({ name: 'Seal', ...dates }))
    const tsas = [{ provider: 'test', ask: answer }]
    const { bytes } = await seal(await samplePdf(), { key, tsas, level: 'B-T', signedAt: inYears(-2) })
    const [file, root] = [join(dataDir, 'ended.pdf'), join(dataDir, 'ended.pem')]
    await Promise.all([writeFile(file, bytes), writeFile(root, ca.pem)])
    const { code, stdout } = await countersign(['verify', file, '--root', root])
    expect(code).toBe(2)
    expect(stdout).not.toMatch(/^FAIL/m)
    expect(stdout).toMatch(
      /^ended {2}\S+ \(a certificate of its authority expires then\)\nINTACT, ITS TIME STAMP HAS EXPIRED /m,
    )
  }, 30_000)

  it('verify calls a file valid only when its signer leads to a root that was given', async () => {
    const [own, other] = [await createCa('Own'), await createCa('Other')]
    const key = await keyOf(await own.issue({ name: 'Seal' }))
    const { bytes } = await seal(await samplePdf(), { key, tsas: [await builtInTsa(own)], level: 'B-T' })
    const at = (name: string) => join(dataDir, name)
    await Promise.all([
      writeFile(at('sealed.pdf'), bytes),
      writeFile(at('own.pem'), own.pem),
      writeFile(at('other.pem'), other.pem),
      writeFile(at('empty.pem'), ''),
    ])
    const altered = Buffer.from(bytes)
    altered[altered.indexOf('%PDF') + 5] = '9'.charCodeAt(0)
    await writeFile(at('altered.pdf'), altered)
    const verify = (file: string, ...roots: string[]) =>
      countersign(['verify', at(file), ...roots.flatMap((root) => ['--root', at(root)])])
    const [alone, trusted, foreign, changed, empty] = await Promise.all([
      verify('sealed.pdf'),
      verify('sealed.pdf', 'own.pem'),
      verify('sealed.pdf', 'other.pem'),
      verify('altered.pdf', 'other.pem'),
      verify('sealed.pdf', 'empty.pem'),
    ])
    expect(alone).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/\nINTACT, SIGNER NOT TRUSTED\nTo trust the signer, .*\n.*--root\.\n$/),
    })
    expect(trusted).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nVALID\n$/) })
    expect(foreign).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(
        /\nFAIL {2}chain: .* none of the given roots\n[\s\S]*\nINTACT, SIGNER NOT TRUSTED\n/,
      ),
    })
    expect(changed).toMatchObject({ code: 1, stdout: expect.stringMatching(/\nNOT VALID\n$/) })
    // It was meant as a root, so the file is not judged as if none was given.
    expect(empty).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/empty\.pem is no root cert/) })
  })
})
