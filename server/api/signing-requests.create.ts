import type { components } from '../../sdk/src/generated/openapi.ts'
import { createSigningRequest as create } from '../domain/sending/create.ts'
import type { Created } from '../domain/sending/send.ts'
import { validateSigningRequest } from '../domain/sending/validate.ts'
import { fieldLabel } from '../domain/signing/field-names.ts'
import type { Call, Handler } from './contract.ts'
import { draftOf } from './draft.ts'
import { presentCreatedSigner } from './present/signer.ts'

type CreateCall = Call<'createSigningRequest'>

/** `POST /signing-requests` (contract 4.10). */
export const createSigningRequest: Handler<'createSigningRequest'> = async (call) => {
  const draft = draftOf(call)
  if (call.body.data.validate_only) {
    const { placement, found, markers, problems, warnings } = await validateSigningRequest(call.ctx, call.actor, draft)
    return call.reply(200, { ok: problems.length === 0, problems, warnings, placement, anchors: { found, markers } })
  }
  const created = await create(call.ctx, call.actor, draft, async (tx, result) => {
    await call.finish(tx, call.reply(201, present(call, result)))
  })
  return call.reply(201, present(call, created))
}

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
    fields: fields.map(({ signing_request_id, kind, page, x, y, w, h, field_key, label }) => ({
      role: roles.get(signing_request_id) ?? null,
      kind,
      page,
      x,
      y,
      w,
      h,
      fieldKey: field_key,
      label: fieldLabel({ label, field_key }),
    })),
  }
}
