import type { ColumnType, Generated } from 'kysely'
import type { SenderEmails } from './values.ts'

/** The tables of the people who use the dashboard, as kysely sees them. */

export interface UsersTable {
  id: string
  /** Unique without regard to case. */
  email: string
  name: string | null
  created_at: Date
  /** What they are emailed about of the documents that they sent. */
  emails: Generated<SenderEmails>
}

/** Accounts at issuers of single sign-on, by the `sub` that never changes there. */
export interface UserIdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

export interface MembershipsTable {
  workspace_id: string
  user_id: string
  role: 'owner' | 'member'
  created_at: Date
}

export interface UserSessionsTable {
  id: string
  token_hash: Buffer
  user_id: string
  /** The workspace that is shown; null: the one the person has belonged to for longest. */
  workspace_id: string | null
  created_at: Date
  last_used_at: Date
  ip: string | null
  user_agent: string | null
  revoked_at: Date | null
}

export interface SignInsTable {
  id: string
  /** Null: asked for an address that nobody has. */
  user_id: string | null
  email: string
  ip: string | null
  /** SHA-256 of the cookie of the window that takes the code; null: there is no code. */
  window_hash: Buffer | null
  /** The sign-in whose mail has this one's code; null: it has a mail of its own. */
  code_of: string | null
  link_key_version: number
  code_key_version: number
  tries: Generated<number>
  /** Which one the session shows; null: the one joined first. */
  workspace_id: string | null
  /** The path of ours that the link leads to; null: the documents. */
  next: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** Somebody who changes their address proves with a code that the new one is theirs. */
export interface EmailChangesTable {
  id: string
  user_id: string
  /** The new one. */
  email: string
  /** The one before, once it has changed. */
  email_before: string | null
  code_key_version: number
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** Open ones: accepted and withdrawn ones are deleted. */
export interface InvitationsTable {
  id: string
  workspace_id: string
  email: string
  role: 'owner' | 'member'
  invited_by: string | null
  link_key_version: number
  created_at: Date
  expires_at: Date
}

export interface WorkspaceLogTable {
  id: ColumnType<number, never, never>
  workspace_id: string
  at: Date
  user_id: string | null
  who: string
  action: string
  target: string
  target_id: string | null
}
