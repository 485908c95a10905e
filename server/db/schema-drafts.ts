import type { ColumnType, Generated } from 'kysely'
import type { Region } from '../regions.ts'
import type { AnswerType, Channel, FieldKind, Metadata, SigningMode } from './values.ts'

/** What is being prepared in the dashboard, before it becomes documents (decision 0566). Its row goes in the transaction that makes them. */
export interface DraftsTable {
  /** Of the envelope too. */
  id: string
  workspace_id: string
  /** Where its files are. */
  region: Region
  model: ColumnType<DraftModel, string, string>
  files: ColumnType<DraftFile[], string, string>
  /** Counts the changes. */
  revision: Generated<number>
  /** When it goes out; null: when somebody sends it. */
  send_at: Date | null
  /** IANA: where the person who chose the time was. */
  send_zone: string | null
  /** Who sends it then. */
  scheduled_by: string | null
  /** While it is being sent: the end of the lease. */
  sending_until: Date | null
  /** Why it could not be sent at its time; cleared by the next change. */
  send_problem: string | null
  /** The document that it takes the place of when it is sent (decision 0566); null: none. */
  replaces: Generated<string | null>
  /** From the document that it was made of; null: made of uploads. */
  carried: ColumnType<Carried | null, string | undefined, never>
  created_by: string | null
  created_at: Date
  updated_at: Date
}

/** Of a document that came from the dashboard. */
export interface SentByHand {
  /** The user who sent it; null: an API key, or somebody who is no user any more. */
  sent_by: Generated<string | null>
  /** Of documents that were sent together from the dashboard. */
  envelope_id: Generated<string | null>
  /** The document whose place it took. */
  replaces: Generated<string | null>
  /** Days after the invitation when its signers are reminded; null: as the workspace says. */
  reminder_days: Generated<number[] | null>
}

/** What a document has and a draft does not show: it goes on into the new one. */
export interface Carried {
  /** The document itself, so that its erasure finds every copy; not in drafts of before. */
  document_id?: string
  reply_to: string | null
  metadata: Metadata | null
  send_emails: boolean
  /** It had a webhook of its own, which is not taken over: nobody would know its secret. */
  had_callback: boolean
  /** Everybody had signed it already. */
  was_signed: boolean
  /** By the id of the person. */
  signers: Record<string, CarriedSigner>
  /** By the id of the box; only while it has this kind. */
  fields: Record<string, CarriedField>
}

export interface CarriedSigner {
  reference: string | null
  company: string | null
  job_title: string | null
  channel: Channel
}

export interface CarriedField {
  kind: DraftFieldKind
  field_key: string | null
  max_length: number | null
  option: string | null
  answer_type: AnswerType | null
  /** What the sender had filled in for the signer. */
  value: unknown
}

export interface DraftModel {
  signers: DraftPerson[]
  /** One after the other in the order of `signers`, or all at once. */
  signing_mode: SigningMode
  /** Of the invitation; null: ours. */
  subject: string | null
  /** To the signers, in their invitation. */
  message: string | null
  /** Who gets the signed document without signing, as typed. */
  observers: string[]
  /** Days that each signer has, as typed; null: the default. */
  expires_in_days: number | null
  /** As of the document; not in drafts of before. */
  reminder_days?: number[] | null
  /** The folder that the documents are put into; null: none; not in drafts of before. */
  folder?: string | null
}

/** A signer as typed so far: anything may be missing or wrong. */
export interface DraftPerson {
  /** For the boxes. */
  id: string
  name: string
  email: string
  role: string
  /** Empty: the workspace's default. */
  locale: string
  phone: string
  sms_code: boolean
  /** The code is asked for before the document is shown. */
  sms_gate: boolean
}

export interface DraftFile {
  id: string
  blob_key: string
  filename: string
  title: string
  length: number
  sha256: string
  pages: { width: number; height: number }[]
  /** As found when it was uploaded. */
  markers: DraftMarker[]
  placement: 'anchors' | 'auto_append' | 'explicit'
  /** Of an explicit placement. */
  boxes: DraftBox[]
  /** What was wrong with the file, or was removed, in the words of its warnings; not in drafts of before. */
  found?: string[]
}

interface Place {
  page: number
  x: number
  y: number
  w: number
  h: number
}

export interface DraftMarker extends Place {
  kind: Exclude<DraftFieldKind, 'checkbox'>
  role: string
}

/** Tables come from templates alone. */
export type DraftFieldKind = Exclude<FieldKind, 'table'>

export interface DraftBox extends Place {
  id: string
  kind: DraftFieldKind
  /** The id of the person who fills it; empty: nobody yet, which is not sent. */
  signer: string
  required: boolean
  label: string | null
}
