import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx } from '../../db/database.ts'
import type { SignerRow } from '../records/documents.ts'

/** The jobs of the invitations that `emailed` and `texted` of these signers announce, in the caller's transaction. */
export async function enqueueInvitations(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  signers: readonly Pick<SignerRow, 'id' | 'emailed' | 'texted'>[],
): Promise<void> {
  const emails = signers.filter(({ emailed }) => emailed)
  const texts = signers.filter(({ texted }) => texted)
  await enqueueAll(
    ctx,
    tx,
    'send-email',
    emails.map(({ id }) => ({ message: 'invitation', signingRequestId: id })),
  )
  await enqueueTexts(ctx, tx, texts)
}

/** Those by SMS alone. */
export async function enqueueTexts(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  signers: readonly Pick<SignerRow, 'id'>[],
): Promise<void> {
  await enqueueAll(
    ctx,
    tx,
    'send-sms',
    signers.map(({ id }) => ({ signingRequestId: id })),
  )
}
