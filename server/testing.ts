import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from './db/embedded.ts'
import type { StartedServer } from './testing-server.ts'

/**
 * A whole server for tests in this process, on a free port, with a Postgres and a folder of its own that are gone when it
 * stops, or when the process exits. Any number run side by side. `testServer` of `@countersign/sdk/test` is made of it.
 */
export async function startTestServer(): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-server-'))
  // Root runs Postgres as another user, who must be able to pass.
  await chmod(dataDir, 0o711)
  const abandon = () => endNow(dataDir)
  process.once('exit', abandon)
  const gone = async () => {
    process.off('exit', abandon)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    // The server is loaded while Postgres makes its files, which takes as long.
    const [postgres, { serve }] = await Promise.all([
      startEmbedded({ dataDir, throwaway: true }),
      import('./testing-server.ts'),
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

/** At the exit of a process that has not stopped its server, when nothing can be waited for any more. */
function endNow(dataDir: string): void {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  if (existsSync(pidFile)) killIfThere(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
