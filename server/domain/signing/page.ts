import type { Ctx } from '../../context.ts'
import type { FieldKind, SealError, SignerStatus, SigningMode } from '../../db/schema.ts'
import type { AnswerType } from '../../db/values.ts'
import type { GlyphRanges } from '../../pdf/fonts/glyph-ranges.ts'
import type { Actor } from '../actor.ts'
import type { ColumnDefinition } from '../fields/definition.ts'
import { type Locale, toLocale } from '../locales.ts'
import { maskEmail } from '../mask.ts'
import { assertMay } from '../may.ts'
import { consentFor } from '../messages/consent.ts'
import {
  type DocumentRow,
  inSigningOrder,
  loadDocument,
  loadSigners,
  replyToOf,
  type SignerRow,
} from '../records/documents.ts'
import { sealProblem } from '../records/seal-problem.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { isGated, isPastExpiry } from '../signers/checks.ts'
import { resolvePassedOn } from '../signers/link.ts'
import { deadReason } from '../signers/states.ts'
import { type SmsStep, smsStep } from '../sms/step.ts'
import type { LocalMoment } from '../time-zone.ts'
import { exampleOf } from './answer.ts'
import { isRequired } from './choices.ts'
import { readFieldsOfAll, savedValue } from './fields.ts'
import { type PageLook, pageLook } from './look.ts'
import { columnsOf, mostRows, specOf } from './tables.ts'
import { automaticValue, type FieldRow, type FieldValue, isFilled } from './values.ts'

/** Everything the signing page shows, by its state. Reading it changes nothing. */
export type SignerPage =
  | (PageBase & { state: 'expired' | 'withdrawn' | 'declined' })
  /** With a reason, their turn never comes. */
  | (PageBase & { state: 'queued'; completableReason: DeadReason })
  /** `sms_gate: before_view`: the code first, and until then nothing of the document. */
  | (WhomToAsk & { state: 'gated'; look: PageLook; locale: Locale; sms: SmsStep })
  | (PageBase & {
      state: 'signed'
      sealed: boolean
      /** Signers that have not signed yet. */
      remaining: number
      sealedSha256: string | null
      /** Why the last sealing attempt failed; it will be retried. */
      sealError: SealError | null
      /** Sealing has failed; the sender is informed. */
      sealDelayed: boolean
      /** The sender has ended a document that could not be sealed. */
      abandoned: boolean
      /** The files were deleted by retention. */
      deleted: boolean
      completableReason: DeadReason
    })
  | (PageBase & {
      state: 'open'
      fields: PageField[]
      others: PageOther[]
      consent: { version: string; locale: Locale }
      /** The date of signing as it would be printed now, except for the zone, which only the browser knows. */
      moment: LocalMoment
      /** False: another signer has declined, was withdrawn or has expired; the page shows this before anything else. */
      canComplete: boolean
      completableReason: DeadReason
      /** The verification still needed before signing; null: none. */
      sms: SmsStep | null
      /** The characters that the document's fonts have. */
      glyphs: GlyphRanges
    })

/** What the page shows who may sign now. */
export type OpenPage = Extract<SignerPage, { state: 'open' }>

/** Whose fields they are. */
type Signs = Pick<SignerRow, 'id' | 'name' | 'status'>

export type DeadReason = 'declined' | 'withdrawn' | 'expired' | null

/** Whom to ask about what. */
export interface WhomToAsk {
  title: string
  /** The workspace's name. */
  sender: string
  /** Where the sender's emails are answered, also of a document without emails; null: no address is set. */
  replyTo: string | null
}

export interface PageBase extends WhomToAsk {
  signingRequestId: string
  documentId: string
  filename: string
  message: string | null
  look: PageLook
  signer: { name: string | null; email: string; role: string | null; locale: Locale }
  pages: { width: number; height: number }[]
  expiresAt: string | null
  signedAt: string | null
  declinedAt: string | null
  withdrawnAt: string | null
  /** As the sender wrote it for the signer. */
  withdrawalReason: string | null
  signingMode: SigningMode
  /** The page of the sender's site that the signer may go to at the end. */
  returnUrl: string | null
  /** Whom the signer has named to sign instead; null: nobody. */
  proposed: string | null
  /** Whom the sender has decided not to ask instead; null: nobody. */
  ignored: string | null
  /** Everyone who signs, in their order; other people's addresses are masked. */
  signers: { name: string | null; email: string; status: SignerStatus; own: boolean }[]
}

export interface PageField {
  id: string
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  label: string | null
  required: boolean
  maxLength: number | null
  field_key: string | null
  /** Of an enum whose options are ticked each in a box of its own. */
  option: string | null
  /** Of a table, and only there. */
  table: PageTable | null
  /** What a text of a template is read as (decision 0504); null: any text. */
  answer: PageAnswer | null
  value: FieldValue | null
}

export interface PageAnswer extends Pick<AnswerType, 'type' | 'options'> {
  /** As people write it; empty where any text will do. */
  example: string
}

export interface PageTable {
  key: string
  columns: ColumnDefinition[]
  maxRows: number
}

/** Another signer's field, shown to make the page understandable. */
export interface PageOther {
  page: number
  x: number
  y: number
  w: number
  h: number
  kind: FieldKind
  signerName: string | null
  done: boolean
}

/** What somebody reads whose proposal was followed. */
export interface PassedOn {
  sender: string
  title: string
  /** Who has the request now. */
  name: string
  locale: Locale
}

/** Of a link that is no longer one; null: of any other. */
export async function passedOnBy(ctx: Pick<Ctx, 'db' | 'keyring'>, token: string): Promise<PassedOn | null> {
  const signer = await resolvePassedOn(ctx, token)
  if (!signer) return null
  const [{ title }, { name: sender, signer_locale: locale }] = await Promise.all([
    loadDocument(ctx.db, signer.workspace_id, signer.document_id),
    readWorkspace(ctx.db, signer.workspace_id),
  ])
  return { sender, title, name: signer.name ?? signer.email, locale: toLocale(locale) }
}

