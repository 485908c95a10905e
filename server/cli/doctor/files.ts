import { checkAllFiles } from '../../domain/documents/check-files.ts'
import type { FileCtx } from '../../domain/records/file-problem.ts'
import { checkTemplateFiles } from '../../domain/templates/check-files.ts'
import { type Finding, failed } from './finding.ts'

/** Reads every stored file: one finding for each document and template with a damaged one, and the sums. */
export async function files(ctx: FileCtx): Promise<Finding[]> {
  return [
    ...(await read('documents', checkAllFiles(ctx), ({ id }) => `document ${id}`)),
    ...(await read('files of templates', checkTemplateFiles(ctx), ({ templateId }) => `template ${templateId}`)),
  ]
}

async function read<File extends { length: number; problem: string | null }>(
  what: string,
  checked: AsyncIterable<File>,
  name: (file: File) => string,
): Promise<Finding[]> {
  const found: Finding[] = []
  let count = 0
  let bytes = 0
  for await (const file of checked) {
    count += 1
    bytes += file.length
    if (file.problem) found.push(failed(name(file), file.problem))
  }
  const detail = `${count} ${what} (${(bytes / 1_000_000).toFixed(1)} MB) read, ${found.length} damaged`
  return [...found, { status: found.length === 0 ? 'ok' : 'failed', subject: 'files', detail }]
}
