import { createSigningRequest } from '../domain/sending/create.ts'
import type { Created } from '../domain/sending/send.ts'
import { type Validated, validateSigningRequest } from '../domain/sending/validate.ts'
import { signingUrl } from '../domain/signers/link.ts'
import { fullName } from '../domain/signers/person.ts'
import { updateSigningRequest } from '../domain/signing/change-phone.ts'
import { getSigningRequest, readSignerAudit } from '../domain/signing/read.ts'
import { reassignSigningRequest } from '../domain/signing/reassign.ts'
import { remindSigningRequest } from '../domain/signing/remind.ts'
import { renewSigningLink } from '../domain/signing/renew-link.ts'
import { withdrawSigningRequest } from '../domain/signing/withdraw.ts'
import type { components } from '../generated/openapi.ts'
import { REMIND } from '../limits.ts'
import type { Call, Handlers } from './contract.ts'
import { draftOf } from './draft.ts'
import { presentPlacedField } from './present/field.ts'
import { presentCreatedSigner } from './present/signer.ts'
import { presentRow } from './present/signing-request.ts'

type CreateCall = Call<'createSigningRequest'>
type Schemas = components['schemas']

/** What `/signing-requests` does. */
export const signingRequests = {
  /** `POST /signing-requests` (contract 4.10). */
  async createSigningRequest(call) {
    const draft = draftOf(call)
    const created = await createSigningRequest(call.ctx, call.actor, draft, async (tx, result) => {
      await call.finish(tx, call.reply(201, present(call, result)))
    })
    return call.reply(201, present(call, created))
  },

  /** `POST /signing-requests/validate` (decision 0310). */
  async validateSigningRequest(call) {
    const { placement, found, markers, signers, fields, problems, warnings, earlierSignatures } =
      await validateSigningRequest(call.ctx, call.actor, draftOf(call))
    return call.reply(200, {
      ok: problems.length === 0,
      problems,
      warnings,
      placement,
      anchors: { found, markers: markers.map(presentMarker) },
      signers: signers.map(presentPlannedSigner),
      earlierSignatures,
      fields: fields.flatMap(({ signer, kind, ...field }) =>
        // Tables come from templates alone.
        kind === 'table' ? [] : presentPlacedField({ ...field, kind, role: signers[signer]!.role }),
      ),
    })
  },

  /** `GET /signing-requests/{id}` (contract 4.11). */
  async getSigningRequest(call) {
    const view = await getSigningRequest(call.ctx, call.actor, call.params.id)
    const events = await readSignerAudit(call.ctx, view)
    return call.reply(200, {
      ...presentRow(call.ctx, call.actor, view),
      auditEvents: events.map(({ seq, type, at, meta, hash }) => ({ seq, type, at, meta, hash })),
    })
  },

  /** `PATCH /signing-requests/{id}` (contract 4.11): the phone number, nothing else. */
  async updateSigningRequest(call) {
    await updateSigningRequest(call.ctx, call.actor, call.params.id, call.body.data.phone_e164)
    const view = await getSigningRequest(call.ctx, call.actor, call.params.id)
    return call.reply(200, presentRow(call.ctx, call.actor, view))
  },

  /** `POST /signing-requests/{id}/remind` (contract 4.11). */
  async remindSigningRequest(call) {
    const { signer, remindedAt, status } = await remindSigningRequest(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      signingRequestId: signer.id,
      documentId: signer.document_id,
      status,
      channel: signer.channel,
      emailed: signer.emailed,
      texted: signer.texted,
      remindedAt: remindedAt.toISOString(),
      reminderCount: signer.reminder_count,
      nextRemindAllowedAt: new Date(remindedAt.getTime() + REMIND.cooldownMs).toISOString(),
      expiresAt: signer.expires_at!.toISOString(),
    })
  },

  /** `POST /signing-requests/{id}/withdraw` (contract 4.11). */
  async withdrawSigningRequest(call) {
    const { reason: text, share_reason: isShared = false } = call.body?.data ?? {}
    const reason = text == null ? null : { text, isShared }
    const { signer, documentStatus } = await withdrawSigningRequest(call.ctx, call.actor, call.params.id, reason)
    return call.reply(200, {
      signingRequestId: signer.id,
      documentId: signer.document_id,
      status: 'withdrawn',
      withdrawnBy: 'api',
      withdrawnAt: signer.withdrawn_at!.toISOString(),
      documentStatus,
    })
  },

  /** `POST /signing-requests/{id}/renew-link` (decision 0022). */
  async renewSigningLink(call) {
    const { signer, renewedAt, status } = await renewSigningLink(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      signingRequestId: signer.id,
      documentId: signer.document_id,
      status,
      signingUrl: signingUrl(call.ctx, signer),
      renewedAt: renewedAt.toISOString(),
      expiresAt: signer.expires_at?.toISOString() ?? null,
    })
  },

  /** `POST /signing-requests/{id}/reassign` (decision 0022). */
  async reassignSigningRequest(call) {
    const { data } = call.body
    const name = { full: data.name ?? null, first: data.first_name ?? null, last: data.last_name ?? null }
    const { signer, status, previous, reassignedAt } = await reassignSigningRequest(
      call.ctx,
      call.actor,
      call.params.id,
      {
        email: data.email,
        name: fullName(name, ''),
        phone: data.phone_e164 ?? null,
        company: data.company ?? null,
        jobTitle: data.job_title ?? null,
        returnUrl: data.return_url ?? null,
        locale: data.locale ?? undefined,
        reference: data.reference,
      },
    )
    return call.reply(200, {
      signingRequestId: signer.id,
      documentId: signer.document_id,
      status,
      email: signer.email,
      name: signer.name,
      previous,
      signingUrl: signingUrl(call.ctx, signer),
      emailed: signer.emailed,
      reassignedAt: reassignedAt.toISOString(),
      expiresAt: signer.expires_at?.toISOString() ?? null,
    })
  },
} satisfies Partial<Handlers>

