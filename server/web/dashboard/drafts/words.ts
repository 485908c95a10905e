import type { Crumb } from '../parts/page.tsx'

/** Above the page of a draft. */
export const DRAFT_CRUMBS: Crumb[] = [
  ['Documents', '/documents'],
  ['Drafts', '/documents/drafts'],
]
