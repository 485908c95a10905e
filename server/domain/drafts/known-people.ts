import type { Ctx } from '../../context.ts'
import { DRAFTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'

export interface KnownPerson {
  name: string | null
  email: string
}

/** Who was asked to sign lately, the last first: offered while an address is typed. */
export async function knownPeople(ctx: Ctx, actor: Actor): Promise<KnownPerson[]> {
  assertMay(ctx, actor, 'knownPeople')
  const { db } = ctx
  const lately = db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', actor.workspaceId)
    // Nobody is offered whose document was erased.
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DRAFTS.remembered)
  const rows = await db
    .selectFrom('signing_requests')
    .select(['name', 'email'])
    .where('document_id', 'in', lately)
    .orderBy('created_at', 'desc')
    .execute()
  const known = new Map<string, KnownPerson>()
  for (const row of rows) {
    const email = row.email.toLowerCase()
    if (!known.has(email)) known.set(email, row)
  }
  return [...known.values()].slice(0, DRAFTS.remembered)
}
