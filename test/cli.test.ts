import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useCommandSettings, useCommands } from './support/cli.ts'
import { makePng } from './support/ink.ts'
import { adminQuery } from './support/postgres.ts'

let env: { DATA_DIR: string; DATABASE_URL: string }
useCommandSettings((settings) => {
  env = settings
})

const run = useCommands()
const countersign = (args: string[]) => run(args, env)

/** As a command that was called wrongly, which does nothing. */
async function refused(args: string[], why: string): Promise<void> {
  expect(await countersign(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why) })
}

describe('countersign', () => {
  it('takes a short name for the workspace that has it, and asks where several have the name', async () => {
    const create = (name: string) => countersign(['keys', 'create', '--workspace', name, '--create'])
    const query = (text: string) => adminQuery(env.DATABASE_URL, text)
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
      env.DATABASE_URL,
      `select email, users.name, role from memberships join users on users.id = user_id
       join workspaces on workspaces.id = workspace_id where workspaces.name = 'Lettings'`,
    )
    expect(rows).toEqual([{ email: 'ada@example.com', name: 'Ada', role: 'owner' }])
    // To the workspace that is named, not the one that she joined first.
    const second = await link('ada@example.com', '--workspace', 'Sales')
    const { rows: led } = await adminQuery(
      env.DATABASE_URL,
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
    [['link'], "missing required argument 'email'"],
    [['link', 'ada'], 'ada is not an email address'],
    [['link', 'ada@example.com', '--role', 'admin'], 'Allowed choices are owner, member'],
    [['drop', 'ada@example.com'], "unknown command 'drop'"],
  ])('refuses users %j and says why', async (args, why) => {
    await refused(['users', ...args], why)
  })

  it('mints a key alone on stdout, lists and revokes it', async () => {
    const options = ['--workspace', 'Acme', '--scope', 'read', '--allow-ip', '10.0.0.0/8']
    const created = await countersign(['keys', 'create', '--create', ...options])
    expect(created.stdout).toMatch(/^cs_live_[0-9a-f]{32}\n$/)
    expect(created.stderr).toContain('Created the workspace Acme')
    const listed = await countersign(['keys', 'list', '--no-json'])
    const row = listed.stdout.split('\n').find((line) => line.includes('\tAcme\t'))!
    expect(row).toContain(created.stdout.slice(0, 16))
    expect(listed.stdout).not.toContain(created.stdout.trim())
    const id = row.split('\t')[0]!
    expect((await countersign(['keys', 'revoke', id])).code).toBe(0)
    expect((await countersign(['keys', 'revoke', id])).code).toBe(1)
  })

  it('registers a page on this machine for frames, in development', async () => {
    const create = (origin: string) =>
      countersign(['keys', 'create', '--workspace', 'Acme', '--create', '--embed-origin', origin])
    for (const origin of ['https://*.example.com', 'http://example.com', 'http://[::1]:4000']) {
      const stderr = expect.stringContaining('not a plain https origin')
      expect(await create(origin)).toMatchObject({ code: 2, stderr })
    }
    expect((await create('http://localhost:4000/')).code).toBe(0)
    const { rows } = await adminQuery(
      env.DATABASE_URL,
      `select embed_origins from api_keys where embed_origins <> '{}'`,
    )
    expect(rows).toEqual([{ embed_origins: ['http://localhost:4000'] }])
  })

  it('makes a workspace in the region that is asked for, and leaves it there', async () => {
    const create = (region: string) =>
      countersign(['keys', 'create', '--workspace', 'Alpen AG', '--create', '--region', region])
    expect((await create('ch')).code).toBe(0)
    expect((await create('ch')).code).toBe(0)
    expect(await create('us')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the files of Alpen AG are in ch'),
    })
    expect((await countersign(['workspaces', 'list', '--no-json'])).stdout).toMatch(/\tAlpen AG\t\S+\tch\t/)
  })

  it.each([
    [['create', '--workspace', 'A', '--region', 'mars'], 'Allowed choices are eu, ch, us'],
    [['create', '--workspace', 'A', '--scope', 'admin'], 'Allowed choices are full, read'],
    [['create', '--workspace', 'A', '--allow-ip', '10.0.0.300'], 'neither an address nor a CIDR block'],
    [['create', '--workspace', 'A', '--return-origin', 'http://localhost:4000'], 'not a plain https origin'],
    [['create', '--workspace', ' '], '--workspace is required'],
    [['create', '--admin'], "unknown option '--admin'"],
    [['drop'], "unknown command 'drop'"],
  ])('refuses keys %j and says why', async (args, why) => {
    await refused(['keys', ...args], why)
  })

  it('sets what emails of a workspace look like, and whom they tell', async () => {
    const logo = join(env.DATA_DIR, 'logo.png')
    await writeFile(
      logo,
      makePng(40, 10, () => [0, 80, 200, 255]),
    )
    const create = ['keys', 'create', '--workspace', 'Post AG', '--create']
    await countersign([...create, '--return-origin', 'https://app.example.com/'])
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
    [['--notify-email', 'a@b\r\nBcc: c@d'], '--notify-email: Enter an email address'],
    [['--brand-color', 'red'], '--brand-color: Enter a colour'],
    [['--brand-color', '#777777'], '--brand-color: Neither white nor black'],
    [['--locale', 'xx'], '--locale: Choose one of'],
    [['--time-zone', 'Mars/Olympus'], '--time-zone: Enter a time zone'],
    [['--logo', '/nowhere.png'], 'cannot be read'],
    [['--logo', import.meta.filename], 'neither a PNG nor a JPEG'],
    [[], 'name a setting'],
  ])('refuses workspaces set %j and says why', async (options, why) => {
    await refused(['workspaces', 'set', 'Post AG', ...options], why)
  })

  it('runs from the sources of a clone, and prints its version', async () => {
    const program = join(import.meta.dirname, '../server/bin/countersign.js')
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--version'])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
