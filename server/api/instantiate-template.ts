import {
  type InstanceValidated,
  type Instantiated,
  instantiateTemplate,
  validateInstance,
} from '../domain/instances/instantiate.ts'
import type { InstanceRequest } from '../domain/instances/plan.ts'
import type { Recipient } from '../domain/instances/recipients.ts'
import { parseMetadata } from '../domain/metadata.ts'
import { isByEmail, isBySms } from '../domain/signers/channel.ts'
import { reviewUrl } from '../domain/signers/review.ts'
import type { components } from '../generated/openapi.ts'
import type { Call, Handler } from './contract.ts'
import { presentRecipient } from './present/instance.ts'
import { iso } from './present/signer.ts'

type InstantiateCall = Call<'instantiateTemplate'>
type Schemas = components['schemas']

/** `POST /templates/{id}/instantiate` (contract 2.7, 4.13). */
export const handleInstantiate: Handler<'instantiateTemplate'> = async (call) => {
  const request = requestOf(call)
  if (call.body.data.validate_only) {
    return call.reply(200, presentValidated(await validateInstance(call.ctx, call.actor, request)))
  }
  const created = await instantiateTemplate(call.ctx, call.actor, request, async (tx, result) => {
    await call.finish(tx, call.reply(201, presentCreated(call, result)))
  })
  return call.reply(201, presentCreated(call, created))
}

function requestOf({ params, body: { data }, warnings }: InstantiateCall): InstanceRequest {
  return {
    templateId: params.id,
    version: data.version ?? null,
    recipients: (data.recipients ?? []).map(recipientOf),
    fieldValues: data.field_values ?? {},
    metadata: parseMetadata(data.metadata),
    review: data.review ?? false,
    sendEmails: data.send_emails ?? true,
    title: data.title?.trim() || null,
    message: data.message?.trim() || null,
    subject: data.subject?.trim() || null,
    replyTo: data.reply_to?.trim() ?? null,
    observers: (data.observer_emails ?? []).map((email) => email.trim()),
    callbackUrl: data.callback_url ?? null,
    warnings,
  }
}

function recipientOf(given: Schemas['RecipientInput']): Recipient {
  return {
    slot: given.slot,
    email: given.email ?? null,
    name: { full: given.name ?? null, first: given.first_name ?? null, last: given.last_name ?? null },
    locale: given.locale ?? null,
    phone: given.phone_e164 ?? null,
    requireSms: given.require_sms_verification ?? null,
    smsGate: given.sms_gate,
    reference: given.reference ?? null,
    company: given.company ?? null,
    jobTitle: given.job_title ?? null,
    returnUrl: given.return_url ?? null,
    order: given.signing_order ?? null,
    channel: given.channel ?? null,
  }
}

function presentCreated(
  { ctx, actor }: InstantiateCall,
  { document, signers, callbackSecret, facts, missingOptional, warnings }: Instantiated,
): Schemas['Instantiated'] {
  const expiresAt = signers.flatMap(({ expires_at: at }) => at?.getTime() ?? [])
  const isStaged = document.review_state === 'staged'
  return {
    ok: true,
    document_id: document.id,
    status: isStaged ? 'staged' : 'pending',
    ...facts,
    signing_mode: document.signing_mode,
    expires_at: expiresAt.length === 0 ? null : iso(new Date(Math.min(...expiresAt))),
    review_url: isStaged ? reviewUrl(ctx, document.id) : null,
    review_expires_at: iso(document.review_expires_at),
    metadata: document.metadata,
    sha256: document.sha256,
    recipients: signers.map((signer) => presentRecipient(ctx, actor, document, signer)),
    ...(callbackSecret !== null && { callback: { secret: callbackSecret } }),
    problems: [],
    warnings,
    missing_optional: missingOptional,
  }
}

function presentValidated({ plan, problems, warnings }: InstanceValidated): Schemas['Instantiated'] {
  const { draft, facts, missingOptional } = plan
  const sendEmails = draft.sendEmails && draft.instance?.review !== true
  const first = Math.min(...plan.plan.signers.map(({ order }) => order ?? 0))
  return {
    ok: problems.length === 0,
    document_id: null,
    status: null,
    ...facts,
    signing_mode: draft.signingMode,
    expires_at: null,
    review_url: null,
    review_expires_at: null,
    metadata: draft.metadata,
    sha256: null,
    recipients: plan.plan.signers.map(({ slot, role, email, name, reference, order, channel }) => {
      const isInvited = sendEmails && (order === null || order === first)
      return {
        slot: slot!,
        role,
        email,
        name,
        signing_request_id: null,
        signing_url: null,
        status: null,
        channel,
        emailed: isInvited && isByEmail({ channel }),
        texted: isInvited && isBySms({ channel }),
        reference,
      }
    }),
    problems,
    warnings,
    missing_optional: missingOptional,
  }
}
