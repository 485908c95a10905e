import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const sdk = resolve(import.meta.dirname, '../../sdk')
const tsdown = resolve(sdk, '../node_modules/tsdown/dist/run.mjs')

/**
 * A project with nothing installed but the built package, which `npm run build -w sdk` judges as a whole.
 * @param types whether the declarations are built too, which takes twice as long
 * @returns the package's folder
 */
export async function installBuiltSdk(project: string, { types }: { types: boolean }): Promise<string> {
  const installed = join(project, 'node_modules/@countersign/sdk')
  await mkdir(installed, { recursive: true })
  const options = [...(types ? [] : ['--no-dts']), '--out-dir', join(installed, 'dist')]
  await promisify(execFile)(process.execPath, [tsdown, ...options], { cwd: sdk })
  await writeFile(join(installed, 'package.json'), await readFile(join(sdk, 'package.json')))
  return installed
}
