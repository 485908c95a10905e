import type { TemplateStatus } from '../../../db/schema.ts'
import { searchTextOf } from '../typed.ts'

export const TEMPLATE_TABS = { '': 'All', locked: 'Locked', draft: 'Drafts', archived: 'Archived' } as const

/** What somebody who sends again begins with: the title of the list, and the page of the template it leads to. */
export const TEMPLATE_PURPOSES = {
  send: { title: 'Choose a template to send', page: '/send' },
  list: { title: 'Choose a template to send to a list', page: '/csv' },
  link: { title: 'Choose a template for a direct link', page: '/direct-link' },
} as const

/** The query of the list's address; what is not understood counts as absent. */
export interface TemplateQuery {
  /** Empty: all but those archived. */
  tab: TemplateStatus | ''
  q: string
  cursor: string
  /** What a template is chosen for. */
  to: keyof typeof TEMPLATE_PURPOSES | ''
}

export function templateQueryOf(read: (name: string) => string | undefined): TemplateQuery {
  const [tab = '', to = ''] = [read('tab'), read('to')]
  return {
    tab: Object.hasOwn(TEMPLATE_TABS, tab) ? (tab as TemplateQuery['tab']) : '',
    q: searchTextOf(read('q')),
    cursor: read('cursor') ?? '',
    to: Object.hasOwn(TEMPLATE_PURPOSES, to) ? (to as TemplateQuery['to']) : '',
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