function present(call: CreateCall, created: Created): components['schemas']['SigningRequestCreated'] {
  const { document, signers, fields } = created
  const roles = new Map(signers.map((signer) => [signer.id, signer.role]))
  return {
    documentId: document.id,
    status: 'pending',
    signers: signers.map((signer) => presentCreatedSigner(call.ctx, signer)),
    placement: created.placement,
    anchors: { found: created.found },
    metadata: document.metadata,
    ...(created.callbackSecret !== null && { callback: { secret: created.callbackSecret } }),
    warnings: created.warnings,
    sha256: document.sha256,
    originalSha256: document.original_sha256,
    earlierSignatures: document.earlier_signatures,
    fields: fields.flatMap(({ signing_request_id: signer, kind, page, x, y, w, h, field_key: fieldKey, label }) =>
      // Tables come from templates alone.
      kind === 'table'
        ? []
        : presentPlacedField({ role: roles.get(signer) ?? null, kind, page, x, y, w, h, fieldKey, label }),
    ),
  }
}

function presentMarker(marker: Validated['markers'][number]): Schemas['Marker'] {
  const { kind, role, page, x, y, w, h, fieldKey, label } = marker
  return { kind, role, page, x, y, w, h, fieldKey, label }
}

function presentPlannedSigner(signer: Validated['signers'][number]): Schemas['ValidatedSigner'] {
  return {
    role: signer.role,
    email: signer.email,
    name: signer.name,
    status: signer.waits ? 'queued' : 'pending',
    order: signer.order,
    locale: signer.locale,
    reference: signer.reference,
    company: signer.company,
    jobTitle: signer.jobTitle,
    returnUrl: signer.returnUrl,
    requireSmsVerification: signer.requireSms,
    smsGate: signer.smsGate,
    signatureLevel: signer.requireSms ? 'aes' : 'ses',
  }
}
