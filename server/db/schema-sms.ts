import type { ColumnType, Generated } from 'kysely'

/** The tables of codes by SMS. */

export interface SmsCodesTable {
  signing_request_id: string
  attempt: number
  claim: string
  key_version: number
  mac: Buffer
  tries: Generated<number>
  accepted_at: Date | null
  expires_at: Date
  provider: string | null
  provider_message_id: string | null
}

export interface SmsSendsTable {
  claim: string
  workspace_id: string
  /** Null: it no longer counts for the number. */
  phone_e164: string | null
  /** Null: it no longer counts for the request. */
  signing_request_id: string | null
  at: Date
}

export interface SmsUsageTable {
  workspace_id: string
  /** The first day of the UTC month, `YYYY-MM-DD`. */
  month: ColumnType<Date, string, never>
  used: number
}
