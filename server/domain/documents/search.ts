import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { LIST } from '../../limits.ts'
import { isUuid } from '../uuid.ts'

/** What was typed into the search field, by its shape (decision 0561). */
export type Search =
  | { kind: 'id'; id: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'metadata'; alternatives: Record<string, string | number | boolean | null>[] }
  | { kind: 'words'; words: string[] }

/** Created in [from, to); null: open. */
export interface Period {
  from: Date | null
  to: Date | null
}

export interface Hits {
  ids: string[]
  /** There may be more than are looked at. */
  capped: boolean
}

const MAX_WORDS = 8
const METADATA_PAIR = /^([A-Za-z0-9_.-]{1,40}):(\S.*)$/

/** Null: nothing to look for. Control characters, which no stored text has, separate words. */
export function searchOf(typed: string): Search | null {
  const text = typed.replace(/\p{Cc}+/gu, ' ').trim()
  if (text === '') return null
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() }
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  if (words.length === 1 && text.includes('@')) return { kind: 'email', prefix: text.toLowerCase() }
  const pair = METADATA_PAIR.exec(text)
  if (pair) return { kind: 'metadata', alternatives: valuesOf(pair[2]!).map((value) => ({ [pair[1]!]: value })) }
  return { kind: 'words', words }
}

/** A value of metadata is typed (decision 0013); what was typed here may stand for each. */
function valuesOf(text: string): (string | number | boolean | null)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  if (text === 'null') return [text, null]
  return text !== '' && String(Number(text)) === text ? [text, Number(text)] : [text]
}

/** What one page of the list can show: conditions on `documents`, and from which end it is read. */
export interface Slice {
  where: RawBuilder<boolean>
  order: 'asc' | 'desc'
}

/** The ids of the workspace's documents that match and may stand on the page, at most `LIST.maxHits`, in no order. */
export async function findHits(
  tx: Tx,
  workspaceId: string,
  search: Search,
  period: Period,
  slice: Slice,
): Promise<Hits> {
  const found = sql.join(branches(workspaceId, search, period, slice), sql` union `)
  const { rows } = await sql<{ id: string }>`
    with hits as materialized (select id from (${found}) as found
      limit ${LIST.maxHits + 1})
    select id from hits`.execute(tx)
  return { ids: rows.slice(0, LIST.maxHits).map(({ id }) => id), capped: rows.length > LIST.maxHits }
}

function branches(workspaceId: string, search: Search, period: Period, slice: Slice): RawBuilder<unknown>[] {
  // Each is cut off by itself, so that none reads all rows of a frequent word.
  const documents = (matches: RawBuilder<unknown>) =>
    sql`(select id from documents where workspace_id = ${workspaceId} and ${matches} and ${within(period)}
      limit ${LIST.maxHits + 1})`
  // A page's worth in the page's order: frequent words are found by reading that end of the list, rare ones by trigrams.
  const titles = (matches: RawBuilder<unknown>) =>
    sql`(select id from documents where workspace_id = ${workspaceId} and ${matches} and ${within(period)}
      and ${slice.where} order by created_at ${sql.raw(slice.order)}, id ${sql.raw(slice.order)} limit ${LIST.rows + 1})`
  const signers = (matches: RawBuilder<unknown>) =>
    sql`(select document_id as id from signing_requests where workspace_id = ${workspaceId} and ${matches}
      and ${within(period)} limit ${LIST.maxHits + 1})`
  switch (search.kind) {
    case 'id':
      return [documents(sql`id = ${search.id}::uuid`), signers(sql`id = ${search.id}::uuid`)]
    case 'email':
      return [signers(hasEmail(search.prefix))]
    case 'metadata':
      return search.alternatives.map((pair) => documents(sql`metadata @> ${JSON.stringify(pair)}::jsonb`))
    case 'words': {
      const [first, ...more] = search.words
      const address = more.length === 0 ? [signers(hasEmail(first!.toLowerCase()))] : []
      return [
        titles(hasWords(sql`(title || ' ' || filename)`, search.words)),
        signers(hasWords(sql`name`, search.words)),
        ...address,
      ]
    }
  }
}

const hasEmail = (prefix: string) => sql`lower(email) like ${`${literal(prefix)}%`}`

function hasWords(text: RawBuilder<unknown>, words: string[]): RawBuilder<unknown> {
  return sql.join(
    words.map((word) => sql`${text} ilike ${`%${literal(word)}%`}`),
    sql` and `,
  )
}

function within({ from, to }: Period): RawBuilder<unknown> {
  const since = from ? sql`created_at >= ${from}` : sql`true`
  return to ? sql`${since} and created_at < ${to}` : since
}

/** The characters that mean something to LIKE stand for themselves. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
