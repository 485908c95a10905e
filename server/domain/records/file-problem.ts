import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { FileProblemCode } from '../../db/schema.ts'
import { AlteredFileError } from '../../pdf/errors.ts'
import { StorageError } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow } from './documents.ts'
import type { StoredRevision } from './revisions.ts'

/** What comparing stored files with their hashes needs. */
export type FileCtx = Pick<Ctx, 'db' | 'clock' | 'log' | 'metrics' | 'storage'>

export interface FileProblem {
  code: FileProblemCode
  /** When it was first noticed. */
  since: Date
}

/** What is wrong with the document's stored files; null when nothing is known to be. */
export function fileProblem(document: Pick<DocumentRow, 'file_problem' | 'file_problem_since'>): FileProblem | null {
  const { file_problem: code, file_problem_since: since } = document
  return code === null || since === null ? null : { code, since }
}

/** A stored file is not what was stored, is gone, or cannot be read. */
export class FileDamageError extends Error {
  override readonly name = 'FileDamageError'
  readonly problem: FileProblemCode
  /** The revision that the file holds, for the log. */
  readonly revision: string

  constructor(problem: FileProblemCode, { seq, kind }: StoredRevision, detail: string, options?: ErrorOptions) {
    const revision = `${seq} (${kind})`
    super(`revision ${revision}: ${detail}`, options)
    this.problem = problem
    this.revision = revision
  }
}

type Located = Pick<DocumentRow, 'id' | 'region'>

/**
 * Runs `work` on the document's files. Damage is logged, counted and recorded with the document (`fileProblem`).
 * @throws DomainError `file_damaged`; whatever else `work` throws
 */
export async function noticingDamage<T>(ctx: FileCtx, document: Located, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = await problemOf(ctx, document, error)
    if (problem === null || !(await recordProblem(ctx, document.id, problem, error))) throw error
    throw new DomainError('file_damaged', 'a stored file of this document is damaged; the operator has been told', {
      meta: { problem },
      cause: error,
    })
  }
}

/** What `noticingDamage` throws. */
export function isDamage(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'file_damaged'
}

/** What an error of reading says about the file. Null: no single file is to blame, such as while a store cannot be used. */
export async function problemOf(
  { storage }: Pick<Ctx, 'storage'>,
  { region }: Pick<DocumentRow, 'region'>,
  error: unknown,
): Promise<FileProblemCode | null> {
  const damage = error instanceof FileDamageError || error instanceof AlteredFileError
  const problem = damage ? error.problem : storageProblem(error)
  if (problem === null || problem === 'altered') return problem
  return (await storage.region(region).check()) === null ? problem : null
}

function storageProblem(error: unknown): FileProblemCode | null {
  return error instanceof StorageError && error.reason !== 'failed' ? error.reason : null
}

/**
 * Marks the document, unless its files are being deleted.
 * @returns whether it is marked
 */
async function recordProblem(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log' | 'metrics'>,
  documentId: string,
  problem: FileProblemCode,
  error: unknown,
): Promise<boolean> {
  const marked = await ctx.db
    .updateTable('documents')
    .set({
      file_problem: problem,
      file_problem_since: sql<Date>`coalesce(file_problem_since, ${ctx.clock.now()}::timestamptz)`,
    })
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!marked) return false
  ctx.metrics.fileProblems.inc({ problem })
  const revision = error instanceof FileDamageError ? error.revision : undefined
  ctx.log.error({ err: error, document_id: documentId, problem, revision }, 'a stored file is damaged')
  return true
}
