import type { Selectable } from 'kysely'
import type { KeyScope, SigningRequestsTable } from '../db/schema.ts'

/** Who acts. Converted to text (audit trail, events) by an exhaustive switch, never by optional ids. */
export type Actor = ApiKeyActor | UserActor | SenderLinkActor | SignerActor | SystemActor

export interface ApiKeyActor {
  kind: 'apiKey'
  workspaceId: string
  keyId: string
  /** What the key is called, and its beginning, which may be shown. */
  keyName: string
  keyPrefix: string
  scope: KeyScope
  /** The workspace's tier, which decides on entitlements; null: the workspace's row no longer exists. */
  tier: string | null
  /** The live workspace behind a sandbox; null: the key is live. */
  liveId: string | null
  origin: Origin
}

/** The workspace whose templates and fields an actor uses: a sandbox uses those of its live one (contract 1.13). */
export function libraryOf(actor: { workspaceId: string; liveId?: string | null }): string {
  return actor.liveId ?? actor.workspaceId
}

/** A person signed in to the dashboard, as a member of one workspace. */
export interface UserActor {
  kind: 'user'
  workspaceId: string
  userId: string
  role: Role
  tier: string | null
  /** As of an API key. */
  liveId: string | null
  origin: Origin
}

/** A user's role in a workspace: a member sends and tracks documents, an owner also decides who receives them. */
export type Role = 'owner' | 'member'

/** Somebody at the sender's, by the link that was mailed there to confirm one hand-over. */
export interface SenderLinkActor {
  kind: 'senderLink'
  workspaceId: string
  signingRequestId: string
  /** The proposal that the link confirms; a later one or a reassignment voids it. */
  proposal: number
  linkVersion: number
  origin: Origin
}

export interface SignerActor {
  kind: 'signer'
  workspaceId: string
  documentId: string
  signingRequestId: string
  access: SignerAccess
  /** As it was when the link was opened; verbs that change it read it again under the document's lock. */
  signer: Selectable<SigningRequestsTable>
  origin: Origin
}

/** The server itself: schedules and jobs. */
export interface SystemActor {
  kind: 'system'
  workspaceId: string
}

/**
 * What authorizes the signer to act: a version of the personal link, or an embedded session; a direct link only brings
 * them there.
 */
export type SignerAccess =
  | { kind: 'link'; version: number }
  | { kind: 'embedded_session'; sessionId: string }
  | { kind: 'direct_link' }

/** Where a call came from; the address is null when it cannot be determined. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}
