import type { Ctx } from '../../context.ts'
import type { Channel } from '../../db/values.ts'
import { Email, Phone, RecipientEdit as RecipientSchema } from '../../generated/schemas.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import type { Warning } from '../sending/draft.ts'
import { ignoredOrder } from '../sending/signers.ts'
import { isBySms } from '../signers/channel.ts'
import type { GivenUrl } from '../signers/return-url.ts'
import { assertPin } from './recipients.ts'

/** What confirm changes of a recipient; undefined keeps, null clears what is optional (contract 4.12). */
export interface RecipientEdit {
  /** Its place in the body, such as `recipients[0]`. */
  at: string
  slot: number
  email?: string | undefined
  name?: string | null | undefined
  locale?: string | undefined
  phone?: string | null | undefined
  requireSms?: boolean | undefined
  smsGate?: 'before_view' | null | undefined
  reference?: string | null | undefined
  company?: string | null | undefined
  jobTitle?: string | null | undefined
  returnUrl?: string | null | undefined
  order?: number | undefined
  channel?: Channel | undefined
}

export interface RecipientProblem {
  field: string
  code:
    | 'invalid_email'
    | 'invalid_phone'
    | 'phone_required'
    | 'sms_required'
    | 'gate_required'
    | 'duplicate_order'
    | 'sms_not_configured'
  message: string
}

/** A signer as they will be invited. */
export interface EditedRecipient {
  before: SignerRow
  after: SignerRow
}

/**
 * The signers with the edits, in the template's order.
 * @throws DomainError `invalid_request` for an unknown or repeated slot, and for a name that cannot be one; `pinned-slot-mismatch`; `invalid_recipients`
 *   with all problems
 */
export function mergeEdits(
  ctx: Pick<Ctx, 'sms'>,
  document: DocumentRow,
  signers: SignerRow[],
  edits: readonly RecipientEdit[],
): EditedRecipient[] {
  for (const { at, slot, name } of edits) {
    if (!signers.some((signer) => signer.slot === slot))
      throw invalid(`${at}.slot`, `${at}.slot: there is no slot ${slot}`)
    if (edits.find((other) => other.slot === slot)!.at !== at) {
      throw invalid(`${at}.slot`, `${at}.slot: slot ${slot} is given twice`)
    }
    // The API has checked its body; the dashboard passes on what was typed.
    const named = RecipientSchema.shape.name.safeParse(name)
    if (!named.success) throw invalid(`${at}.name`, `${at}.name ${named.error.issues[0]!.message}`)
  }
  const problems: RecipientProblem[] = []
  const recipients = signers.map((before) => {
    const edit = edits.find(({ slot }) => slot === before.slot)
    if (!edit) return { before, after: before, at: 'recipients' }
    assertPin(edit.slot, before.pinned ? before.email : null, edit.email ?? null)
    return { before, after: edited(before, edit, problems), at: edit.at }
  })
  problems.push(...withoutSms(ctx, recipients))
  const orders = isSequential(document)
    ? recipients.map(({ at, after }) => ({ at, order: after.signing_order }))
    : edits.flatMap(({ at, order }) => (order === undefined ? [] : [{ at, order }]))
  problems.push(...duplicateOrders(orders))
  if (problems.length > 0) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    throw new DomainError('invalid_recipients', `recipients has ${count}; see problems`, { top: { problems } })
  }
  return recipients
}

/** The return URLs that the edits bring, to be checked as on create. */
export function returnUrlsOf(edits: readonly RecipientEdit[]): GivenUrl[] {
  return edits.flatMap(({ at, returnUrl }) => (returnUrl ? [{ path: `${at}.return_url`, url: returnUrl }] : []))
}

function edited(before: SignerRow, edit: RecipientEdit, problems: RecipientProblem[]): SignerRow {
  const problem = (key: string, code: RecipientProblem['code'], message: string) =>
    problems.push({ field: `${edit.at}.${key}`, code, message: `${edit.at}.${key} ${message}` })
  const email = edit.email?.trim()
  if (email !== undefined && !Email.safeParse(email).success)
    problem('email', 'invalid_email', 'must be an email address')
  if (typeof edit.phone === 'string' && !Phone.safeParse(edit.phone).success) {
    problem('phone_e164', 'invalid_phone', 'must be in E.164 form, with + and the country code, e.g. +41791234567')
  }
  if (edit.requireSms === false && before.require_sms_verification) {
    problem('require_sms_verification', 'sms_required', 'can be raised at confirm, not lowered')
  }
  if (edit.smsGate === null && before.sms_gate !== null) {
    problem('sms_gate', 'gate_required', 'can be raised at confirm, not lowered')
  }
  const after: SignerRow = {
    ...before,
    email: email ?? before.email,
    name: edit.name === undefined ? before.name : edit.name,
    locale: edit.locale ?? before.locale,
    phone_e164: edit.phone === undefined ? before.phone_e164 : edit.phone,
    require_sms_verification: edit.requireSms ?? before.require_sms_verification,
    sms_gate: edit.smsGate === undefined ? before.sms_gate : edit.smsGate,
    reference: edit.reference === undefined ? before.reference : edit.reference,
    company: edit.company === undefined ? before.company : edit.company,
    job_title: edit.jobTitle === undefined ? before.job_title : edit.jobTitle,
    return_url: edit.returnUrl === undefined ? before.return_url : edit.returnUrl,
    channel: edit.channel ?? before.channel,
    signing_order: before.signing_order === null ? null : (edit.order ?? before.signing_order),
  }
  if (after.require_sms_verification && after.phone_e164 === null) {
    problem('phone_e164', 'phone_required', 'is required with require_sms_verification')
  }
  if (isBySms(after) && !after.require_sms_verification && after.phone_e164 === null) {
    problem('phone_e164', 'phone_required', `is required with the channel "${after.channel}"`)
  }
  if (after.sms_gate === 'before_view' && !after.require_sms_verification) {
    problem('sms_gate', 'sms_required', 'before_view needs require_sms_verification: true')
  }
  return after
}

/** Of this server, which may have had a provider when the document was staged. */
function withoutSms({ sms }: Pick<Ctx, 'sms'>, recipients: (EditedRecipient & { at: string })[]): RecipientProblem[] {
  if (sms.kind !== 'none') return []
  return recipients
    .filter(({ after }) => isBySms(after))
    .map(({ at, after }) => {
      const field = `${at}.channel`
      const message = `${field} "${after.channel}": this server sends no SMS`
      return { field, code: 'sms_not_configured' as const, message }
    })
}

const isSequential = ({ signing_mode: mode }: DocumentRow) => mode === 'sequential'

/** What confirm says of orders where all sign at the same time: they have no effect. */
export function ignoredOrders(document: DocumentRow, edits: readonly RecipientEdit[]): Warning[] {
  return edits.flatMap(({ at, order }) => (isSequential(document) || order === undefined ? [] : [ignoredOrder(at)]))
}

function duplicateOrders(given: { at: string; order: number | null }[]): RecipientProblem[] {
  return given.flatMap(({ at, order }, index) => {
    if (given.findIndex((other) => other.order === order) === index) return []
    const field = `${at}.signing_order`
    return [{ field, code: 'duplicate_order' as const, message: `${field}: ${order} is given twice` }]
  })
}
