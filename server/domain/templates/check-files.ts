import type { Ctx } from '../../context.ts'
import { FileDamageError } from '../records/file-problem.ts'
import { checkBlob } from '../records/stored-bytes.ts'

export interface CheckedTemplateFile {
  templateId: string
  /** Bytes. */
  length: number
  /** What is wrong, for the operator; null: nothing. */
  problem: string | null
}

/** Compares the PDF of every template and version with its hash, now. @throws StorageError when a store cannot be used */
export async function* checkTemplateFiles(ctx: Ctx): AsyncGenerator<CheckedTemplateFile> {
  const files = await ctx.db
    .selectFrom('template_files')
    .select(['template_id', 'region', 'blob_key', 'length', 'sha256'])
    .orderBy('template_id')
    .orderBy('sha256')
    .execute()
  for (const { template_id: templateId, region, ...file } of files) {
    const problem = await checkBlob(ctx, region, file).then(
      () => null,
      (error: unknown) => {
        if (error instanceof FileDamageError) return error.message
        throw error
      },
    )
    yield { templateId, length: file.length, problem }
  }
}
