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
import { CommandError, UsageError } from './errors.ts'

export interface LinkOptions {
  /** Id, short name or name. */
  workspace?: string
  role?: Role
  name?: string
}

/** `countersign users link`: only the link on stdout, everything else on stderr. */
export async function link(email: string, { workspace, role, name }: LinkOptions): Promise<void> {
  if (!isAddress(email)) throw new UsageError(`${email} is not an email address`)
  const config = loadConfig()
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'join')
  try {
    const workspaceId = await workspaceFor(db, email, workspace?.trim())
    const keyring = await loadKeyring(db, await masterKeyOf(config), systemClock)
    const person = { workspaceId, email, name: name ?? null, role: role ?? null }
    process.stdout.write(`${await linkFor({ config, db, keyring, clock: systemClock }, person)}\n`)
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
  if (!only || others.length > 0) throw new CommandError(`${email} belongs to no workspace: name one by --workspace`)
  return only.id
}
