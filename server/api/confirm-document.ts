import { confirmDocument } from '../domain/instances/confirm.ts'
import type { RecipientEdit } from '../domain/instances/edits.ts'
import type { Warning } from '../domain/sending/draft.ts'
import type { components } from '../generated/openapi.ts'
import { operations } from '../generated/operations.ts'
import { CONFIRM_PHONE_REFUSED_FROM } from '../limits.ts'
import type { Call, Handler } from './contract.ts'
import { presentStatus } from './present/document.ts'
import { presentRecipient } from './present/instance.ts'
import { iso } from './present/signer.ts'

type ConfirmCall = Call<'confirmDocument'>
type Edit = components['schemas']['RecipientEdit']

/** `POST /documents/{id}/confirm` (contract 4.12). */
export const handleConfirm: Handler<'confirmDocument'> = async (call) => {
  const { data } = call.body
  const given = data.recipients ?? []
  if (call.ctx.clock.now() >= CONFIRM_PHONE_REFUSED_FROM) refuseOldPhone(call, given)
  const { document, signers, already, warnings } = await confirmDocument(call.ctx, call.actor, call.params.id, {
    recipients: given.map((edit, index) => editOf(call, edit, `recipients[${index}]`)),
    sendEmails: data.send_emails ?? null,
    expiresInDays: data.expires_in_days ?? null,
    revision: null,
    warnings: [...call.warnings, ...given.flatMap(deprecatedPhone)],
  })
  const ends = signers.flatMap(({ expires_at: at }) => at?.getTime() ?? [])
  return call.reply(200, {
    document_id: document.id,
    kind: document.kind,
    status: presentStatus(call.ctx, document, signers),
    already_confirmed: already,
    expires_at: ends.length === 0 ? null : iso(new Date(Math.min(...ends))),
    recipients: signers.map((signer) => presentRecipient(call.ctx, call.actor, document, signer)),
    filename: document.filename,
    sha256: document.sha256,
    warnings,
  })
}

function editOf(call: ConfirmCall, edit: Edit, at: string): RecipientEdit {
  if (edit.phone !== undefined && edit.phone_e164 !== undefined && edit.phone !== edit.phone_e164) {
    call.fail('conflicting_fields', `${at} has phone_e164 and another phone; send phone_e164 alone`)
  }
  return {
    at,
    slot: edit.slot,
    email: edit.email,
    name: edit.name,
    locale: edit.locale,
    phone: edit.phone_e164 === undefined ? edit.phone : edit.phone_e164,
    requireSms: edit.require_sms_verification,
    smsGate: edit.sms_gate,
    reference: edit.reference,
    company: edit.company,
    jobTitle: edit.job_title,
    returnUrl: edit.return_url,
    order: edit.signing_order,
    channel: edit.channel,
  }
}

/** @throws HttpError as for any key that a recipient does not have */
function refuseOldPhone(call: ConfirmCall, given: Edit[]): void {
  const recipients = given.flatMap(({ phone }, index) => (phone === undefined ? [] : [{ index, fields: ['phone'] }]))
  const [first] = recipients
  if (!first) return
  const accepted = operations.confirmDocument.edgeCodes
    .flatMap((edge) => ('accepted' in edge ? edge.accepted : []))
    .filter((key) => key !== 'phone')
  const message = `recipients[${first.index}] has the unknown key "phone"; it is phone_e164 since 2026-12-31`
  call.fail('unknown_recipient_field', message, { meta: { recipients, accepted } })
}

/** Accepted until 2026-12-31 (contract 9.8). */
function deprecatedPhone({ phone }: Edit, index: number): Warning[] {
  if (phone === undefined) return []
  const field = `recipients[${index}].phone`
  const message = `${field} is the old spelling of phone_e164 and is refused from 2026-12-31`
  return [{ field, code: 'deprecated_field', message }]
}
