import { domainToASCII } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Metadata } from '../../db/schema.ts'
import { LIST } from '../../limits.ts'
import { isUuid } from '../uuid.ts'
import { inDocument, orderBy, PAGE_AND_ONE, type Slice } from './slice.ts'
import { findWords, literal } from './word-search.ts'

/** What was typed into the search field, by its shape (decision 0560). */
export type Search =
  | { kind: 'id'; id: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'metadata'; alternatives: Metadata[] }
  | { kind: 'words'; words: string[] }

const MAX_WORDS = 8
const METADATA_PAIR = /^([A-Za-z0-9_.-]{1,40}):(\S.*)$/

/** Null: nothing to look for. What no stored text has, control characters and halves of a pair, separates words. */
export function searchOf(typed: string): Search | null {
  const text = typed.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  if (text === '') return null
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() }
  const words = text.split(/\s+/).slice(0, MAX_WORDS).map(wordOf)
  // What begins with the @ is a domain, which stands inside of addresses.
  if (words.length === 1 && /^[^@]+@/.test(words[0]!)) return { kind: 'email', prefix: words[0]!.toLowerCase() }
  const pair = METADATA_PAIR.exec(text)
  if (pair) return { kind: 'metadata', alternatives: valuesOf(pair[2]!).map((value) => ({ [pair[1]!]: value })) }
  return { kind: 'words', words }
}

/** As it is stored: without the marks around an address in a mail, and with the domain as addresses have it (`xn--`). */
function wordOf(typed: string): string {
  const word = typed.replace(/^[<>",;]+|[<>",;]+$/g, '') || typed
  const at = word.lastIndexOf('@') + 1
  const domain = at > 0 && /[^\p{ASCII}]/u.test(word.slice(at)) ? domainToASCII(word.slice(at)) : ''
  return domain === '' ? word : word.slice(0, at) + domain
}

/** A value of metadata is typed; what was typed here may stand for each. */
function valuesOf(text: string): (string | number | boolean | null)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  if (text === 'null') return [text, null]
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? [text, number] : [text]
}

/**
 * The ids of documents of the workspace that match, in no order: all, or those that the page shows and one more.
 */
export async function findHits(tx: Tx, workspaceId: string, search: Search, slice: Slice): Promise<string[]> {
  const idsOf = async (found: RawBuilder<unknown>) =>
    (await sql<{ id: string }>`${found}`.execute(tx)).rows.map(({ id }) => id)
  switch (search.kind) {
    case 'id':
      return idsOf(sql`select id from documents where id = ${search.id} and workspace_id = ${workspaceId}
        union select document_id from signing_requests where id = ${search.id} and workspace_id = ${workspaceId}`)
    case 'email': {
      const few = await idsOf(sql`select document_id as id from signing_requests where workspace_id = ${workspaceId}
        and lower(email) like ${`${literal(search.prefix)}%`} limit ${LIST.fewHits + 1}`)
      if (few.length <= LIST.fewHits) return few
      return findWords(tx, workspaceId, [`\n${search.prefix}`], slice)
    }
    case 'metadata':
      return idsOf(ofMetadata(workspaceId, search.alternatives, slice))
    case 'words':
      return findWords(tx, workspaceId, search.words, slice)
  }
}

/** One range of `document_metadata` for each alternative. No document has two of them, as they are of one key. */
function ofMetadata(
  workspaceId: string,
  alternatives: Metadata[],
  { place, tab, filter, order }: Slice,
): RawBuilder<unknown> {
  const by = orderBy(order)
  const ranges = alternatives.flatMap(Object.entries).map(
    ([key, value]) => sql`(select document_id as id, created_at from document_metadata
      where pair = metadata_pair(${workspaceId}, ${key}, ${JSON.stringify(value)}) and ${place('document_id')}
        and ${inDocument(workspaceId, [tab, filter])}
      ${by} limit ${PAGE_AND_ONE})`,
  )
  return sql`select id from (${sql.join(ranges, sql` union all `)}) as found ${by} limit ${PAGE_AND_ONE}`
}
