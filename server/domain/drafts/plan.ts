import type { Ctx } from '../../context.ts'
import type { DraftFile } from '../../db/schema.ts'
import { StorageError } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import { problemOf } from '../records/file-problem.ts'
import { receiveBlob } from '../records/stored-bytes.ts'
import type { Draft } from '../sending/draft.ts'
import { prepareFile, type Sender, withPlan } from '../sending/plan.ts'
import type { Planned } from '../sending/send.ts'
import { composeDrafts } from './compose.ts'
import { fileRefusal } from './file-refusal.ts'
import type { DraftRow } from './read.ts'

/**
 * Runs `use` with the plans of all PDFs, each on this machine until then.
 * @throws DomainError with what is refused, `meta.path` in the terms of the draft
 */
export async function withPlans<T>(
  ctx: Ctx,
  actor: Sender,
  draft: DraftRow,
  use: (planned: Planned[]) => Promise<T>,
): Promise<T> {
  const composed = composeDrafts(ctx, draft)
  const planned: Planned[] = []
  const next = async (at: number): Promise<T> => {
    const file = draft.files[at]
    if (!file) return use(planned)
    const one: Draft = { ...composed[at]!, source: await sourceOf(ctx, draft, file) }
    let isPlanned = false
    try {
      return await withPlan(ctx, actor, one, (plan) => {
        isPlanned = true
        planned.push({ draft: one, plan })
        return next(at + 1)
      })
    } catch (error) {
      throw isPlanned ? error : fileRefusal(error, file, draft.files.length)
    }
  }
  return next(0)
}

/**
 * Refuses what sending would refuse of the draft as it is, up to a trial seal of each PDF. Stores nothing, and takes no
 * lock.
 * @throws as `withPlans`
 */
export async function rehearseDraft(ctx: Ctx, actor: Sender, draft: DraftRow): Promise<void> {
  await withPlans(ctx, actor, draft, async (planned) => {
    for (const at of planned.keys()) await preparePlanned(ctx, draft, planned, at)
  })
}

/** Prepares one of the PDFs as sending does. @throws DomainError with what is refused, as `withPlans` */
export async function preparePlanned(
  ctx: Ctx,
  { workspace_id, files }: DraftRow,
  planned: readonly Planned[],
  at: number,
): ReturnType<typeof prepareFile> {
  const { draft, plan } = planned[at]!
  try {
    return await prepareFile(ctx, workspace_id, plan, { title: draft.title ?? plan.source.filename, documentId: null })
  } catch (error) {
    throw fileRefusal(error, files[at]!, files.length)
  }
}

async function sourceOf(ctx: Ctx, { region }: DraftRow, file: DraftFile): Promise<Draft['source']> {
  const { blob_key, length, sha256, filename } = file
  const received = await receiveBlob(ctx, region, { blob_key, length, sha256 }).catch(async (error: unknown) => {
    throw await lostFile(ctx, region, file, error)
  })
  return { kind: 'file', file: received, filename, mediaType: null }
}

/** A file that is gone or altered stays so: that is a refusal. A store that cannot be read now is a failure. */
async function lostFile(
  ctx: Ctx,
  region: DraftRow['region'],
  { id, title }: DraftFile,
  error: unknown,
): Promise<unknown> {
  const problem = error instanceof StorageError ? await problemOf(ctx, { region }, error.cause) : null
  if (problem !== 'missing' && problem !== 'altered') return error
  const what = problem === 'missing' ? 'gone' : 'damaged'
  return new DomainError('invalid_request', `The stored file of ${title} is ${what}. Remove it and add it again.`, {
    meta: { path: `title.${id}` },
    cause: error,
  })
}
