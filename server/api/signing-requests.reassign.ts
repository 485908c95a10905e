import { signingUrl } from '../domain/signers/link.ts'
import { fullName } from '../domain/signers/person.ts'
import { reassignSigner } from '../domain/signing/reassign.ts'
import type { Handler } from './contract.ts'

/** `POST /signing-requests/{id}/reassign` (decision 0022). */
export const reassignSigningRequest: Handler<'reassignSigningRequest'> = async (call) => {
  const { data } = call.body
  const name = { full: data.name ?? null, first: data.first_name ?? null, last: data.last_name ?? null }
  const { signer, status, previous, reassignedAt } = await reassignSigner(call.ctx, call.actor, call.params.id, {
    email: data.email,
    name: fullName(name, ''),
    phone: data.phone_e164 ?? null,
    company: data.company ?? null,
    jobTitle: data.job_title ?? null,
    returnUrl: data.return_url ?? null,
    locale: data.locale ?? undefined,
    reference: data.reference,
  })
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
}
