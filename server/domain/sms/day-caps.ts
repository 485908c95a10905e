import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { SMS_DAY } from '../../limits.ts'
import type { SignerRow } from '../records/documents.ts'

/** A message on its way to a number. */
interface Send {
  claim: string
  workspaceId: string
  /** Of a code; null: a link, which counts for its number alone. */
  signingRequestId: string | null
  phone: string
}

/**
 * Counts a message towards the limits of 24 hours (decision 0028), unless one is used up: that of the request, which the
 * caller then locks, or that of the number in this workspace. Other requests to the same number wait for this one.
 */
export async function countSend(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { claim, workspaceId, signingRequestId, phone }: Send,
): Promise<'counted' | 'request_full' | 'phone_full'> {
  const now = ctx.clock.now()
  const dayAgo = new Date(now.getTime() - SMS_DAY.ms)
  const number = `sms:${workspaceId}:${phone}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${number}, 0))`.execute(tx)
  const { request, number: toNumber } = await tx
    .selectFrom('sms_sends')
    .select([
      sql<number>`count(*) filter (where signing_request_id = ${signingRequestId})`.as('request'),
      sql<number>`count(*) filter (where phone_e164 = ${phone})`.as('number'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('phone_e164', '=', phone), eb('signing_request_id', '=', signingRequestId)]))
    .where('at', '>', dayAgo)
    .executeTakeFirstOrThrow()
  if (request >= SMS_DAY.ofRequest) return 'request_full'
  if (toNumber >= SMS_DAY.ofPhone) return 'phone_full'
  await tx
    .insertInto('sms_sends')
    .values({
      claim,
      workspace_id: workspaceId,
      phone_e164: phone,
      signing_request_id: signingRequestId,
      at: now,
    })
    .execute()
  return 'counted'
}

/** A message that was not sent after all. */
export async function uncountSend(tx: Tx, claim: string): Promise<void> {
  await tx.deleteFrom('sms_sends').where('claim', '=', claim).execute()
}

/** A code was entered: the counts of its request and of its number start again, those of other requests do not. */
export async function restartCounts(tx: Tx, signer: SignerRow): Promise<void> {
  await restartRequestCount(tx, signer.id)
  await tx
    .updateTable('sms_sends')
    .set({ phone_e164: null })
    .where('workspace_id', '=', signer.workspace_id)
    .where('phone_e164', '=', signer.phone_e164)
    .execute()
}

/** The sender wants this signer to continue: the count of the request starts again, that of the number does not. */
export async function restartRequestCount(tx: Tx, signingRequestId: string): Promise<void> {
  await tx
    .updateTable('sms_sends')
    .set({ signing_request_id: null })
    .where('signing_request_id', '=', signingRequestId)
    .execute()
}
