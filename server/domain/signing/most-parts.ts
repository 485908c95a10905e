import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { SignerActor } from '../actor.ts'
import { MAX_ROWS } from '../fields/definition.ts'

/** The id of a field under `values` and under `shown`, and the keys of its value. */
const KEYS_OF_FIELD = 10
/** A cell of each of at most 20 columns in each row. */
const KEYS_OF_TABLE = MAX_ROWS * 20
/** What stands around the values. */
const OTHER_KEYS = 20
/** Two numbers of each point of a drawing; the page sends at most 512 KB in a call, and a number takes two. */
const VALUES = 300_000

/** How many keys and values the JSON can have in which the signer fills in all of their fields at once. */
export async function mostParts(
  ctx: Ctx,
  { signingRequestId }: SignerActor,
): Promise<{ keys: number; values: number }> {
  const { fields, tables } = await ctx.db
    .selectFrom('fields')
    .select(sql<number>`count(*)::int`.as('fields'))
    .select(sql<number>`(count(*) filter (where kind = 'table'))::int`.as('tables'))
    .where('signing_request_id', '=', signingRequestId)
    .executeTakeFirstOrThrow()
  return { keys: OTHER_KEYS + fields * KEYS_OF_FIELD + tables * KEYS_OF_TABLE, values: VALUES }
}
