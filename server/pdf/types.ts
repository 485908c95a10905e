import type { EarlierSignature } from '../../sdk/src/verify/earlier-signatures.ts'
import type { HandStyle } from './hand-styles.ts'

export type { EarlierSignature }

/**
 * The vocabulary between the PDF engine and its callers: plain data that survives a structured clone, so that
 * every job of the engine can run in a worker thread. The engine knows nothing of documents, signers or databases.
 */

/** A piece of a PDF: a file, or its bytes, which are copied to the thread that reads them. */
export type PdfPart = { path: string } | { bytes: Uint8Array }

/** Where a field stands: a page as displayed (CropBox after /Rotate), fractions 0 to 1 of it, origin top-left. */
export interface Box {
  /** 1-based. */
  page: number
  x: number
  y: number
  w: number
  h: number
}

/** A place of a known page: see `Box`. */
export type Room = Omit<Box, 'page'>

export type FieldKind = 'signature' | 'initial' | 'date' | 'name' | 'text' | 'checkbox' | 'table'

/** A `[[ls:KIND:ROLE]]` or `[[ls:KIND:ROLE:FIELD_KEY]]` marker found in the page's text (contract 2.4). */
export interface Marker extends Box {
  kind: 'signature' | 'initial' | 'date' | 'name' | 'text'
  role: string
  fieldKey: string | null
  /** As printed beside or above it; null: none found. */
  label: string | null
  /** Where a text may go on that does not fit into its box (decision 0461), the smallest first. */
  rooms: Room[]
}

/** A place of the document's own form that can be filled in (ISO 32000-1, 12.7). */
export interface FormBox extends Box {
  kind: 'signature' | 'text' | 'checkbox'
  /** The names of the field and of those above it, with dots; may be empty. */
  name: string
  /** What viewers call it; null: nothing. */
  label: string | null
  required: boolean
  multiline: boolean
  /** In characters. */
  maxLength: number | null
  /** What can be chosen; empty where any text can be entered. */
  options: string[]
  /** Of a radio button: the option it stands for. */
  option: string | null
}

/** Text that looks like a marker and is not placed; it stays on the page and the sender is warned. */
export interface MalformedMarker {
  page: number
  /** In the page's content, or in an annotation or form field, where no marker is placed. */
  where: 'content' | 'annotation'
  /** As it stands on the page, at most 120 characters. */
  text: string
}

/** Why a PDF cannot be signed safely: `meta.reason` of 422 `pdf_unsupported`. */
export type UnsupportedReason =
  | 'encrypted'
  | 'damaged'
  | 'xfa'
  | 'already_signed'
  | 'no_further_signatures'
  | 'signed_active_content'
  | 'signed_markers'
  | 'signed_append'
  | 'no_pages'
  | 'too_many_pages'
  | 'too_complex'
  | 'reserved_content'
  | 'not_sealable'
  | 'mark_hidden'
  | 'unreadable_content'

/** Kinds of active content that the preparation cuts off. */
export type RemovedContent =
  | 'javascript'
  | 'launch'
  | 'submit_form'
  | 'import_data'
  | 'remote_goto'
  | 'embedded_files'
  | 'rich_media'
  | 'xfa'
  | 'automatic_action'
  | 'external_content'
  | 'usage_rights'
  | 'unsafe_link'
  | 'view_change'
  | 'layer_states'
  | 'print_difference'

export interface PageSize {
  /** Points, as displayed. */
  width: number
  height: number
}

/** What a page gives to place boxes by, in fractions of it. */
export interface PageLayout {
  /** Where texts and lines begin and end, ascending. */
  x: number[]
  /** Where texts stand and lines run, ascending. */
  y: number[]
  /** Places to be filled in: the fields of its form and then blanks in its print, each from the top. */
  blanks: PageBlank[]
}

export interface PageBlank extends Room {
  /** What the form calls it, else what is printed beside it. */
  label: string | null
  /** Of a field of a form, which may be no words for people. */
  name: string | null
  /** Of a field of a form; null: print does not say. */
  kind: FormBox['kind'] | null
}

/** What `inspect` finds out about an upload, before anything is created. */
export interface Inspection {
  pageCount: number
  pages: PageSize[]
  markers: Marker[]
  malformed: MalformedMarker[]
  /** Of the boxes that were given, in their order; null: none found. */
  labels: (string | null)[]
  /** Of the same boxes, as in `Marker`. */
  rooms: Room[][]
  removed: RemovedContent[]
  /** The names of the files of a portfolio, whose page is only their cover; null: it is none. */
  portfolio: string[] | null
  /** Pages on which viewers may not show what is written, as words: see `unusualPages`. */
  unusualPages: string[]
  /** True when the cross-reference was broken and the preparation must append a rebuilt one. */
  repaired: boolean
  /** True when the end of the file is missing: see `isTruncated`. */
  truncated: boolean
  /** The file brings signatures along: nothing under them may be changed. */
  signed: boolean
}

/** A file whose encryption was removed. */
export interface Decrypted {
  bytes: Uint8Array
  /** What it was encrypted with, for people: `AES, 256 bits`. */
  method: string
  /** As in `Inspection`, of the file as it was. */
  truncated: boolean
}

