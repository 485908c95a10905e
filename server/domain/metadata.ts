import type { Metadata } from '../db/schema.ts'
import { METADATA } from '../limits.ts'
import { DomainError } from './errors.ts'

export interface MetadataProblem {
  field: string
  code: 'too_many_keys' | 'key_invalid' | 'value_too_long' | 'not_flat' | 'too_large'
  message: string
}

/**
 * The caller's own reference (contract 2.4): a flat object of at most 50 keys and 8 KB. Not `__proto__`, which sets the
 * prototype of an object in many receivers' code, and no number that a double changes: what comes back is what was sent.
 * @throws DomainError `invalid_metadata` with all problems.
 */
export function parseMetadata(value: unknown): Metadata | null {
  if (value === undefined || value === null) return null
  const problems = findProblems(value)
  if (problems.length > 0) throw invalidMetadata(problems)
  return value as Metadata
}

/** @param problems at least one */
export function invalidMetadata(problems: MetadataProblem[]): DomainError {
  return new DomainError('invalid_metadata', `metadata is not valid: ${problems[0]!.message}`, { top: { problems } })
}

const KEY_RULE = 'a key is 1 to 40 characters of A-Z a-z 0-9 _ . - and not __proto__'

function findProblems(value: unknown): MetadataProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ field: 'metadata', code: 'not_flat', message: 'metadata must be a flat JSON object' }]
  }
  const problems: MetadataProblem[] = []
  const entries = Object.entries(value)
  if (entries.length > METADATA.maxKeys) {
    const message = `metadata has ${entries.length} keys; at most ${METADATA.maxKeys} are allowed`
    problems.push({ field: 'metadata', code: 'too_many_keys', message })
  }
  for (const [key, item] of entries) {
    const field = `metadata.${key}`
    if (!METADATA.key.test(key)) {
      problems.push({ field, code: 'key_invalid', message: KEY_RULE })
    }
    if (typeof item === 'object' && item !== null) {
      problems.push({ field, code: 'not_flat', message: `${field} must be a string, number, boolean or null` })
    } else if (typeof item === 'string' && [...item].length > METADATA.maxValueCharacters) {
      const message = `${field} is longer than ${METADATA.maxValueCharacters} characters`
      problems.push({ field, code: 'value_too_long', message })
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > METADATA.maxBytes) {
    const message = `metadata is ${bytes} bytes of JSON; at most ${METADATA.maxBytes} are allowed`
    problems.push({ field: 'metadata', code: 'too_large', message })
  }
  return problems
}
