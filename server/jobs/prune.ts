import { deleteRetired } from '../domain/documents/retention.ts'
import { pruneRequests } from '../domain/requests/prune.ts'
import { pruneWorkers } from '../domain/workers/prune.ts'
import type { Handler } from './handler.ts'

export const pruneTask: Handler<'prune'> = async (ctx) => {
  await pruneRequests(ctx)
  await pruneWorkers(ctx)
  await deleteRetired(ctx)
}
