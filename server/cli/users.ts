import { parseArgs } from 'node:util'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import { masterKeyOf } from '../context.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import type { Role } from '../domain/actor.ts'
import { isAddress } from '../domain/people/address.ts'
import { userOfAddress, workspacesOf } from '../domain/people/members.ts'
import { linkFor } from '../domain/people/operator-link.ts'
import { findOrCreateWorkspace } from '../domain/records/workspaces/create.ts'
import { listWorkspaces } from '../domain/records/workspaces/settings.ts'
import { loadKeyring } from '../keyring.ts'
import { createLogger } from '../log.ts'
import { UsageError } from './usage-error.ts'

const USAGE = 'users link EMAIL [--workspace NAME] [--role owner|member] [--name TEXT]'

/** `countersign users link`: only the link on stdout, everything else on stderr. */
export async function run([verb, ...args]: string[]): Promise<void> {
  if (verb !== 'link') throw new UsageError(USAGE)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { workspace: { type: 'string' }, role: { type: 'string' }, name: { type: 'string' } },
  })
  const [email, more] = positionals
  if (!email || more !== undefined) throw new UsageError(USAGE)
  if (!isAddress(email)) throw new UsageError(`${email} is not an email address`)
  const { role = null, name = null } = values
  if (role !== null && !isRole(role)) throw new UsageError('--role must be owner or member')
  const config = loadConfig()
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'join')
  try {
    const workspaceId = await workspaceFor(db, email, values.workspace?.trim())
    const keyring = await loadKeyring(db, await masterKeyOf(config), systemClock)
    const link = await linkFor({ config, db, keyring, clock: systemClock }, { workspaceId, email, name, role })
    process.stdout.write(`${link}\n`)
  } finally {
    await close()
  }
}

/** The named workspace, created if there is none; otherwise one that the person belongs to, or the only one. */
async function workspaceFor(db: Db, email: string, name: string | undefined): Promise<string> {
  if (name) {
    const { workspace, created } = await findOrCreateWorkspace({ db, clock: systemClock }, name)
    if (created) process.stderr.write(`Created the workspace ${workspace.name} (${workspace.id}).\n`)
    return workspace.id
  }
  const user = await userOfAddress(db, email)
  const [own] = user ? await workspacesOf(db, user.id) : []
  if (own) return own.id
  const [only, ...others] = await listWorkspaces({ db })
  if (!only || others.length > 0) throw new UsageError(`${email} belongs to no workspace: name one by --workspace`)
  return only.id
}

function isRole(text: string): text is Role {
  return text === 'owner' || text === 'member'
}
