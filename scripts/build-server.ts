import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fontFilesByPackage, packageFolder } from '../server/pdf/fonts/catalogue.ts'
import { bundleServer } from './bundle-server.ts'

/**
 * Bundles the server into `server/dist`, together with the spec, the built pages and the fonts, as `npm pack` publishes it.
 * Of the fonts' packages, which are several times as large, only the files that are used go in, with their licences.
 */
const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

rmSync(root('server/dist'), { recursive: true, force: true })
await bundleServer(root('server/dist/server'))
cpSync(root('dist/web'), root('server/dist/web'), { recursive: true })
for (const name of [
  'openapi.json',
  'api-changelog.json',
  'recorded-errors.json',
  'webhook-test-vectors.json',
  'snapshots',
  'guides',
])
  cpSync(root(`spec/${name}`), root(`server/dist/spec/${name}`), { recursive: true })
cpSync(root('sdk/README.md'), root('server/dist/sdk/README.md'))

const fonts = root('server/dist/fonts')
mkdirSync(join(fonts, 'licences'), { recursive: true })
for (const { package: name, files } of fontFilesByPackage()) {
  const folder = packageFolder(name)
  for (const file of files) cpSync(join(folder, file), join(fonts, basename(file)))
  const licence = existsSync(join(folder, 'LICENSE_FONT')) ? 'LICENSE_FONT' : 'LICENSE'
  cpSync(join(folder, licence), join(fonts, 'licences', `${basename(name)}.txt`))
}
