import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the two packages that are published, always with one version. */
export const PACKAGES = ['server', 'sdk']

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** What is wrong with this as the next version: it has to be later than that of both packages. */
export function problemsOfVersion(root: string, version: string): string[] {
  if (!VERSION.test(version)) return [`${version} is not a version such as 1.4.0`]
  return PACKAGES.map((folder) => manifestOf(root, folder))
    .filter((manifest) => !isLater(version, manifest.version))
    .map((manifest) => `${version} is not later than ${manifest.version}, the version of ${manifest.name}`)
}

/** Sets the version of both packages, in what the SDK says of itself, and in the lock file. */
export function setVersion(root: string, version: string): void {
  for (const folder of PACKAGES) {
    const path = join(root, folder, 'package.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^( {2}"version": ").*(",)$/m, `$1${version}$2`))
  }
  const own = join(root, 'sdk/src/version.ts')
  writeFileSync(own, readFileSync(own, 'utf8').replace(/(VERSION = ')[^']*/, `$1${version}`))
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function manifestOf(root: string, folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string; version: string }
}

function isLater(version: string, last: string): boolean {
  const [own, other] = [version, last].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differing = own.findIndex((number, index) => number !== other[index])
  return differing >= 0 && own[differing]! > other[differing]!
}
