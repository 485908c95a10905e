import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAbandoned, startEmbedded } from './db/embedded.ts'
import type { StartedServer } from './testing-server.ts'

/** Before the id of the process whose folder it is. */
const PREFIX = 'countersign-test-server-'

/** Of the servers that run. */
const folders = new Set<string>()

/**
 * A whole server for tests in this process, on a free port, with a Postgres and a folder of its own. Both are gone when it
 * stops or the process exits; of a process that was killed, the next one that starts a server removes them. Any number run
 * side by side. `testServer` of `@countersign/sdk/test` is made of it.
 */
export async function startTestServer(): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Root runs Postgres as another user, who must be able to pass.
  await chmod(dataDir, 0o711)
  if (folders.size === 0) process.once('exit', endNow)
  folders.add(dataDir)
  const gone = async () => {
    await remove(dataDir)
    folders.delete(dataDir)
    if (folders.size === 0) process.off('exit', endNow)
  }
  try {
    // The server is loaded while Postgres makes its files, which takes as long.
    const [postgres, { serve }] = await Promise.all([
      startEmbedded({ dataDir, throwaway: true }),
      import('./testing-server.ts'),
      removeAbandoned(),
    ])
    const server = await serve(dataDir, postgres.url).catch(async (error: unknown) => {
      await postgres.stop()
      throw error
    })
    const stop = async () => {
      await server.stop()
      await postgres.stop()
      await gone()
    }
    return { ...server, stop }
  } catch (error) {
    await gone()
    throw error
  }
}

/** At the exit of a process that has not stopped its servers, when nothing can be waited for any more. */
function endNow(): void {
  for (const dataDir of folders) {
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    if (existsSync(pidFile)) signal(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** What our processes that were killed have left. */
async function removeAbandoned(): Promise<void> {
  const own = process.getuid?.()
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!pid || signal(pid, 0)) continue
    const dataDir = join(tmpdir(), name)
    const isOurs = own === undefined || (await stat(dataDir).catch(() => null))?.uid === own
    if (isOurs && (await endAbandoned(dataDir))) await remove(dataDir)
  }
}

/** A folder that Postgres may still be writing to as it ends. */
const remove = (dataDir: string) => rm(dataDir, { recursive: true, force: true, maxRetries: 10 })

/** @returns whether the process exists */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
    return code === 'EPERM'
  }
}
