import type { Ctx } from '../../context.ts'
import type { ApiKeyActor } from '../../domain/actor.ts'
import type { DocumentRow, SignerRow } from '../../domain/records/documents.ts'
import type { components } from '../../generated/openapi.ts'
import { isHandedOut } from './document.ts'
import { presentSigner } from './signer.ts'

/** A recipient in the answers of instantiate and confirm. */
export function presentRecipient(
  ctx: Ctx,
  actor: ApiKeyActor,
  document: DocumentRow,
  signer: SignerRow,
): components['schemas']['InstanceRecipient'] {
  const { signingUrl, status } = presentSigner(ctx, actor, signer, isHandedOut(ctx, document))
  return {
    slot: signer.slot!,
    role: signer.role,
    email: signer.email,
    name: signer.name,
    signing_request_id: signer.id,
    signing_url: signingUrl,
    status,
    channel: signer.channel,
    emailed: signer.emailed,
    texted: signer.texted,
    reference: signer.reference,
  }
}
