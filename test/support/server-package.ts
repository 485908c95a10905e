import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

const modules = resolve(import.meta.dirname, '../../node_modules')

/** The server as its package has it, bundled, in a project of somebody who tests against it, with tsx. */
export async function installServerPackage(project: string): Promise<void> {
  const installed = join(project, 'node_modules/countersign')
  await mkdir(installed, { recursive: true })
  const manifest = { name: 'countersign', type: 'module', exports: { './test': './test.js' } }
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest))
  const bundle = pathToFileURL(join(inject('commandFolder'), 'testing.js'))
  await writeFile(join(installed, 'test.js'), `export * from '${bundle}'\n`)
  await symlink(join(modules, 'tsx'), join(project, 'node_modules/tsx'))
}
