import type { ListRequest, ListSource, ListTab } from '../../../domain/documents/list.ts'
import { placeOf } from '../../../domain/place.ts'
import { searchTextOf } from '../typed.ts'

const DAY_MS = 86_400_000

export const TABS = {
  waiting: 'Waiting',
  signed: 'Signed',
  attention: 'Needs attention',
  unsent: 'Not sent yet',
} as const
export const TIMES = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
} as const
export const SOURCES = { api: 'By API', template: 'From a template', dashboard: 'By hand' } as const
const DAYS: Record<keyof typeof TIMES, number> = { day: 1, week: 7, month: 30, quarter: 90 }

/** The query of the list's address; what is not understood counts as absent. */
export interface ListQuery {
  tab: ListTab | ''
  time: keyof typeof TIMES | ''
  source: ListSource | ''
  folder: string
  q: string
  older: '' | '1'
  before: string
  after: string
}

export function queryOf(read: (name: string) => string | undefined): ListQuery {
  const oneOf = <Name extends string>(known: Record<Name, unknown>, name: string): Name | '' => {
    const value = read(name) ?? ''
    return Object.hasOwn(known, value) ? (value as Name) : ''
  }
  return {
    tab: oneOf(TABS, 'tab'),
    time: oneOf(TIMES, 'time'),
    source: oneOf(SOURCES, 'source'),
    folder: searchTextOf(read('folder')),
    q: searchTextOf(read('q')),
    older: read('older') === '1' ? '1' : '',
    before: read('before') ?? '',
    after: read('after') ?? '',
  }
}

export function listRequestOf(
  { tab, time, source, folder, q, older, before, after }: ListQuery,
  now: Date,
): ListRequest {
  const [up, down] = [placeOf(after), placeOf(before)]
  return {
    tab: tab || null,
    source: source || null,
    folder: folder || null,
    since: time ? new Date(now.getTime() - DAYS[time] * DAY_MS) : null,
    search: q,
    older: older === '1',
    from: up ? { direction: 'newer', place: up } : down ? { direction: 'older', place: down } : null,
  }
}

/** The address of the list with some of it changed, on its first page unless a place is named. */
export function listHref(query: ListQuery, change: Partial<ListQuery>): string {
  const given = Object.entries({ ...query, before: '', after: '', ...change }).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given as [string, string][]).toString()
  return search === '' ? '/documents' : `/documents?${search}`
}
