import { DomainError } from '../../../domain/errors.ts'
import type { Problems } from './form.tsx'

/**
 * What a verb found wrong with a form, beside the field it named in `meta.path`, or beside each of `meta.problems`. Any
 * other error is thrown on.
 * @param words other words for a code, and the field they stand beside
 */
export function problemsOf(
  error: unknown,
  words: Partial<Record<string, { field: string; text: string }>> = {},
): Problems {
  if (!(error instanceof DomainError)) throw error
  const own = words[error.code]
  if (own) return { [own.field]: own.text }
  const path = error.meta?.path
  if (error.code !== 'invalid_request' || typeof path !== 'string') throw error
  const all = (error.meta?.problems ?? [{ path, message: error.message }]) as { path: string; message: string }[]
  return Object.fromEntries(all.map((problem) => [problem.path, problem.message]))
}
