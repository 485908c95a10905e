import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFile, useCommandSettings, useCommands } from './support/cli.ts'
import { adminQuery } from './support/postgres.ts'

let env: { DATA_DIR: string; DATABASE_URL: string }
useCommandSettings((settings) => {
  env = settings
})

const run = useCommands()
const countersign = (...args: string[]) => run(args, env)
const isInstalled = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

/** All commands that do something, as the help of each level names them. */
async function leaves(path: string[] = []): Promise<string[][]> {
  const { stdout } = await countersign(...path, '--help')
  const names = [...(stdout.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z-]+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help')
  if (names.length === 0) return [path]
  return (await Promise.all(names.map((name) => leaves([...path, name])))).flat()
}

describe('how countersign is called', () => {
  it('has help with examples for each command, and examples that it accepts', async () => {
    const commands = await leaves()
    expect(commands.map((path) => path.join(' '))).toEqual(
      expect.arrayContaining(['start', 'keys create', 'workspaces set', 'documents disclose', 'templates duplicate']),
    )
    for (const path of commands) {
      const { code, stdout, stderr } = await countersign(...path, '--help')
      expect([code, stderr], path.join(' ')).toEqual([0, ''])
      const examples = [...stdout.matchAll(/^ {2}countersign (.*)$/gm)].map(([, line]) => line!)
      expect(examples.length, path.join(' ')).toBeGreaterThan(0)
      for (const example of examples) {
        expect(example).toMatch(new RegExp(`^${path.join(' ')}( |$)`))
        // With one more option it runs nothing: that one alone is what is refused.
        const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
        const refused = await countersign(...words, '--no-such-option')
        expect(refused.stderr, example).toMatch(/^error: unknown option '--no-such-option'\n/)
      }
    }
  })

  it('documents its exit codes, and keeps to them', async () => {
    const { code, stdout: help } = await countersign('--help')
    expect([code, help]).toEqual([
      0,
      expect.stringMatching(/^ {2}0 {2}done\n {2}1 {2}failed: .*\n {2}2 {2}called wrongly: /m),
    ])
    expect(await countersign()).toEqual({ code: 0, stdout: help, stderr: '' })
    expect(await countersign('keys')).toMatchObject({ code: 2, stdout: '' })
    expect(await countersign('keys', 'revoke', 'x')).toMatchObject({ code: 1, stderr: 'there is no active key x\n' })
  })

  it.each([
    [['key'], 'keys'],
    [['keys', 'creat'], 'create'],
    [['keys', 'create', '--worksapce', 'A'], '--workspace'],
    [['documents', 'renew', '--dry-rum'], '--dry-run'],
  ])('suggests what %j probably means', async (args, meant) => {
    expect(await countersign(...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^error: unknown .*\\n\\(Did you mean ${meant}\\?\\)\\n"countersign .*--help"`),
      ),
    })
  })

  it('creates no workspace by a name that was mistyped', async () => {
    const create = (...args: string[]) => countersign('keys', 'create', '--workspace', ...args)
    const count = async () => (await adminQuery(env.DATABASE_URL, 'select count(*)::int from workspaces')).rows
    const none = await create('Acme')
    expect(none).toEqual({
      code: 1,
      stdout: '',
      stderr: 'there is no workspace Acme; there is none yet\nWith --create it is created.\n',
    })
    expect(await create('Acme', '--create')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^cs_live_/) })
    const close = 'there is no workspace Acne; did you mean "Acme"?\nWith --create it is created.\n'
    expect(await create('Acne')).toEqual({ code: 1, stdout: '', stderr: close })
    expect((await create('Zebra')).stderr).toContain('there is no workspace Zebra; there are Acme\n')
    expect((await countersign('workspaces', 'set', 'Acne', '--locale', 'de')).stderr).toContain('did you mean "Acme"?')
    expect(await count()).toEqual([{ count: 1 }])
    expect((await create('Acme')).code).toBe(0)
  })

  it('lists as JSON where no terminal reads, and in lines where that is asked for', async () => {
    const listed = (...args: string[]) => countersign(...args).then(({ stdout }) => JSON.parse(stdout) as object[])
    const [workspace] = await listed('workspaces', 'list')
    expect(workspace).toMatchObject({ name: 'Acme', slug: 'acme', region: 'eu', has_logo: false, retention_days: null })
    const keys = await listed('keys', 'list', '--json')
    expect(keys).toHaveLength(2)
    expect(keys[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      display: expect.stringMatching(/^cs_live_/),
      ...{ scope: 'full', workspace: 'Acme', name: 'API key', last_used_at: null, revoked_at: null },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await listed('templates', 'list', '--workspace', 'Acme')).toEqual([])
    expect((await countersign('keys', 'list', '--no-json')).stdout).toMatch(/^[0-9a-f-]{36}\tcs_live_.*\tAcme\t/)
  })

  it.skipIf(!isInstalled('script'))('lists in lines, and uses colours, on a terminal alone', async () => {
    const onTerminal = async (args: string, settings = {}) => {
      const command = `${process.execPath} ${commandFile()} ${args}`
      const all = { PATH: process.env.PATH, TERM: 'xterm-256color', ...env, ...settings }
      return (await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: all })).stdout
    }
    expect(await onTerminal('keys list')).toMatch(/^[0-9a-f-]{36}\tcs_live_/)
    expect(JSON.parse(await onTerminal('keys list --json'))).toHaveLength(2)
    const bold = '\u001b[1mUsage:'
    expect(await onTerminal('--help')).toContain(bold)
    expect(await onTerminal('keys create --help')).toContain('\u001b[1mExamples:')
    expect(await onTerminal('--help', { NO_COLOR: '1' })).not.toContain('\u001b')
    expect((await countersign('keys', 'create', '--help')).stdout).not.toContain('\u001b')
  })
})

describe('countersign completion', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-completion-'))
    for (const shell of ['bash', 'zsh', 'fish'])
      await writeFile(join(folder, shell), (await countersign('completion', shell)).stdout)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const REGIONS = ['ch', 'eu', 'us']
  const COMPLETED: [typed: string[], offered: string[]][] = [
    [['ke'], ['keys']],
    [
      ['keys', ''],
      ['create', 'list', 'revoke'],
    ],
    [['keys', 'create', '--reg'], ['--region']],
    [['keys', 'create', '--region', ''], REGIONS],
    [['keys', 'create', '--workspace', 'list', '--region', ''], REGIONS],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [
      ['verify', '--'],
      ['--audit', '--help', '--root'],
    ],
  ]
  /** Their own, where ours offer nothing. */
  const FILES: string[][] = [
    ['verify', ''],
    ['verify', '--audit', ''],
    ['templates', 'export', 'ID', ''],
  ]

  const SHELLS: Record<string, string[]> = {
    bash: [
      '--norc',
      '-c',
      'source ./bash; COMP_WORDS=(countersign "$@"); COMP_CWORD=$#; _countersign; printf "%s\\n" "$' +
        '{COMPREPLY[@]}"',
      'bash',
    ],
    zsh: [
      '-f',
      '-c',
      // In place of zsh's own functions, which a script calls to offer something.
      `compdef() { :; }; _files() { :; }; _message() { :; }
compadd() { shift; print -rl -- "$@"; }
_describe() { print -rl -- \${\${(P)2}%%:*}; }
source ./zsh; words=(countersign "$@"); CURRENT=\${#words}; PREFIX=\${words[-1]}; _countersign`,
      'zsh',
    ],
    fish: ['--no-config', '-c', 'source ./fish; complete -C "countersign $argv" | string replace -r "\\t.*" ""; true'],
  }

  async function offered(shell: string, typed: string[]): Promise<string[]> {
    const { stdout } = await promisify(execFile)(shell, [...SHELLS[shell]!, ...typed], { cwd: folder })
    return stdout.split('\n').filter(Boolean).sort()
  }

  it.each(Object.keys(SHELLS))('completes commands, options and values in %s', async (shell) => {
    if (!isInstalled(shell)) return console.warn(`${shell} is not installed: its completion was not tried`)
    for (const [typed, expected] of COMPLETED) {
      const words = await offered(shell, typed)
      // zsh and fish filter by themselves what a function offers.
      expect(
        words.filter((word) => word.startsWith(typed.at(-1)!)),
        typed.join(' '),
      ).toEqual(expected)
    }
    for (const typed of FILES)
      expect(await offered(shell, typed), typed.join(' ')).toEqual(shell === 'fish' ? ['bash', 'fish', 'zsh'] : [])
  })

  it('names the shells that it knows', async () => {
    expect(await countersign('completion', 'tcsh')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
    })
  })
})
