import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { LIST } from '../../limits.ts'
import { inDocument, orderBy, PAGE_AND_ONE, type Slice } from './slice.ts'

/**
 * The ids of documents in whose title, filename, signers' names or addresses all words stand, in no order: all, or those
 * that the page shows and one more. How they are soonest found is not left to the planner's statistics, which know
 * neither the workspace nor the tab (decision 0560).
 */
export async function findWords(tx: Tx, workspaceId: string, words: string[], slice: Slice): Promise<string[]> {
  const search = { workspaceId, words, slice }
  const sample = await readSample(tx, search)
  if (sample.ids.length === PAGE_AND_ONE || sample.read < LIST.sampledRows) return sample.ids
  if (sample.ids.length >= LIST.frequentHits) {
    const ids = await readList(tx, search, LIST.readRows)
    if (ids.length === PAGE_AND_ONE) return ids
  }
  // Of words that many documents have, the index would find many that the tab or the filter leaves out.
  const isCommon = sample.matching > LIST.sampledRows / 10
  return (isCommon ? null : await readIndex(tx, search)) ?? readAll(tx, search)
}

interface WordSearch {
  workspaceId: string
  words: string[]
  slice: Slice
}

interface Sample {
  read: number
  /** How many of these have the words. */
  matching: number
  /** Those of the tab and the filter. */
  ids: string[]
}

/** The first rows at this end of the list. */
async function readSample(tx: Tx, { workspaceId, words, slice }: WordSearch): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select count(*) as read, count(*) filter (where matches) as matching,
      coalesce(
        (array_agg(id ${orderBy(slice.order)}) filter (where matches and ${narrow(workspaceId, slice)}))[:${PAGE_AND_ONE}],
        '{}'
      ) as ids
    from (
      select *, ${contains(words)} as matches from (${listed(workspaceId, slice, LIST.sampledRows)}) as listed
    ) as sample`.execute(tx)
  return rows[0]!
}

/** Reads rows at this end of the list until a page is full, and no more than so many. */
async function readList(tx: Tx, { workspaceId, words, slice }: WordSearch, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${listed(workspaceId, slice, limit)}) as listed
    where ${contains(words)} and ${narrow(workspaceId, slice)} ${orderBy(slice.order)} limit ${PAGE_AND_ONE}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Reads the list, or whatever the planner takes to be sooner done. */
async function readAll(tx: Tx, { workspaceId, words, slice }: WordSearch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select document_id as id from document_words
    where workspace_id = ${workspaceId} and ${contains(words)} and ${slice.place('document_id')}
      and ${narrow(workspaceId, slice)} ${orderBy(slice.order)} limit ${PAGE_AND_ONE}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Collects what the index of trigrams finds before it is put into order. Null: there is too much of it.
 */
async function readIndex(tx: Tx, { workspaceId, words, slice }: WordSearch): Promise<string[] | null> {
  const { rows } = await sql<{ found: number; ids: string[] }>`
    with found as materialized (
      select *, document_id as id from document_words
      where workspace_id = ${workspaceId} and ${isLike(words)} and ${slice.place('document_id')}
    ), few as materialized (select * from found limit ${LIST.indexedHits + 1})
    select (select count(*) from few) as found, array(
      select id from few where (select count(*) from few) <= ${LIST.indexedHits} and ${narrow(workspaceId, slice)}
      ${orderBy(slice.order)} limit ${PAGE_AND_ONE}
    ) as ids`.execute(tx)
  const { found, ids } = rows[0]!
  return found > LIST.indexedHits ? null : ids
}

function listed(workspaceId: string, { place, order }: Slice, limit: number): RawBuilder<unknown> {
  return sql`select *, document_id as id from document_words
    where workspace_id = ${workspaceId} and ${place('document_id')} ${orderBy(order)} limit ${limit}`
}

const narrow = (workspaceId: string, { tab, filter }: Slice) =>
  sql`${tab ?? sql`true`} and ${inDocument(workspaceId, [filter])}`

/** In SQL, so that both sides are put into lower case by the same rules. */
const contains = (words: string[]) =>
  sql.join(
    words.map((word) => sql`strpos(words, lower(${word})) > 0`),
    sql` and `,
  )

/** As `contains`, in the words of the index. */
const isLike = (words: string[]) =>
  sql.join(
    words.map((word) => sql`words like lower(${`%${literal(word)}%`})`),
    sql` and `,
  )

/** The characters that mean something to LIKE stand for themselves. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
