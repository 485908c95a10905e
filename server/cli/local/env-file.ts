import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseEnv } from 'node:util'

const FILE = '.env'
/** What stands at the beginning of a key of a workspace where documents count. */
const LIVE_KEY = /^(cs|ls)_live_/

/** What the file of this folder sets now. */
export async function readEnvFile(folder: string): Promise<Record<string, string | undefined>> {
  return parseEnv(await textOf(join(folder, FILE)))
}

/**
 * Sets variables in the file, and has git ignore it, after asking; every other line stays as it is.
 * @param yes without asking; without it, and without a terminal, nothing is written
 * @returns what was done, for people
 */
export async function writeEnvFile(
  folder: string,
  values: Record<string, string>,
  { yes, signal }: { yes: boolean; signal: AbortSignal },
): Promise<string> {
  const path = join(folder, FILE)
  const before = await textOf(path)
  const now = parseEnv(before)
  const names = Object.entries(values).flatMap(([name, value]) => (now[name] === value ? [] : [name]))
  if (names.length === 0) return `${FILE} has what your program needs.`
  const shown = Object.entries(values).map(([name, value]) => `\n  ${name}=${value}`)
  if (LIVE_KEY.test(now.COUNTERSIGN_API_KEY ?? '')) {
    return `${FILE} has a key of a live workspace, and stays as it is. Your program needs:${shown.join('')}`
  }
  const list = `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)}`
  if (!yes && !(await agrees(`Write ${list} to ${FILE}? [Y/n] `, signal))) {
    return `${FILE} stays as it is (--yes writes it). Your program needs:${shown.join('')}`
  }
  await writeFile(path, withValues(before, values), { mode: 0o600 })
  return `${FILE} has ${list}${(await ignore(folder)) ? '; .gitignore names it now' : ''}.`
}

async function textOf(path: string): Promise<string> {
  return existsSync(path) ? readFile(path, 'utf8') : ''
}

function withValues(text: string, values: Record<string, string>): string {
  const missing = { ...values }
  const lines = text.split('\n').map((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''
    const value = values[name]
    delete missing[name]
    return value === undefined ? line : `${name}=${value}`
  })
  if (lines.at(-1) === '') lines.pop()
  return `${[...lines, ...Object.entries(missing).map(([name, value]) => `${name}=${value}`)].join('\n')}\n`
}

/** Whether git had to be told. */
async function ignore(folder: string): Promise<boolean> {
  const path = join(folder, '.gitignore')
  const text = await textOf(path)
  if (!existsSync(join(folder, '.git')) || text.split('\n').some((line) => /^\/?\.env\*?$/.test(line.trim())))
    return false
  await writeFile(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${FILE}\n`)
  return true
}

async function agrees(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return /^(y(es)?)?$/i.test((await lines.question(question, { signal })).trim())
  } finally {
    lines.close()
  }
}

/** A folder of ours in somebody's project, which git does not see. */
export async function hiddenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  const own = join(path, '.gitignore')
  if (!existsSync(own)) await writeFile(own, '*\n')
}
