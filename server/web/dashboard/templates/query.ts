import type { TemplateStatus } from '../../../db/schema.ts'
import { searchTextOf } from '../typed.ts'

export const TEMPLATE_TABS = { '': 'All', locked: 'Locked', draft: 'Drafts', archived: 'Archived' } as const

/** The query of the list's address; what is not understood counts as absent. */
export interface TemplateQuery {
  /** Empty: all but those archived. */
  tab: TemplateStatus | ''
  q: string
  cursor: string
}

export function templateQueryOf(read: (name: string) => string | undefined): TemplateQuery {
  const tab = read('tab') ?? ''
  return {
    tab: Object.hasOwn(TEMPLATE_TABS, tab) ? (tab as TemplateQuery['tab']) : '',
    q: searchTextOf(read('q')),
    cursor: read('cursor') ?? '',
  }
}

/** The address of the list with some of it changed, on its first page unless one is named. */
export function templateListHref(query: TemplateQuery, change: Partial<TemplateQuery>): string {
  const given = Object.entries({ ...query, cursor: '', ...change }).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given as [string, string][]).toString()
  return search === '' ? '/templates' : `/templates?${search}`
}

/** The version below which a page of versions begins; null: it begins with the newest. */
export function beforeOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
