import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyClone } from '../clone.ts'
import { run, start } from './run.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A clone in which `npm run build` was followed by `npm ci --omit=dev` starts, and shows a document. @throws Error */
export async function tryClone(folder: string): Promise<void> {
  copyClone(folder)
  for (const built of ['dist', 'server/dist']) cpSync(join(ROOT, built), join(folder, built), { recursive: true })
  run(folder, 'npm', ['ci', '--omit=dev', '--silent', '--no-audit', '--no-fund'])
  const { env, stop } = await start(folder, ['npm', 'start'])
  try {
    const page = await fetch(new URL('/docs', env.COUNTERSIGN_BASE_URL))
    if (page.status !== 200) throw new Error(`the docs of a clone were answered ${page.status}`)
  } finally {
    stop()
  }
}
