import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { folderOfTest } from './tools.ts'

/** PgBouncer refuses to run as root; this user owns nothing. */
const NOBODY = 65_534

/**
 * A PgBouncer of the running test in front of a database, pooling by transaction. Unlike Debian's
 * settings it may take the limits that a connection starts with, and ignore them. @returns its connection string
 */
export async function startPgBouncer(program: string, database: string, ignored: string[] = []): Promise<string> {
  const target = new URL(database)
  const port = await freePort()
  const folder = folderOfTest()
  chmodSync(folder, 0o755)
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      'auth_type = plain',
      `auth_file = ${users}`,
      `ignore_startup_parameters = ${['extra_float_digits', ...ignored].join()}`,
      '',
    ].join('\n'),
  )
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(program, [settings], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += String(chunk)
  })
  onTestFinished(() => ended(child))
  await expect.poll(() => log).toContain('process up')
  target.port = String(port)
  return target.href
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await once(child, 'close')
}
