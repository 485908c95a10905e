/** Above the page of a draft. */
export const DRAFT_CRUMBS = [
  { label: 'Documents', href: '/documents' },
  { label: 'Drafts', href: '/documents/drafts' },
]