/** What the holder of this link sees now. */
export async function signerPage(ctx: Ctx, actor: Actor): Promise<SignerPage> {
  assertMay(ctx, actor, 'signerPage')
  const { signer } = actor
  const [document, signers] = await Promise.all([
    loadDocument(ctx.db, signer.workspace_id, signer.document_id),
    loadSigners(ctx.db, signer.document_id),
  ])
  const base = await pageBase(ctx, document, signer, signers)
  const dead = deadReason(signers.map(({ status }) => status))
  switch (signer.status) {
    case 'queued':
      return { ...base, state: 'queued', completableReason: dead }
    case 'withdrawn':
    case 'declined':
    case 'expired':
      return { ...base, state: signer.status }
    case 'signed':
      return {
        ...base,
        state: 'signed',
        sealed: document.seal_state === 'sealed',
        remaining: signers.filter(({ status }) => status !== 'signed').length,
        sealedSha256: document.signed_sha256,
        sealError: document.seal_error,
        sealDelayed: sealProblem(document) !== null,
        abandoned: document.seal_state === 'abandoned',
        deleted: document.deleted_at !== null,
        completableReason: dead,
      }
    case 'pending':
    case 'viewed': {
      if (isPastExpiry(signer, ctx.clock.now())) return { ...base, state: 'expired' }
      const sms = await smsStep(ctx, ctx.db, signer)
      if (sms && isGated(signer)) {
        const { title, sender, replyTo, look } = base
        return { state: 'gated', title, sender, replyTo, look, locale: base.signer.locale, sms }
      }
      const fields = await readFieldsOfAll(ctx.db, signers)
      return {
        ...base,
        ...openPart(ctx, { signer, signers, fields, locale: base.signer.locale }),
        canComplete: dead === null,
        completableReason: dead,
        sms,
      }
    }
  }
}

type OpenPart = 'state' | 'glyphs' | 'fields' | 'others' | 'consent' | 'moment'

/** What is to be filled in, and how it would be printed now. */
export function openPart(
  ctx: Pick<Ctx, 'clock' | 'pdf'>,
  { signer, signers, fields, locale }: { signer: Signs; signers: Signs[]; fields: FieldRow[]; locale: Locale },
): Pick<OpenPage, OpenPart> {
  const moment = { at: ctx.clock.now(), timeZone: 'UTC', locale }
  return {
    state: 'open',
    glyphs: ctx.pdf.glyphs(),
    fields: ownFields(fieldsOf(fields, signer), signer, moment),
    others: otherFields(fields, signers, signer.id),
    consent: consentFor(locale),
    moment,
  }
}

async function pageBase(ctx: Ctx, document: DocumentRow, signer: SignerRow, signers: SignerRow[]): Promise<PageBase> {
  const workspace = await readWorkspace(ctx.db, document.workspace_id)
  return {
    signingRequestId: signer.id,
    documentId: document.id,
    title: document.title,
    filename: document.filename,
    message: document.message,
    sender: workspace.name,
    replyTo: replyToOf(document, workspace),
    look: pageLook(workspace),
    signer: { name: signer.name, email: signer.email, role: signer.role, locale: toLocale(signer.locale) },
    pages: document.page_sizes,
    expiresAt: signer.expires_at?.toISOString() ?? null,
    signedAt: signer.signed_at?.toISOString() ?? null,
    declinedAt: signer.declined_at?.toISOString() ?? null,
    withdrawnAt: signer.withdrawn_at?.toISOString() ?? null,
    withdrawalReason: signer.withdrawal_reason,
    signingMode: document.signing_mode,
    returnUrl: signer.return_url,
    proposed: signer.proposed_name,
    ignored: signer.proposal_ignored,
    signers: inSigningOrder(signers).map(({ id, name, email, status }) => ({
      name,
      email: id === signer.id ? email : maskEmail(email),
      status,
      own: id === signer.id,
    })),
  }
}

function ownFields(fields: FieldRow[], signer: Signs, moment: LocalMoment): PageField[] {
  const facts = { ...moment, name: signer.name }
  return fields.map((field) => ({
    id: field.id,
    kind: field.kind,
    page: field.page,
    x: field.x,
    y: field.y,
    w: field.w,
    h: field.h,
    label: field.label,
    required: isRequired(fields, field),
    maxLength: field.max_length,
    field_key: field.field_key,
    option: field.option,
    table: tableOf(fields, field),
    answer: answerOf(field),
    value: savedValue(field) ?? automaticValue(field, facts),
  }))
}

function answerOf({ kind, answer_type: type }: FieldRow): PageAnswer | null {
  return kind === 'text' && type !== null ? { type: type.type, options: type.options, example: exampleOf(type) } : null
}

function tableOf(fields: FieldRow[], field: FieldRow): PageTable | null {
  if (field.kind !== 'table') return null
  const { key } = specOf(field).definition
  return { key, columns: columnsOf(fields, field), maxRows: mostRows(fields, field) }
}

function otherFields(fields: FieldRow[], signers: Signs[], ownId: string): PageOther[] {
  return signers
    .filter(({ id }) => id !== ownId)
    .flatMap((signer) =>
      fieldsOf(fields, signer).map((field) => {
        const { page, x, y, w, h, kind } = field
        const done = signer.status === 'signed' && isFilled(savedValue(field))
        return { page, x, y, w, h, kind, signerName: signer.name, done }
      }),
    )
}

const fieldsOf = (fields: FieldRow[], { id }: Signs) => fields.filter((field) => field.signing_request_id === id)
