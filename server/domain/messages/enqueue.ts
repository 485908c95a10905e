import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx } from '../../db/database.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'

/**
 * The jobs that tell those who have signed that the document will not be completed, in the caller's transaction, once: at
 * the first refusal or withdrawal.
 * @param signers of the document, as they are now
 */
export async function enqueueStopped(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  { send_emails: isMailed }: Pick<DocumentRow, 'send_emails'>,
  signers: readonly Pick<SignerRow, 'id' | 'status'>[],
): Promise<void> {
  const stops = signers.filter(({ status }) => status === 'declined' || status === 'withdrawn')
  if (!isMailed || stops.length !== 1) return
  const signed = signers.filter(({ status }) => status === 'signed')
  const tasks = signed.map(({ id }) => ({ message: 'stopped' as const, signingRequestId: id }))
  await enqueueAll(ctx, tx, 'send-email', tasks)
}

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