/** One block on an appended signature page. `label` lines are drawn above the signature line. */
export interface AppendBlock {
  /** Returned with the boxes, so that the caller can match them to the blocks. */
  ref: string
  name: string | null
  email: string
  role: string | null
  /** Job title and company. */
  position: string | null
}

export interface PrepareOptions {
  /** Pages whose markers must be masked (from `Inspection.markers`); empty: none. */
  maskPages: number[]
  /** Blocks to put on appended signature pages, in order; empty: no page is appended. */
  append: AppendBlock[]
  /** Where each signer signs on the pages of the upload, by the `ref` of their block; those on appended pages are added. */
  marks: { ref: string; boxes: Box[] }[]
  /** Bytes that were cut off before the header; offsets of the file may count them. */
  cut?: number
  /** Shown as the appended page's subtitle. */
  title: string
  /** Written at the foot of every page, unless the file is signed. */
  footLine?: FootLine | undefined
}

/** @property isWarning larger and red, so that nobody overlooks it */
export interface FootLine {
  text: string
  isWarning: boolean
}

/** A claim that the sealed file cannot keep. */
export interface ConformanceLoss {
  /** As `PDF/A-2b`. */
  claim: string
  /** Completes "the claim was removed: ...". */
  reason: string
  /** It stays in the metadata, which earlier signatures cover, and holds for what they cover. */
  earlierOnly?: true
}

export interface Prepared {
  /** The bytes to append to the upload; empty when nothing had to change. */
  delta: Uint8Array
  pageCount: number
  /** Sizes of all pages, the appended ones included. */
  pages: PageSize[]
  /** One signature, one name and one date box per block. */
  appended: (Box & { ref: string; kind: 'signature' | 'name' | 'date' })[]
  /** Claims that our revisions would not keep. */
  lost: ConformanceLoss[]
  /** What the file claims of itself lets no font be left to the viewer: texts are measured with what stands in for it. */
  embedsFonts: boolean
}

/** What is drawn into a signature or initial box. */
export type Ink =
  /** Strokes as flat x, y lists in the coordinates of a pad of `width` x `height`. */
  | { type: 'drawn'; width: number; height: number; strokes: number[][] }
  | { type: 'typed'; text: string; style?: HandStyle | undefined }
  /** PNG or JPEG. */
  | { type: 'image'; bytes: Uint8Array }

/** What stands under the ink of a signature, as `name, facts`. */
export interface Caption {
  /** Cut where there is not room enough. */
  name: string
  /** When and how surely they signed; never cut. */
  facts: string
}

export type Stamp = Box &
  (
    | { kind: 'signature' | 'initial'; ink: Ink; caption: Caption | null }
    | { kind: 'date' | 'name'; text: string }
    /** `rooms`: see `Marker`. */
    | { kind: 'text'; text: string; rooms?: Room[] }
    | { kind: 'checkbox'; checked: boolean }
  )

/** A revision of the file: what was appended, by what. Lengths count from the start of the file. */
export interface RevisionHash {
  length: number
  sha256: string
}

/** The audit trail as the PDF renderer wants it: English, already masked, in order. */
export interface AuditTrailModel {
  title: string
  documentId: string
  workspace: string
  status: string
  /** Label and value pairs: hashes, dates, seal facts. */
  facts: [label: string, value: string][]
  signers: {
    name: string | null
    email: string
    role: string | null
    status: string
    /** The picture of the signature; null before it, and after the values were deleted. */
    signature: Ink | null
    facts: [label: string, value: string][]
  }[]
  /** Each text that signers agreed to, once. Blank lines separate paragraphs, a line that starts with `# ` is a heading. */
  consents: { facts: [label: string, value: string][]; text: string | null }[]
  /** `title` says what happened in words. */
  events: { seq: number; at: string; title: string; text: string; hash: string }[]
  generatedAt: string
}

/** The seal's signing key. `sign` never exposes the private key, so PKCS#11 and KMS fit behind it. */
export interface SealKey {
  alg: 'RS256' | 'ES256'
  /** DER certificates, leaf first. */
  chain: Uint8Array[]
  /** Signature over `tbs` with SHA-256; ECDSA as DER. */
  sign(tbs: Uint8Array): Promise<Uint8Array>
}

export interface TimestampToken {
  /** The raw DER TimeStampToken (CMS). */
  token: Uint8Array
  /** genTime of the TSTInfo. */
  time: Date
  /** The name of the authority: its URL's host, or `built-in`. */
  provider: string
}

/** A document time stamp over a sealed file. */
export interface RenewalRevision {
  /** The bytes to append. */
  delta: Uint8Array
  /** Of the whole file. */
  sha256: string
  tsaProvider: string
  tsaSignedAt: string
  /** Until when the new time stamp holds. */
  holdsUntil: string
}

export type SealLevel = 'B-T' | 'B-LT' | 'B-LTA'

export interface SealedRevision {
  /** The bytes to append. */
  delta: Uint8Array
  /** Until when its time stamps hold; null: not known. */
  holdsUntil: string | null
  level: SealLevel
  sha256: string
  /** Lowercase hex, as `X509Certificate.serialNumber` without colons. */
  certSerial: string
  tsaProvider: string
  tsaSignedAt: string
}
