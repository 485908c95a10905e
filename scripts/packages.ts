// `npm run test:packages`: packs both packages as npm publishes them and uses them as a stranger does, in folders outside the
// clone. The server's is installed with its dependencies; `npx countersign try` writes a signed PDF and `npx countersign start`
// serves. The SDK's goes into bare projects, each with nothing else: they send a PDF to that server and check the signed one.
// Then the commands of both READMEs are typed in empty folders, and the first program of the SDK's runs.
// The server is installed by other package managers too, without install scripts, and starts.
// Last, a clone that was built serves after `npm ci --omit=dev`.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from 'pdf-lib'
import { tryClone } from './packages/clone.ts'
import { tryManagers } from './packages/managers.ts'
import { PRINTED, PROJECTS, type Project, programOf } from './packages/projects.ts'
import { trySdkReadme, tryServerReadme } from './packages/readmes.ts'
import { type Environment, run, start } from './packages/run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The tarball of a workspace. */
function pack(workspace: string, into: string): string {
  const before = new Set(readdirSync(into))
  run(root, 'npm', ['pack', '--silent', '--workspace', workspace, '--pack-destination', into])
  return join(into, readdirSync(into).find((name) => !before.has(name))!)
}

/** A project with one package installed from its tarball. @returns the folder of the package */
function install(folder: string, tarball: string, manifest: object, name: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  run(folder, 'npm', ['install', '--silent', '--no-audit', '--no-fund', tarball])
  const installed = join(folder, 'node_modules', name)
  for (const file of ['README.md', 'LICENSE'])
    if (!existsSync(join(installed, file))) throw new Error(`the package ${name} has no ${file}`)
  return installed
}

/** Compiles strictly where the project is in TypeScript, and runs its program. */
function tryProject(project: Project, folder: string, env: Environment): void {
  writeFileSync(join(folder, project.file), programOf(project))
  if (project.compiler) {
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
    const strict = ['--strict', '--target', 'es2022', ...project.compiler, ...types]
    run(folder, process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...strict, project.file])
  }
  const printed = run(folder, process.execPath, ['program.js'], env).trim()
  if (printed !== PRINTED) throw new Error(`${project.name} printed ${printed}, not ${PRINTED}`)
  console.log(`${project.name}: sends a PDF, checks a signed one and a webhook.`)
}

async function onePage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage().drawText('A lease.')
  return pdf.save()
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-packages-'))
try {
  const server = join(folder, 'server')
  const tarballs = { server: pack('server', folder), sdk: pack('sdk', folder) }
  install(server, tarballs.server, {}, 'countersign')
  console.log(`countersign ${run(server, 'npx', ['countersign', '--version']).trim()} is installed from its package.`)
  run(server, 'npx', ['countersign', 'try', '--out', 'try'])
  const lease = await onePage()
  const { env, stop } = await start(server, ['npx', 'countersign', 'start'])
  try {
    console.log('npx countersign try has signed a PDF, npx countersign start serves.')
    for (const [index, project] of PROJECTS.entries()) {
      const here = join(folder, String(index))
      install(here, tarballs.sdk, { type: project.type }, '@countersign/sdk')
      writeFileSync(join(here, 'lease.pdf'), lease)
      copyFileSync(join(server, 'try/signed.pdf'), join(here, 'signed.pdf'))
      tryProject(project, here, env)
    }
    trySdkReadme(join(folder, 'sdk-readme'), tarballs, lease, env)
    console.log('The first program of sdk/README.md compiles strictly and sends a PDF.')
  } finally {
    stop()
  }
  const seconds = await tryServerReadme(join(folder, 'server-readme'), tarballs, lease)
  console.log(`The commands of server/README.md lead to VALID, ${seconds.toFixed(0)} s after npm install began.`)
  for (const line of await tryManagers(join(folder, 'managers'), tarballs.server)) console.log(line)
  await tryClone(join(folder, 'clone'))
  console.log('npm start serves in a clone without the development packages.')
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}
