import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullSize } from './support/full-size.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const NEEDED = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'changelog', 'scripts', 'spec', 'server', 'sdk']
const DATE = '2099-01-31'
const VERSION = '99.1.0'
/** A change of the API, marked as a developer marks it, and its note. */
const ADDED = `    reference:
      x-since: next
      type: string
      description: A name of the caller's own.
`
const NOTE = `  - id: reference-of-a-hook
    type: added
    summary: Hooks have a reference.
    endpoints: [POST /hooks]
    covers: [NewHook.reference]
`

describe('npm run release', () => {
  /** A copy of the repository: a release must never be cut by a test. */
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'countersign-test-'))
    const filter = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length))
    for (const name of NEEDED) await cp(join(root, name), join(copy, name), { recursive: true, filter })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    // npm puts a version of its own here where another package's lies at the top.
    await symlink(join(root, 'server/node_modules'), join(copy, 'server/node_modules'))
    const hooks = await text('spec/components/hooks.yaml')
    await writeFile(
      join(copy, 'spec/components/hooks.yaml'),
      hooks.replace(/(NewHook:\n[\s\S]*?properties:\n)/, `$1${ADDED}`),
    )
    const rules = await text('spec/contract.md')
    await writeFile(join(copy, 'spec/contract.md'), `${rules}\n- \`reference\` (*next*). *Next*: its length.\n`)
    // Right after a release there are no notes. What they announce with a date of its own is for the release that is really cut.
    const notes = await text('changelog/unreleased.yaml').catch(() => 'title: Next release\nchanges:\n')
    const undated = notes.replaceAll(/^ {4}effective:.*\n/gm, '    rule: 5\n')
    await writeFile(join(copy, 'changelog/unreleased.yaml'), `${undated.trimEnd()}\n${NOTE}`)
    expect(await script('generate')).not.toContain('failed')
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  const text = (file: string) => readFile(join(copy, file), 'utf8')
  /** What the program printed; its errors when it failed. */
  const script = async (name: string, ...args: string[]): Promise<string> => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
    const done = run(process.execPath, [tsx, `scripts/${name}.ts`, ...args], { cwd: copy })
    return done.then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => `failed: ${error.stderr}`,
    )
  }
  const frozen = async () => readdir(join(copy, 'spec/snapshots'))

  it('refuses what the notes leave out, a date before the last release and a call without a title', async () => {
    const before = await frozen()
    if (isFullSize()) expect(await script('release', DATE, 'A title')).toContain('usage')
    const last = before
      .filter((name) => name.endsWith('.json'))
      .sort()
      .at(-1)!
      .slice(0, -'.json'.length)
    const path = join(copy, 'spec/openapi.json')
    const spec = await text('spec/openapi.json')
    await writeFile(path, spec.replaceAll('GET /me', 'x').replaceAll('"/me"', '"/moi"'))
    const refused = await script('release', last, 'A title', '0.0.9')
    expect(refused).toContain(`the last release is ${last}`)
    expect(refused).toContain('no change names "GET /me" (gone)')
    expect(refused).toMatch(/0\.0\.9 is not later than \S+, the version of @countersign\/sdk/)
    await writeFile(path, spec)
    expect(await frozen()).toEqual(before)
  })

  it('freezes the spec with its hash and turns the notes into those of the release', async () => {
    const titles = (await text('changelog/unreleased.yaml')).match(/^ {2}- id: /gm)!.length
    await run('git', ['init', '--quiet'], { cwd: copy })
    await run('git', ['remote', 'add', 'origin', 'git@git.example.com:acme/countersign.git'], { cwd: copy })
    expect(await script('release', DATE, 'Templates: and reviews', VERSION)).toContain(`Released ${DATE}`)
    for (const directory of ['server', 'sdk']) {
      const manifest = JSON.parse(await text(`${directory}/package.json`)) as object
      expect(manifest).toEqual({
        ...(JSON.parse(await readFile(join(root, directory, 'package.json'), 'utf8')) as object),
        version: VERSION,
        // What npm needs to publish with provenance, by a workflow that it trusts.
        publishConfig: { access: 'public', provenance: true },
        homepage: 'https://git.example.com/acme/countersign#readme',
        bugs: 'https://git.example.com/acme/countersign/issues',
        repository: { type: 'git', url: 'git+https://git.example.com/acme/countersign.git', directory },
      })
    }
    expect(await text('sdk/src/version.ts')).toContain(`VERSION = '${VERSION}'`)
    const { packages } = JSON.parse(await text('package-lock.json')) as {
      packages: Record<string, { version: string }>
    }
    expect([packages.server!.version, packages.sdk!.version]).toEqual([VERSION, VERSION])
    const snapshot = await text(`spec/snapshots/${DATE}.json`)
    expect((await text('spec/snapshots/SHA256SUMS')).split('\n').at(-2)).toBe(
      `${createHash('sha256').update(snapshot).digest('hex')}  ${DATE}.json`,
    )
    const { info, paths } = JSON.parse(snapshot) as { info: { version: string }; paths: object }
    expect(info.version).toBe(DATE)
    expect(Object.keys(paths)).toContain('/signing-requests/validate')
    expect(await text('spec/components/hooks.yaml')).toContain(ADDED.replace('next', `"${DATE}"`))
    const rules = await text('spec/contract.md')
    expect(rules).toContain(`- \`reference\` (*${DATE}*). *${DATE}*: its length.`)
    expect(rules).toContain(`this one ${DATE}.`)
    const current = await text('spec/openapi.json')
    expect((JSON.parse(current) as { info: { version: string } }).info.version).toBe(DATE)
    expect(current.replace(/`x-since: next`/, '')).not.toMatch(/: ?"next"|x-since: next/)

    expect(await readdir(join(copy, 'changelog'))).not.toContain('unreleased.yaml')
    expect(await text('CHANGELOG.md')).toContain(`## ${DATE}: Templates: and reviews`)
    const { entries } = JSON.parse(await text('spec/api-changelog.json')) as {
      entries: { date: string; changes: object[] }[]
    }
    expect(entries[0]!.date).toBe(DATE)
    expect(entries[0]!.changes.length).toBeLessThanOrEqual(titles)
    expect(JSON.stringify(entries)).not.toMatch(/"(covers|rule|area)"/)

    expect(await script('changelog', '--check')).toBe('')
    if (!isFullSize()) return
    expect(await script('generate', '--check')).toContain('up to date')
    expect(await script('release', '2099-02-28', 'Again')).toContain('there is nothing to release')
  })
})
