import { checkDueFiles } from '../domain/documents/check-files.ts'
import { checkDueTemplateFiles } from '../domain/templates/check-files.ts'
import type { JobHandler } from './handler.ts'

export const checkFilesTask: JobHandler<'check-files'> = async (ctx) => {
  await checkDueFiles(ctx)
  await checkDueTemplateFiles(ctx)
}
