import type { Ctx } from '../../context.ts'
import type { ApiKeyActor } from '../../domain/actor.ts'
import type { SigningRequestView } from '../../domain/signing/read.ts'
import type { components } from '../../generated/openapi.ts'
import { isHandedOut, presentStatus } from './document.ts'
import { iso, presentSigner } from './signer.ts'

/** A signer's row as `/signing-requests/{id}` shows it (contract 2.9). */
export function presentRow(
  ctx: Ctx,
  actor: ApiKeyActor,
  { signer, document, signers }: SigningRequestView,
): components['schemas']['SigningRequestRow'] {
  return {
    ...presentSigner(ctx, actor, signer, isHandedOut(ctx, document)),
    documentId: document.id,
    documentStatus: presentStatus(ctx, document, signers),
    createdAt: iso(signer.created_at),
    lastRemindedAt: iso(signer.last_reminded_at),
    reminderCount: signer.reminder_count,
    withdrawnBy: signer.withdrawn_by,
  }
}
