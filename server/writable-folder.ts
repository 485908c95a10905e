import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Makes the folder that a setting names, with those above it, unless it is there.
 * @param mode of what is made, less the umask
 * @throws ConfigError when it cannot be made or written to
 */
export async function makeWritableFolder(setting: string, path: string, mode = 0o777): Promise<void> {
  try {
    await makeFolder(path, mode)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException
    throw new ConfigError([`${setting}: name a folder that this user can make and write to, on a disk (${message})`])
  }
}

/** Step by step: Node's own `recursive` never ends in a file system such as /proc, where nothing can be made. */
async function makeFolder(path: string, mode: number): Promise<void> {
  if (await exists(`${path}/.`)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await exists(`${path}/.`))) throw error
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
