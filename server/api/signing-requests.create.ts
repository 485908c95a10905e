import type { components } from '../../sdk/src/generated/openapi.ts'
import { createSigningRequest as create } from '../domain/sending/create.ts'
import type { Created } from '../domain/sending/send.ts'
import type { Call, Handler } from './contract.ts'
import { draftOf } from './draft.ts'
import { presentPlacedField } from './present/placed-field.ts'
import { presentCreatedSigner } from './present/signer.ts'

type CreateCall = Call<'createSigningRequest'>

/** `POST /signing-requests` (contract 4.10). */
export const createSigningRequest: Handler<'createSigningRequest'> = async (call) => {
  const draft = draftOf(call)
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
    earlierSignatures: document.earlier_signatures,
    fields: fields.flatMap(({ signing_request_id: signer, kind, page, x, y, w, h, field_key: fieldKey, label }) =>
      // Tables come from templates alone.
      kind === 'table'
        ? []
        : presentPlacedField({ role: roles.get(signer) ?? null, kind, page, x, y, w, h, fieldKey, label }),
    ),
  }
}
