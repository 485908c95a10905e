import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Actor } from '../../actor.ts'
import { assertMay } from '../../may.ts'

/** What people do that the log of a workspace keeps, each with the words that stand before its target. */
export const WORK = {
  'person.invited': 'invited',
  'person.joined': 'joined as',
  'person.joined_by_sso': 'joined by single sign-on as',
  'person.role_by_sso': 'got by single sign-on the role',
  'person.left_by_sso': 'lost by single sign-on the role',
  'person.other_account': 'signed in with another account of the provider than before, as',
  'person.changed_email': 'changed their address from',
  'person.made_owner': 'gave the role owner to',
  'person.made_member': 'gave the role member to',
  'person.removed': 'removed',
  'settings.changed': 'changed the settings',
  'invitation.withdrawn': 'withdrew the invitation of',
  'document.erased': 'erased the files of',
  'document.withdrawn': 'withdrew',
  'document.extended': 'gave more time to sign',
  'document.abandoned': 'ended without a seal',
  'entry.disclosed': 'saw the full address and device of an entry of',
  'request.withdrawn': 'withdrew the request to a signer of',
  'signer.phone_changed': 'changed the phone of a signer of',
  'signer.reminded': 'reminded a signer of',
  'copy.sent_again': 'sent a finished copy again of',
  'document.sent_again': 'sent a new document in place of',
  'draft.scheduled': 'scheduled the sending of',
  'draft.unscheduled': 'cancelled the sending of',
  'draft.deleted': 'deleted the draft',
  'rows.sent': 'sent the rows of',
  'rows.stopped': 'stopped the rows of',
  'key.created': 'created the key',
  'key.changed': 'changed the key',
  'key.revoked': 'revoked the key',
  'hook.registered': 'registered the webhook',
  'hook.changed': 'changed the webhook',
  'hook.switched_off': 'switched off the webhook',
  'hook.switched_on': 'switched on the webhook',
  'hook.rotated': 'rotated the secret of the webhook',
  'hook.recovered': 'sent again what had failed for the webhook',
  'hook.deleted': 'deleted the webhook',
  'template.created': 'created the template',
  'template.imported': 'imported a draft of the template',
  'template.changed': 'changed the draft of the template',
  'template.pdf_replaced': 'replaced the PDF of the template',
  'template.duplicated': 'duplicated the template',
  'template.locked': 'locked the template',
  'template.unlocked': 'unlocked the template',
  'template.archived': 'archived the template',
  'template.restored': 'restored the template',
  'direct_link.made': 'made a direct link of',
  'direct_link.ended': 'switched off the direct link of',
  'field.created': 'added the field',
  'field.changed': 'changed the field',
  'field.archived': 'archived the field',
  'field.restored': 'restored the field',
} as const

export type Work = keyof typeof WORK

/** What something was done to. */
export interface WorkTarget {
  /** As people know it: a name, an address, a title. Never a secret. */
  name: string
  id?: string
}

/**
 * Records in the caller's transaction what a person did in the dashboard. Other actors leave no row: calls with a key
 * are in the API log, and what signers do is in the audit trail.
 * @returns the person as the row names them
 */
export async function recordWork(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  by: Actor,
  action: Work,
  target: WorkTarget,
): Promise<string | null> {
  if (by.kind !== 'user') return null
  const { workspaceId, userId } = by
  const user = await tx.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
  const who = user.name ?? user.email
  await tx
    .insertInto('workspace_log')
    .values({
      workspace_id: workspaceId,
      at: ctx.clock.now(),
      user_id: userId,
      who,
      action,
      target: target.name,
      target_id: target.id ?? null,
    })
    .execute()
  return who
}

/** Whether the log says that this was done to the target with this id. */
export async function isWorkDone(
  { db }: Pick<Ctx, 'db'>,
  workspaceId: string,
  action: Work,
  id: string,
): Promise<boolean> {
  const done = await db
    .selectFrom('workspace_log')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .where('target_id', '=', id)
    .executeTakeFirst()
  return done !== undefined
}

export interface WorkEntry {
  at: Date
  who: string
  action: Work
  target: string
}

const PAGE = 50

/** A page of the log, newest first. @param before the `older` of the page before; null: from the newest */
export async function listWork(
  ctx: Pick<Ctx, 'db' | 'config'>,
  actor: Actor,
  before: number | null,
): Promise<{ entries: WorkEntry[]; older: number | null }> {
  assertMay(ctx, actor, 'listWork')
  let query = ctx.db
    .selectFrom('workspace_log')
    .select(['id', 'at', 'who', 'action', 'target'])
    .where('workspace_id', '=', actor.workspaceId)
  if (before !== null) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  return {
    entries: shown.map(({ id: _, action, ...entry }) => ({ ...entry, action: action as Work })),
    older: rows.length > PAGE ? shown.at(-1)!.id : null,
  }
}
