import type { DraftFile } from '../../../db/schema.ts'
import type { Warning } from '../../../domain/sending/draft.ts'
import { remarkOf } from '../../../domain/sending/remark.ts'
import type { Created } from '../../../domain/sending/send.ts'

/** What the sender of a PDF must know of it, with its fields as they are placed; in sentences. */
export function fileRemarks({ found = [], placement, markers }: DraftFile): string[] {
  const [first] = markers
  if (placement === 'anchors' || !first) return found
  const unused =
    markers.length === 1
      ? `The marker on page ${first.page} is not used and stays on the page.`
      : `The ${markers.length} markers, the first on page ${first.page}, are not used and stay on their pages.`
  return [...found, unused]
}

/** What the send has found beyond what stands on the page of the draft. */
export function newWarnings(created: readonly Created[], files: readonly DraftFile[]): Warning[] {
  const known = new Set(files.flatMap(({ found = [] }) => found))
  return created.flatMap(({ document, warnings }) =>
    warnings
      .filter((warning) => warning.code !== 'markers_not_used' && !known.has(remarkOf(warning)))
      // Which of several PDFs it is; a signer is the same in all of them.
      .map((warning) => {
        const isOfFile = warning.field === 'file' || warning.field === 'title'
        return isOfFile && created.length > 1
          ? { ...warning, message: `in ${document.title}, ${warning.message}` }
          : warning
      }),
  )
}
