import type { DraftFile } from '../../db/schema.ts'
import { DomainError } from '../errors.ts'

/** What could not be taken, in the words of its refusal. */
export interface RefusedFile {
  filename: string
  message: string
}

/**
 * A refusal of one of the PDFs of a draft, beside its title, in the words of the pages of drafts. What is about its people
 * stays as it is.
 * @param count of the PDFs
 */
export function fileRefusal(error: unknown, { id, title }: DraftFile, count: number): unknown {
  if (!(error instanceof DomainError)) return error
  const { code, meta, top, retryInSeconds } = error
  const words = wordsOf(error, title)
  if (words === null && meta?.path !== undefined) return error
  const message = words ?? (count === 1 ? error.message : `${title}: ${error.message}`)
  return new DomainError(code, message, {
    ...{ meta: { ...meta, path: `title.${id}` }, top, cause: error },
    ...(retryInSeconds !== undefined && { retryInSeconds }),
  })
}

const BY_HAND = 'Choose “In fields placed by hand” under Fields.'

/** Null: its own words will do. */
function wordsOf({ code, meta }: DomainError, title: string): string | null {
  switch (code) {
    case 'signer_without_signature':
      return `${title} has no signature and no initials for ${[meta?.roles].flat().join(', ')}. Place one under Fields.`
    case 'unknown_role':
      return `${title} has a marker for “${meta?.role}” on page ${meta?.page}, and no signer has this role.`
    case 'invalid_request':
      return fieldWords(meta?.path, title)
    case 'pdf_unsupported':
      return unsupportedWords(meta?.reason, title)
    default:
      return null
  }
}

/** Fields are counted from 1 on the page where they are placed. */
function fieldWords(path: unknown, title: string): string | null {
  const at = /^fields\[(\d+)\]/.exec(String(path))?.[1]
  return at === undefined ? null : `Field ${Number(at) + 1} of ${title} is not within a page. Move it under Fields.`
}

function unsupportedWords(reason: unknown, title: string): string | null {
  switch (reason) {
    case 'signed_append':
      return `${title} is already signed, so no page can be added at its end. ${BY_HAND}`
    case 'signed_markers':
      return `${title} is already signed, so its markers cannot be covered. ${BY_HAND}`
    case 'unreadable_content':
      return `A page of ${title} cannot be searched for markers. Choose another place under Fields.`
    default:
      return null
  }
}
