import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDevPki, type DevPki } from '../pdf/dev-ca.ts'

const FILES = {
  caCert: 'ca.pem',
  caKey: 'ca.key',
  sealCert: 'seal.pem',
  sealKey: 'seal.key',
  tsaCert: 'tsa.pem',
  tsaKey: 'tsa.key',
} as const satisfies Record<keyof DevPki, string>

/** There is no built-in authority, and none was to be made. */
export class NoBuiltInError extends Error {}

/**
 * The keys and certificates of the built-in authority in `folder`, created on first start. Two processes that start
 * together agree: each writes a complete folder of its own, and only one rename succeeds.
 */
export async function loadDevPki(
  folder: string,
  { missing, ...make }: { now: Date; crlUrl: string; missing?: 'create' | 'refuse' },
): Promise<DevPki> {
  const found = await readPki(folder)
  if (found) return found
  if (missing === 'refuse') throw new NoBuiltInError(`there is no built-in authority in ${folder} yet`)
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const pki = await createDevPki(make)
    for (const name of namesOf(FILES)) await writeFile(join(draft, FILES[name]), pki[name], { mode: 0o600 })
    await rename(draft, folder)
    return pki
  } catch (error) {
    const winner = await readPki(folder)
    if (winner) return winner
    throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Null if nothing was created yet. A folder with a file missing is an error: an incomplete set must not be replaced
 * silently.
 */
async function readPki(folder: string): Promise<DevPki | null> {
  const names = namesOf(FILES)
  const texts = await Promise.all(names.map((name) => readOrNull(join(folder, FILES[name]))))
  if (texts.every((text) => text === null)) return null
  const missing = names.filter((_, i) => texts[i] === null).map((name) => FILES[name])
  if (missing.length > 0)
    throw new Error(`${folder} lacks ${missing.join(', ')}: restore it, or delete the folder to start over`)
  return Object.fromEntries(names.map((name, i) => [name, texts[i]])) as unknown as DevPki
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const namesOf = (files: typeof FILES) => Object.keys(files) as (keyof DevPki)[]
