import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Source } from '../../../domain/sending/draft.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'

/** A file that a form sent, on local disk; null: none was chosen. */
export async function pdfOf(ctx: Ctx, form: Form): Promise<Extract<Source, { kind: 'file' }> | null> {
  const sent = form.file('file')
  if (!sent) return null
  const receiver = await ctx.storage.receive()
  try {
    for await (const chunk of sent.stream()) await receiver.write(Buffer.from(chunk))
    return { kind: 'file', file: await receiver.finish(), filename: sent.name, mediaType: sent.type || null }
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

export const NO_FILE: Problems = { file: 'Choose a PDF.' }

/** What is wrong with the PDF, in words, beside its field. Any other error is thrown on. */
export function refusedPdf(error: unknown): Problems {
  if (!(error instanceof DomainError) || !REFUSALS.includes(error.code)) throw error
  const [first = '', ...rest] = error.message
  return { file: `${first.toUpperCase()}${rest.join('')}.` }
}

const REFUSALS: readonly string[] = [
  'pdf_unsupported',
  'unsupported_media_type',
  'file_too_large',
  'placement_failed',
] satisfies DomainError['code'][]
