import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { forEach } from '../each.ts'
import { readWorkspace } from '../records/workspaces/read.ts'

/** Of the documents of a workspace; each before what it refers to. */
const OF_DOCUMENTS = [
  'audit_private',
  'audit_events',
  'sealed_trails',
  'renewals',
  'embedded_sessions',
  'bulk_rows',
  'signing_requests',
] as const
/** Of the workspace itself, in the same order. */
const CONTENTS = ['sms_sends', 'sms_usage', 'outbox', 'events', 'idempotency_keys', 'api_log', 'bulk_sends'] as const
/** What a workspace has besides its contents. */
const REST = ['hooks', 'memberships', 'invitations', 'user_sessions', 'workspace_log', 'sign_ins', 'api_keys'] as const

/**
 * Erases what a sandbox holds, or the sandbox itself. Nothing of it binds anybody, so no trace is kept. Files that
 * cannot be deleted now are deleted by the next clean-up, as nothing refers to them any more.
 */
export async function eraseSandbox(ctx: Ctx, id: string, what: 'contents' | 'whole'): Promise<void> {
  const { region, blobs } = await transaction(ctx.db, async (tx) => {
    const { region, live_id } = await readWorkspace(tx, id)
    if (live_id === null) throw new Error(`workspace ${id} is live`)
    // Whoever makes a document holds the workspace, and whoever adds to one, such as a job that is running, holds the
    // document: nothing new refers to what is deleted here.
    await sql`select from workspaces where id = ${id} for update`.execute(tx)
    await sql`select from documents where workspace_id = ${id} order by id for update`.execute(tx)
    const blobs = await blobsOf(tx, id)
    await eraseContents(tx, id)
    if (what === 'whole') {
      for (const table of REST) await sql`delete from ${sql.table(table)} where workspace_id = ${id}`.execute(tx)
      await tx.deleteFrom('workspaces').where('id', '=', id).execute()
    }
    return { region, blobs }
  })
  ctx.changes.tell()
  const store = ctx.storage.region(region)
  await forEach(
    blobs,
    async (key) => {
      await store.delete(key)
    },
    (key, error) => ctx.log.warn({ err: error, key }, 'a file of a sandbox could not be deleted, will retry'),
  )
}

async function blobsOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from document_revisions where document_id in (${documentsOf(id)})
    union all
    select blob_key from sealed_trails where document_id in (${documentsOf(id)})`.execute(tx)
  return rows.map(({ key }) => key)
}

async function eraseContents(tx: Tx, id: string): Promise<void> {
  for (const table of OF_DOCUMENTS) {
    await sql`delete from ${sql.table(table)} where document_id in (${documentsOf(id)})`.execute(tx)
  }
  // With its deliveries; a hook of the workspace stays, and loses its log.
  await sql`delete from hooks where workspace_id = ${id} and scope = 'document'`.execute(tx)
  await sql`delete from delivery_queue where workspace_id = ${id}`.execute(tx)
  await sql`delete from deliveries where workspace_id = ${id}`.execute(tx)
  await tx.deleteFrom('documents').where('workspace_id', '=', id).execute()
  await tx.deleteFrom('drafts').where('workspace_id', '=', id).execute()
  for (const table of CONTENTS) await sql`delete from ${sql.table(table)} where workspace_id = ${id}`.execute(tx)
}

const documentsOf = (id: string): RawBuilder<unknown> => sql`select id from documents where workspace_id = ${id}`

/** Erases the sandboxes whose time is over. @throws AggregateError when some failed; the others are gone */
export async function endSandboxes(ctx: Ctx): Promise<void> {
  const over = await ctx.db
    .selectFrom('workspaces')
    .select('id')
    .where('live_id', 'is not', null)
    .where('ends_at', '<=', ctx.clock.now())
    .execute()
  await forEach(
    over,
    ({ id }) => eraseSandbox(ctx, id, 'whole'),
    ({ id }, error) => ctx.log.warn({ err: error, workspace_id: id }, 'a sandbox could not be erased, will retry'),
  )
}
