import type { DraftRow } from '../../../domain/drafts/read.ts'

/** A draft as people call it. */
export function draftTitle({ files }: Pick<DraftRow, 'files'>): string {
  return files[0]?.title ?? 'Without a PDF'
}

/** Above the page of a draft. */
export const DRAFT_CRUMBS = [
  { label: 'Documents', href: '/documents' },
  { label: 'Drafts', href: '/documents/drafts' },
]
