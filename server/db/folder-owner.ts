import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'

/** A longer path cannot name a socket: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const MAX_PATH_BYTES = 103

/** Gives the folder back. */
export type Release = () => Promise<void>

/**
 * Takes a data folder for this process with a socket in it. The system closes it when the process dies, and whoever sees
 * the folder can tell, also from another container on the machine, where neither the process nor its ports are seen.
 * Null: another process has it. Where a socket cannot be made, which is logged, nothing is taken.
 */
export async function takeFolder(path: string, onLog: (line: string) => void): Promise<Release | null> {
  if (process.platform === 'win32' || Buffer.byteLength(path) > MAX_PATH_BYTES) return async () => {}
  for (;;) {
    try {
      const server = await listen(path)
      return async () => {
        server.close()
        await once(server, 'close')
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') {
        const reached = await reach(path)
        if (reached === 'alive') return null
        if (reached === 'dead') {
          await rm(path, { force: true })
          continue
        }
      }
      onLog(`${path} cannot tell other containers that this folder is in use (${code})`)
      return async () => {}
    }
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return server
}

/** `unknown`: it belongs to another user, for example. */
async function reach(path: string): Promise<'alive' | 'dead' | 'unknown'> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return 'alive'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'dead' : 'unknown'
  } finally {
    socket.destroy()
  }
}
