import { open } from 'node:fs/promises'

/** Makes a rename or removal in `directory` survive a power failure: POSIX guarantees it only after this. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
