import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Source } from '../../../domain/sending/draft.ts'
import { PDF } from '../../../limits.ts'
import { type Form, unlessTooLarge } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { formWithPdfs } from '../uploads.ts'

/** The PDF of a form on local disk, and the form itself; null: too large to be read. */
export async function formWithPdf(
  ctx: Ctx,
  c: Context,
): Promise<{ form: Form; source: Extract<Source, { kind: 'file' }> | null } | null> {
  const read = await unlessTooLarge(c, formWithPdfs(ctx, c))
  if (read === null) return null
  const { form, uploads } = read
  const [first, ...others] = uploads
  for (const { file } of others) await file.discard()
  return { form, source: first ? { kind: 'file', ...first } : null }
}

export const NO_FILE: Problems = { file: 'Choose a PDF.' }
export const TOO_LARGE: Problems = { file: `The PDF is larger than ${PDF.maxBytes / 1024 / 1024} MB.` }

/** What is wrong with the PDF, in words, beside its field. Any other error is thrown on. */
export function refusedPdf(error: unknown): Problems {
  if (!(error instanceof DomainError) || !REFUSALS.includes(error.code)) throw error
  if (error.code === 'file_too_large') return TOO_LARGE
  const [first = '', ...rest] = error.message
  return { file: `${first.toUpperCase()}${rest.join('')}.` }
}

const REFUSALS: readonly string[] = [
  'pdf_unsupported',
  'unsupported_media_type',
  'file_too_large',
  'placement_failed',
] satisfies DomainError['code'][]
