import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { commandFile } from './cli.ts'

const root = resolve(import.meta.dirname, '../..')
/** What npx finds for somebody who has installed our packages; it asks no registry. */
const npx = () => `#!/bin/sh
case "$1" in
  countersign) shift; exec "${process.execPath}" "${commandFile()}" "$@" ;;
  tsx) shift; exec "${process.execPath}" "${root}/node_modules/tsx/dist/cli.mjs" "$@" ;;
esac
echo "npx $1: the pages name no such program" >&2
exit 1
`

/** The terminal of somebody who reads our pages, in a folder outside the clone. */
export interface Terminal {
  folder: string
  /** What the reader replaces: the text as it is written, and their own. */
  typed: Record<string, string>
  fill(text: string): string
  /** Types commands, as they are written. What they export stays. @returns what they print. @throws Error when one fails */
  type(commands: string): Promise<string>
  /** Runs a program of Node with what was exported. @returns what it prints */
  node(args: string[]): Promise<string>
  close(): Promise<void>
}

/** @param settings environment variables that are set already, as on the machine of a server */
export async function openTerminal(settings: Record<string, string> = {}): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const bin = join(folder, '.bin')
  await mkdir(bin)
  await writeFile(join(bin, 'npx'), npx(), { mode: 0o755 })
  const path = [bin, process.env.PATH].join(delimiter)
  const env = { PATH: path, HOME: folder, ...settings }
  const run = (script: string, args: string[]) =>
    new Promise<string>((done, reject) =>
      execFile('bash', ['--norc', '-euc', script, 'bash', ...args], { cwd: folder, env }, (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : done(stdout),
      ),
    )
  const remembered = '[ ! -f .exported ] || . ./.exported\n'
  const terminal: Terminal = {
    folder,
    typed: {},
    fill: (text) =>
      Object.entries(terminal.typed).reduce((filled, [written, own]) => filled.replaceAll(written, own), text),
    type: (commands) => run(`${remembered}${terminal.fill(commands)}\nexport -p > .exported`, []),
    node: (args) => run(`${remembered}exec "$@"`, [process.execPath, ...args]),
    close: () => rm(folder, { recursive: true, force: true }),
  }
  return terminal
}
