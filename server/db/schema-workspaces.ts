import type { Generated } from 'kysely'
import type { Region } from '../regions.ts'
import type { KeyScope } from './values.ts'

/** The tables of workspaces and their keys, as kysely sees them. */

export interface WorkspacesTable {
  id: string
  name: string
  slug: string
  tier: string
  region: Region
  retention_days: number | null
  reminders: Generated<boolean>
  /** Where the workspace learns by email how its requests end; null: nowhere. */
  notify_email: string | null
  /** The language of the emails to the workspace itself. */
  locale: Generated<string>
  /** Where answers to its emails go; null: to the address they are sent from. */
  reply_to: string | null
  /** `#rrggbb`, in lower case. */
  brand_color: string | null
  logo: Buffer | null
  logo_type: 'image/png' | 'image/jpeg' | null
  /** IANA, for times in emails to people whose own zone is not known; null: UTC. */
  time_zone: string | null
  /** In emails to signers; null: the name. */
  sender_name: string | null
  /** Of signers whose language the sender does not say. */
  signer_locale: Generated<string>
  /** Days to sign where the sender does not say; null: `EXPIRY.defaultDays`. */
  expires_in_days: number | null
  /** At the foot of the pages of new documents. */
  print_document_id: Generated<boolean>
  /** Whether templates may have a page by which anybody becomes their signer. */
  direct_links: Generated<boolean>
  /** The live workspace behind a sandbox; null: it is live itself. */
  live_id: Generated<string | null>
  /** When a sandbox is erased, in real time. */
  ends_at: Generated<Date | null>
  /** How far the time of a sandbox runs ahead of the real one. */
  clock_ahead_ms: Generated<number>
  /** While its clock is being moved, at most until then. */
  clock_moving_until: Generated<Date | null>
  created_at: Date
}

export interface ApiKeysTable {
  id: string
  workspace_id: string
  name: string
  hash: Buffer
  display: string
  scope: KeyScope
  allow_ips: Generated<string[]>
  embed_origins: Generated<string[]>
  /** The origins that a signer's `return_url` may have. */
  return_origins: Generated<string[]>
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}
