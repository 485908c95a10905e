import type { Ctx } from '../../context.ts'
import { FILE_CHECKS } from '../../limits.ts'
import { type FileCtx, problemOf } from '../records/file-problem.ts'
import { checkBlob } from '../records/stored-bytes.ts'

export interface CheckedTemplateFile {
  templateId: string
  /** Bytes. */
  length: number
  /** What is wrong, for the operator; null: nothing. */
  problem: string | null
}

const PAGE = 100

/**
 * Compares the PDFs of templates and their versions with their hashes: those first that were not compared for longest,
 * until `FILE_CHECKS.bytesPerRun` were read. A file that is right again is no longer counted as damaged.
 * @throws StorageError when a whole store cannot be used
 */
export async function checkDueTemplateFiles(ctx: FileCtx): Promise<void> {
  const now = ctx.clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  // Each by its own index: together, they are looked for in all.
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
  for (const file of new Map([...damaged, ...due].map((one) => [one.blob_key, one])).values()) {
    if (bytes >= FILE_CHECKS.bytesPerRun) return
    bytes += (await checkFile(ctx, file)).length
  }
}

/** Compares the PDF of every template and version with its hash, now. @throws StorageError when a store cannot be used */
export async function* checkTemplateFiles(ctx: FileCtx): AsyncGenerator<CheckedTemplateFile> {
  for (const file of await stored(ctx).orderBy('template_id').orderBy('sha256').execute()) yield checkFile(ctx, file)
}

/** The number of templates with a PDF that is known to be damaged. */
export async function countDamagedTemplates(ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('template_files')
    .select(({ fn }) => fn.count<number>('template_id').distinct().as('count'))
    .where('file_problem', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

const stored = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('template_files').select(['template_id', 'region', 'blob_key', 'length', 'sha256'])

type StoredFile = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

async function checkFile(ctx: FileCtx, { region, ...file }: StoredFile): Promise<CheckedTemplateFile> {
  const { template_id: templateId, sha256, length } = file
  const damage = await checkBlob(ctx, region, file).then(
    () => null,
    async (error: unknown) => {
      const problem = await problemOf(ctx, { region }, error)
      if (problem === null || !(error instanceof Error)) throw error
      ctx.metrics.fileProblems.inc({ problem })
      ctx.log.error({ err: error, template_id: templateId, problem }, 'a stored file is damaged')
      return { problem, message: error.message }
    },
  )
  await ctx.db
    .updateTable('template_files')
    .set({ files_checked_at: ctx.clock.now(), file_problem: damage?.problem ?? null })
    .where('template_id', '=', templateId)
    .where('sha256', '=', sha256)
    .execute()
  return { templateId, length, problem: damage?.message ?? null }
}
