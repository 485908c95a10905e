import type { ColumnType, Generated } from 'kysely'
import type { Region } from '../regions.ts'
import type { FileProblemCode } from './values.ts'

/** The field registry, templates, and the values of their instances. */

export interface FieldDefinitionsTable {
  id: string
  workspace_id: string
  key: string
  kind: 'scalar' | 'collection'
  type: string | null
  properties: ColumnType<unknown, string, string>
  /** The types of columns that it has no more. */
  retired_columns: ColumnType<Record<string, string>, string | undefined, string>
  created_at: Date
  updated_at: Date
  archived_at: Date | null
}

export type TemplateStatus = 'draft' | 'locked' | 'archived'
export interface TemplatesTable {
  id: string
  workspace_id: string
  status: TemplateStatus
  name: string
  version: Generated<number>
  draft: ColumnType<unknown, string, string>
  revision: Generated<number>
  file_sha256: string
  locked_at: Date | null
  archived_at: Date | null
  /** The person who saved the draft last; null: a program did, or they are no user any more. */
  edited_by: Generated<string | null>
  /** When the draft was saved last; null: before this was kept. */
  edited_at: Generated<Date | null>
  /** By a heading of a CSV file, the column that it was before; empty: left out. */
  csv_columns: Generated<Record<string, string> | null>
  /** By `styleKeyOf`, how the last file wrote what another reader may read in two ways. */
  csv_styles: Generated<Record<string, 'point' | 'comma' | 'day' | 'month'> | null>
  created_at: Date
  updated_at: Date
}

export interface TemplateFilesTable {
  template_id: string
  sha256: string
  region: Region
  blob_key: string
  filename: string
  length: number
  page_sizes: ColumnType<{ width: number; height: number }[], string, never>
  /** The pages with markers in their text. */
  marker_pages: Generated<number[]>
  created_at: Date
  /** What the last comparison with the hash found; null: nothing. */
  file_problem: Generated<FileProblemCode | null>
  files_checked_at: Generated<Date>
}

export interface TemplateVersionsTable {
  template_id: string
  version: number
  snapshot: string
  snapshot_sha256: string
  file_sha256: string
  locked_at: Date
  /** A person or a key, as it was called; null: not known, or the server. */
  locked_by: Generated<string | null>
}

export interface TemplateUsesTable {
  template_id: string
  /** 0: the draft. */
  version: number
  key: string
}

export interface DocumentValuesTable {
  document_id: string
  key: string
  /** In the order of the template. */
  position: number
  value: ColumnType<unknown, string, string>
  at: Date
}

/** A CSV file whose rows are sent as documents. */
export interface BulkSendsTable {
  id: string
  workspace_id: string
  template_id: string
  template_version: number
  filename: string
  /** The first row of the file; null: uploaded to an earlier release. */
  heading: ColumnType<string[] | null, string | undefined, never>
  /** What its cells are separated by; null: uploaded to an earlier release. */
  separator: string | null
  /** What its columns are: a name for each, and how those are written that need to know; null as above. */
  mapping: ColumnType<
    { names: string[]; styles: Record<string, 'point' | 'comma' | 'day' | 'month'> } | null,
    string | undefined,
    string
  >
  /** `mapping`: somebody has to say what its columns are. */
  state: 'mapping' | 'checking' | 'checked' | 'sending' | 'stopped' | 'done'
  /** In words; null: a person stopped it, or it was not stopped. */
  stop_reason: string | null
  /** Whoever uploaded it, and then whoever pressed the button. */
  user_id: string
  ip: string | null
  user_agent: string | null
  created_at: Date
  changed_at: Date
}

export interface BulkRowsTable {
  bulk_id: string
  /** As the spreadsheet numbers it: its heading is row 1. */
  row: number
  /** Null: it is with the document. */
  given: ColumnType<unknown, string, null>
  checked: Generated<boolean>
  /** Null: nothing is known to be wrong with it. */
  problems: ColumnType<{ column: string; message: string }[] | null, string | undefined, string | null>
  document_id: string | null
  /** SHA-256 of what it says; null: kept by an earlier release. */
  digest: string | null
}

/** A page by which anybody becomes the signer of a new document. Of a template at most one is in use. */
export interface DirectLinksTable {
  id: string
  workspace_id: string
  template_id: string
  link_key_version: number
  /** Whose documents they are; null: no user any more. */
  made_by: string | null
  created_at: Date
  /** Null: it is in use. */
  ended_at: Date | null
}

/** Somebody who asked by a direct link for a code to their address. */
export interface DirectStartsTable {
  id: string
  direct_link_id: string
  email: string
  name: string
  locale: string
  code_key_version: number
  tries: Generated<number>
  expires_at: Date
  used_at: Date | null
}

export interface DirectDocumentsTable {
  document_id: string
  direct_link_id: string
}
