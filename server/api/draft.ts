import { parseMetadata } from '../domain/metadata.ts'
import type { Draft, DraftField, DraftPlacement, DraftSigner, Source } from '../domain/sending/draft.ts'
import type { components } from '../generated/openapi.ts'
import { HttpError } from '../http/errors.ts'
import type { Call } from './contract.ts'

type CreateCall = Pick<Call<'createSigningRequest'>, 'body' | 'warnings'>
type Body = CreateCall['body']['data']
type UploadedFile = Extract<CreateCall['body'], { mediaType: 'multipart/form-data' }>['data']['file']
type Signer = components['schemas']['SignerInput']
type Field = components['schemas']['FieldInput']

/**
 * The body of `POST /signing-requests` (contract 2.4) and of its dry run as a draft.
 * @throws HttpError `placement_retired`, `invalid_request`
 * @throws DomainError `invalid_metadata`
 */
export function draftOf(call: CreateCall): Draft {
  const { data } = call.body
  if (data.validate_only) {
    const message = 'validate_only is not an option of this call; the dry run is POST /signing-requests/validate'
    throw new HttpError('invalid_request', message, { meta: { path: 'validate_only' } })
  }
  return {
    source: sourceOf(call),
    placement: placementOf(data),
    metadata: parseMetadata(data.metadata),
    signers: data.signers.map((signer, index) => signerOf(signer, `signers[${index}]`, data.sms_gate ?? null)),
    signingMode: data.signing_mode ?? 'parallel',
    sendEmails: data.send_emails ?? true,
    title: data.title?.trim() || null,
    message: data.message?.trim() || null,
    subject: data.subject?.trim() || null,
    replyTo: data.reply_to?.trim() ?? null,
    observers: (data.observer_emails ?? []).map((email) => email.trim()),
    callbackUrl: data.callback_url ?? null,
    expiresInDays: data.expires_in_days ?? null,
    warnings: call.warnings,
    instance: null,
  }
}

function sourceOf(call: CreateCall): Source {
  if (call.body.mediaType === 'application/json') return { kind: 'url', url: call.body.data.file_url }
  return uploadSource(call.body.data.file)
}

/** The `file` part of a multipart body. */
export function uploadSource({ received, filename, mediaType }: UploadedFile): Source {
  // RFC 7578, 4.4: a part without a type counts as text/plain, so the two cannot be distinguished.
  return { kind: 'file', file: received, filename, mediaType: mediaType === 'text/plain' ? null : mediaType }
}

function placementOf({ placement, fields }: Body): DraftPlacement {
  if (placement === 'manual') {
    const message = 'placement "manual" was retired on 2026-07-31; use anchors, auto_append or explicit'
    throw new HttpError('placement_retired', message)
  }
  if ((placement === 'explicit') !== Boolean(fields)) {
    const message = 'fields is required with placement "explicit", and only there'
    throw new HttpError('invalid_request', message, { meta: { path: 'fields' } })
  }
  return placement === 'explicit'
    ? { kind: placement, fields: (fields ?? []).map(fieldOf) }
    : { kind: placement ?? 'anchors' }
}

function fieldOf({ field_key, required, label, max_length, ...box }: Field): DraftField {
  return {
    ...box,
    fieldKey: field_key ?? null,
    required: required ?? true,
    label: label ?? null,
    maxLength: max_length ?? null,
    option: null,
    answerType: null,
    table: null,
    value: null,
  }
}

/** @param gate the gate of the whole call, for signers without one of their own */
function signerOf(signer: Signer, at: string, gate: DraftSigner['smsGate']): DraftSigner {
  return {
    at,
    email: signer.email,
    role: signer.role ?? null,
    name: { full: signer.name ?? null, first: signer.first_name ?? null, last: signer.last_name ?? null },
    locale: signer.locale ?? null,
    phone: signer.phone_e164 ?? null,
    requireSms: signer.require_sms_verification ?? false,
    smsGate: signer.sms_gate === undefined ? gate : signer.sms_gate,
    reference: signer.reference ?? null,
    company: signer.company ?? null,
    jobTitle: signer.job_title ?? null,
    returnUrl: signer.return_url ?? null,
    order: signer.signing_order ?? null,
    slot: null,
    pinned: false,
    channel: 'email',
  }
}
