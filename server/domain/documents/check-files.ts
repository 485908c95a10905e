import type { Ctx } from '../../context.ts'
import { FILE_CHECKS } from '../../limits.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow } from '../records/documents.ts'
import { type FileCtx, noticingDamage } from '../records/file-problem.ts'
import { lengthOf, readRevisions } from '../records/revisions.ts'
import { checkRevisions } from '../records/stored-bytes.ts'

type Located = Pick<DocumentRow, 'id' | 'region'>

export interface CheckedFiles {
  id: string
  /** Bytes of the document's files. */
  length: number
  /** What is wrong, for the operator; null: nothing. */
  problem: string | null
}

const PAGE = 100

/**
 * Compares stored files with their hashes, those first that were not compared for longest, until `FILE_CHECKS.bytesPerRun`
 * were read. A file that is right again ends its document's `fileProblem`.
 * @throws StorageError when a whole store cannot be used
 */
export async function checkDueFiles(ctx: FileCtx): Promise<void> {
  const now = ctx.clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  const damaged = await stored(ctx)
    .where('file_problem', 'is not', null)
    .where('files_checked_at', '<=', ago(FILE_CHECKS.damagedEveryMs))
    .limit(PAGE)
    .execute()
  const due = await stored(ctx)
    .where('files_checked_at', '<=', ago(FILE_CHECKS.everyMs))
    .orderBy('files_checked_at')
    .limit(PAGE)
    .execute()
  let bytes = 0
  for (const document of new Map([...damaged, ...due].map((one) => [one.id, one])).values()) {
    if (bytes >= FILE_CHECKS.bytesPerRun) return
    bytes += (await checkFiles(ctx, document)).length
  }
}

/** Compares every stored file with its hashes, now. @throws StorageError when a whole store cannot be used */
export async function* checkAllFiles(ctx: FileCtx): AsyncGenerator<CheckedFiles> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await stored(ctx).where('id', '>', after).orderBy('id').limit(PAGE).execute()
    if (page.length === 0) return
    for (const document of page) yield checkFiles(ctx, document)
    after = page.at(-1)!.id
  }
}

/** The number of documents whose files are known to be damaged. */
export async function countFileProblems(ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('file_problem', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const stored = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('documents').select(['id', 'region']).where('deleted_at', 'is', null)

async function checkFiles(ctx: FileCtx, document: Located): Promise<CheckedFiles> {
  const { id } = document
  const revisions = await readRevisions(ctx.db, id)
  const problem = await problemIn(ctx, document, revisions)
  await ctx.db
    .updateTable('documents')
    .set({
      files_checked_at: ctx.clock.now(),
      ...(problem === null && { file_problem: null, file_problem_since: null }),
    })
    .where('id', '=', id)
    .execute()
  return { id, length: lengthOf(revisions), problem }
}

async function problemIn(
  ctx: FileCtx,
  document: Located,
  revisions: Awaited<ReturnType<typeof readRevisions>>,
): Promise<string | null> {
  try {
    await noticingDamage(ctx, document, () => checkRevisions(ctx, document, revisions))
    return null
  } catch (error) {
    if (error instanceof DomainError && error.cause instanceof Error) return error.cause.message
    // Deleted by retention meanwhile: there is nothing left to check.
    if ((await stored(ctx).where('id', '=', document.id).execute()).length === 0) return null
    throw error
  }
}
