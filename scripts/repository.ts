import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES } from './versions.ts'

const SCP_FORM = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)(.+)$/

/**
 * Names repository, homepage and issues in the packages, from the remote `origin` of the clone that a release is made in.
 * @returns the web address of the repository; null, and nothing is written, where the remote is not one that others can open
 */
export function nameRepository(root: string): string | null {
  const address = webAddress(origin(root))
  if (address === null) return null
  for (const directory of PACKAGES) {
    const path = join(root, directory, 'package.json')
    const { repository: _1, homepage: _2, bugs: _3, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
    const named = Object.entries(manifest).flatMap((entry) =>
      entry[0] === 'license' ? [...addresses(address, directory), entry] : [entry],
    )
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`)
  }
  return address
}

const addresses = (address: string, directory: string): [string, unknown][] => [
  ['homepage', `${address}#readme`],
  ['bugs', `${address}/issues`],
  ['repository', { type: 'git', url: `git+${address}.git`, directory }],
]

function origin(root: string): string {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // Not a clone, or one without this remote: there is no address.
    return ''
  }
}

/** `https://host/owner/name`, without credentials, for the forms in which git writes a remote; null for any other. */
function webAddress(remote: string): string | null {
  const [, host, path] = SCP_FORM.exec(remote) ?? []
  const full = host ? `ssh://${host}/${path}` : remote
  const url = URL.canParse(full) ? new URL(full) : null
  if (!url || !['https:', 'ssh:'].includes(url.protocol) || !/\.[a-z]+$/i.test(url.hostname)) return null
  return `https://${url.hostname}${url.pathname.replace(/\/$/, '').replace(/\.git$/, '')}`
}
