import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import {
  countTabs,
  type DocumentList,
  type ListRequest,
  type ListTab,
  listDocuments,
} from '../../server/domain/documents/list.ts'
import { searchOf } from '../../server/domain/documents/search.ts'
import { Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DAY_MS = 86_400_000
const EVERYTHING: ListRequest = {
  tab: null,
  source: null,
  folder: null,
  since: null,
  search: '',
  older: false,
  from: null,
}

let server: TestServer
let key: TestKey
let ada: UserActor
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  ada = personOf(key.workspaceId)
})
afterAll(() => server.stop())

function personOf(workspaceId: string): UserActor {
  const origin = { ip: null, userAgent: null }
  return { kind: 'user', workspaceId, userId: randomUUID(), role: 'member', tier: 'self_hosted', liveId: null, origin }
}

async function list(request: Partial<ListRequest> = {}, actor = ada): Promise<DocumentList> {
  const outcome = await listDocuments(server.ctx, actor, { ...EVERYTHING, ...request })
  if (outcome.kind === 'slow') throw new Error('the list took too long')
  return outcome.list
}

const titles = async (request: Partial<ListRequest>, actor = ada) =>
  (await list(request, actor)).rows.map(({ document }) => document.title)

/** A document with one signer, a second after the one before. */
async function sent(title: string, fields: Record<string, unknown> = {}, by = key) {
  server.clock.advance(1_000)
  return send(server, by, { signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }], title, ...fields })
}

interface Many {
  /** How many wait, the oldest; the others are signed. */
  waiting: number
  documents?: number
  /** Of number `n`, in SQL. */
  filename?: RawBuilder<string>
}

/** `Number 1` to `Number 2200`, a second apart, of one colleague. */
async function insertMany(
  workspaceId: string,
  { waiting, documents = 2_200, filename = sql`'a.pdf'` }: Many,
): Promise<void> {
  await sql`
    with planned as materialized (
      select gen_random_uuid() as id, n, ${server.clock.now()}::timestamptz + n * interval '1 second' as at
      from generate_series(1, ${documents}::integer) as n
    ), inserted as (
      insert into documents (id, workspace_id, region, source, title, filename, metadata, placement, signing_mode,
        send_emails, expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at, seal_state)
      select id, ${workspaceId}::uuid, 'eu', 'v1_api', 'Number ' || n, ${filename}, '{"team": "all"}', 'anchors',
        'parallel', false, 14, 1, '[]', repeat('0', 64), repeat('0', 64), at,
        case when n > ${waiting}::integer then 'sealed' end
      from planned
    )
    insert into signing_requests (id, document_id, workspace_id, position, email, name, status, locale,
      link_key_version, created_at, emailed)
    select gen_random_uuid(), id, ${workspaceId}::uuid, 0, 'colleague@example.com', 'A Colleague', 'pending', 'en', 1,
      at, true
    from planned`.execute(server.ctx.db)
}

/** What `insertMany` has made, the newest first. */
const numbers = (newest: number, count = 50) => Array.from({ length: count }, (_, n) => `Number ${newest - n}`)

describe('the list of documents', () => {
  let own: TestKey
  let grace: UserActor
  beforeAll(async () => {
    own = await server.key({ workspaceId: (await server.workspace()).id })
    grace = personOf(own.workspaceId)
  })

  it('has each document in its tab, as its signers leave it', async () => {
    const tabOf = async (title: string) => {
      const tabs: ListTab[] = ['waiting', 'signed', 'attention', 'unsent']
      const found = await Promise.all(
        tabs.map(async (tab) => ((await titles({ tab }, grace)).includes(title) ? [tab] : [])),
      )
      return found.flat()
    }
    const signed = await sent('signed', {}, own)
    const declined = await sent('declined', {}, own)
    const withdrawn = await sent('withdrawn', {}, own)
    const expired = await sent('expired', { expires_in_days: 1 }, own)
    await sent('waiting', { expires_in_days: 90 }, own)
    const titlesOfAll = ['waiting', 'expired', 'withdrawn', 'declined', 'signed']
    for (const title of titlesOfAll) expect([title, await tabOf(title)]).toEqual([title, ['waiting']])

    await new Signer(server, signed.signers[0]!.signingUrl).sign()
    await new Signer(server, declined.signers[0]!.signingUrl).decline('no')
    const { signingRequestId } = withdrawn.signers[0]!
    await server.call(own, 'POST', `/v1/signing-requests/${signingRequestId}/withdraw`)
    server.clock.advance(2 * DAY_MS)
    await server.run('expire-requests', {})
    await server.work()
    expect(await titles({}, grace)).toEqual(titlesOfAll)
    const after = { signed: ['signed'], declined: ['attention'], withdrawn: [], expired: ['attention'] }
    for (const [title, tabs] of Object.entries(after)) expect([title, await tabOf(title)]).toEqual([title, tabs])
    expect(await titles({ search: 'declined', tab: 'attention' }, grace)).toEqual(['declined'])
    expect(await titles({ search: 'declined', tab: 'waiting' }, grace)).toEqual([])
    expect(await countTabs(server.ctx, grace, ['waiting', 'attention', 'unsent'])).toEqual({
      waiting: 1,
      attention: 2,
      unsent: 0,
    })

    // Somebody has seen to it.
    const { signingRequestId: dead } = expired.signers[0]!
    await server.call(own, 'POST', `/v1/signing-requests/${dead}/withdraw`)
    expect(await tabOf('expired')).toEqual([])
    server.clock.advance(31 * DAY_MS)
    expect(await tabOf('declined')).toEqual([])
    expect(await tabOf('waiting')).toEqual(['waiting'])
  })

  it('says of a signer whom no email reaches that this needs attention, not of one who was to get none', async () => {
    const reached = await sent('reached', {}, own)
    await sent('by hand', { send_emails: false }, own)
    const attention = () => titles({ tab: 'attention' }, grace)
    expect(await attention()).toEqual([])
    const { signingRequestId } = reached.signers[0]!
    await server.ctx.db
      .updateTable('signing_requests')
      .set({ emailed: false })
      .where('id', '=', signingRequestId)
      .execute()
    expect(await attention()).toEqual(['reached'])
    server.clock.advance(61_000)
    const { status } = await server.call(own, 'POST', `/v1/signing-requests/${signingRequestId}/remind`)
    expect(status).toBe(200)
    expect(await attention()).toEqual([])
  })

  it('shows who sent it, and how far it is', async () => {
    const created = await sent('watched', { metadata: { order: 7731 } }, own)
    server.clock.advance(60_000)
    await new Signer(server, created.signers[0]!.signingUrl).view()
    const [row] = (await list({}, grace)).rows
    expect(row).toMatchObject({
      document: { title: 'watched', metadata: { order: 7731 } },
      keyName: 'Test',
      templateName: null,
      signers: [{ email: 'ada@example.com', status: 'viewed' }],
    })
  })

  it('is filtered by source and time', async () => {
    await sent('of today', {}, own)
    const since = server.clock.now()
    expect(await titles({ since }, grace)).toEqual(['of today'])
    expect(await titles({ since, source: 'api' }, grace)).toEqual(['of today'])
    expect(await titles({ since, source: 'dashboard' }, grace)).toEqual([])
    expect(await titles({ since, source: 'template' }, grace)).toEqual([])
  })
})

describe('pages of 50', () => {
  it('go on where the last one ended, in both directions, past equal times', async () => {
    const { id: workspaceId } = await server.workspace()
    const created = await send(server, await server.key({ workspaceId }), { signers: [{ email: 'a@example.com' }] })
    // 119 more, created in the same instant.
    await sql`
      insert into documents (id, workspace_id, region, source, title, filename, placement, signing_mode, send_emails,
        expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at)
      select gen_random_uuid(), workspace_id, region, source, 'copy', filename, placement, signing_mode, send_emails,
        expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at
      from documents, generate_series(1, 119) where id = ${created.documentId}`.execute(server.ctx.db)
    const person = personOf(workspaceId)
    const seen: string[][] = []
    let page = await list({}, person)
    for (;;) {
      seen.push(page.rows.map(({ document }) => document.id))
      if (!page.hasOlder) break
      const { document } = page.rows.at(-1)!
      const place = { at: document.created_at, id: document.id }
      page = await list({ from: { direction: 'older', place } }, person)
      expect(page.hasNewer).toBe(true)
    }
    expect(seen.map((ids) => ids.length)).toEqual([50, 50, 20])
    expect(new Set(seen.flat()).size).toBe(120)
    const { document } = page.rows[0]!
    const back = await list(
      { from: { direction: 'newer', place: { at: document.created_at, id: document.id } } },
      person,
    )
    expect(back.rows.map((row) => row.document.id)).toEqual(seen[1])
    expect([back.hasNewer, back.hasOlder]).toEqual([true, true])
  })
})

describe('search', () => {
  beforeAll(async () => {
    await sent('Lease, 14 Mill Lane', { metadata: { order: 7731, paid: true } })
    await sent('Offer 100% final', { signers: [{ email: 'Grace@Example.com', name: 'Grace Hopper' }] })
    await sent('賃貸借契約書', {
      signers: [
        { email: 'jp@example.com', name: '山田 太郎' },
        { email: 'paper@offices.example', name: 'Édith Piaf' },
        { email: 'ada@xn--bcher-kva.example', name: 'Ada' },
      ],
    })
    const other = await server.key({ workspaceId: (await server.workspace()).id })
    await sent('Of no order', { metadata: { order: null } })
    await sent('Lease of somebody else', { metadata: { order: 7731 } }, other)
  })

  it.each([
    ['mill', ['Lease, 14 Mill Lane']],
    ['lane LEASE', ['Lease, 14 Mill Lane']],
    ['hopper', ['Offer 100% final']],
    ['100%', ['Offer 100% final']],
    ['1_0', []],
    ['契約', ['賃貸借契約書']],
    ['太郎', ['賃貸借契約書']],
    ['grace@ex', ['Offer 100% final']],
    ['grace', ['Offer 100% final']],
    ['ace@EXAMPLE', []],
    ['@offices.example', ['賃貸借契約書']],
    ['@Offices', ['賃貸借契約書']],
    ['ada@bücher.example', ['賃貸借契約書']],
    ['@BÜCHER.example', ['賃貸借契約書']],
    ['Édith <paper@offices.example>', ['賃貸借契約書']],
    ['"Piaf, Édith" <PAPER@offices.example>;', ['賃貸借契約書']],
    ['<grace@example.com>,', ['Offer 100% final']],
    ['@', ['Of no order', '賃貸借契約書', 'Offer 100% final', 'Lease, 14 Mill Lane']],
    ['<', []],
    ['final hopper', ['Offer 100% final']],
    ['paper offices.example', ['賃貸借契約書']],
    ['ÉDITH', ['賃貸借契約書']],
    ['order:7731', ['Lease, 14 Mill Lane']],
    ['paid:true', ['Lease, 14 Mill Lane']],
    ['order:77', []],
    ["x' or 1=1 --", []],
    ['order:7731\ud83d', ['Lease, 14 Mill Lane']],
    ['order:NaN', []],
    ['\u0000mill', ['Lease, 14 Mill Lane']],
  ])('%j', async (search, expected) => {
    expect(await titles({ search })).toEqual(expected)
  })

  it('finds a value of metadata whatever its type, the newest first, and no other', async () => {
    for (const [title, ref] of Object.entries({ number: 41, text: '41', longer: '411', again: 41, 'not it': true }))
      await sent(title, { metadata: { ref } })
    await sent('another key', { metadata: { ref4: 1, reference: 41 } })
    expect(await titles({ search: 'ref:41' })).toEqual(['again', 'text', 'number'])
    expect(await titles({ search: 'ref:41', tab: 'waiting', source: 'api' })).toEqual(['again', 'text', 'number'])
    expect(await titles({ search: 'ref:41', tab: 'signed' })).toEqual([])
    expect(await titles({ search: 'ref:41', source: 'dashboard' })).toEqual([])
  })

  it('finds a document and a signing request by id, of the own workspace only', async () => {
    const created = await sent('By its id')
    const { signingRequestId } = created.signers[0]!
    for (const id of [created.documentId, created.documentId.toUpperCase(), signingRequestId]) {
      expect(await titles({ search: ` ${id} ` })).toEqual(['By its id'])
      expect(await titles({ search: id }, personOf(randomUUID()))).toEqual([])
    }
  })

  it('finds a signer by the new name after a reassignment, not by the old', async () => {
    const created = await sent('Handed over', { signers: [{ email: 'old@before.example', name: 'Olga Before' }] })
    const path = `/v1/signing-requests/${created.signers[0]!.signingRequestId}/reassign`
    const { status } = await server.call(key, 'POST', path, {
      json: { email: 'new@after.example', name: 'Nora After' },
    })
    expect(status).toBe(200)
    for (const search of ['nora', 'new@after', 'after.example'])
      expect(await titles({ search })).toEqual(['Handed over'])
    for (const search of ['olga', 'old@before', 'before.example']) expect(await titles({ search })).toEqual([])
  })

  it('reads words of the last 90 days at first, then what is older', async () => {
    await sent('Antiquity')
    server.clock.advance(91 * DAY_MS)
    const { rows, searched } = await list({ search: 'antiquity' })
    expect(rows).toEqual([])
    expect(searched).toEqual({ since: new Date(server.clock.now().getTime() - 90 * DAY_MS) })
    expect(await titles({ search: 'antiquity', older: true })).toEqual(['Antiquity'])
  })

  it('finds what a tab holds among thousands that have the same word, page by page', async () => {
    const own = await server.key({ workspaceId: (await server.workspace()).id })
    const person = personOf(own.workspaceId)
    await sent('Number zero', {}, own)
    await insertMany(own.workspaceId, { waiting: 0 })
    const found = (request: Partial<ListRequest>) => list({ search: 'number', ...request }, person)
    const namesOf = ({ rows }: DocumentList) => rows.map(({ document }) => document.title)
    const placeOf = ({ document }: DocumentList['rows'][number]) => ({ at: document.created_at, id: document.id })
    expect(namesOf(await found({ tab: 'waiting' }))).toEqual(['Number zero'])
    const first = await found({ tab: 'signed' })
    expect(first).toMatchObject({ hasNewer: false, hasOlder: true })
    expect(namesOf(first)).toEqual(numbers(2200))
    const next = await found({ tab: 'signed', from: { direction: 'older', place: placeOf(first.rows.at(-1)!) } })
    expect(namesOf(next)).toEqual(numbers(2150))
    const back = await found({ tab: 'signed', from: { direction: 'newer', place: placeOf(next.rows[0]!) } })
    expect(namesOf(back)).toEqual(numbers(2200))
  })

  it.each(['colleague', 'colleague@', 'team:all'])(
    'finds by %j the newest of thousands, in each tab',
    async (search) => {
      const { id: workspaceId } = await server.workspace()
      await insertMany(workspaceId, { waiting: 60 })
      const person = personOf(workspaceId)
      expect(await titles({ search }, person)).toEqual(numbers(2200))
      expect(await titles({ search, tab: 'signed' }, person)).toEqual(numbers(2200))
      expect(await titles({ search, source: 'dashboard' }, person)).toEqual([])
      const first = await list({ search, tab: 'waiting' }, person)
      expect(first.rows.map(({ document }) => document.title)).toEqual(numbers(60))
      expect(first.hasOlder).toBe(true)
      const { id, created_at: at } = first.rows.at(-1)!.document
      const from = { direction: 'older' as const, place: { at, id } }
      expect(await titles({ search, tab: 'waiting', from }, person)).toEqual(numbers(10, 10))
    },
  )

  it('finds the newest, wherever in the list they are and however many', async () => {
    const { id: workspaceId } = await server.workspace()
    const filename = sql<string>`concat_ws(' ', case when n <= 6000 then 'harvest' end,
      case when n in (3, 6410, 6590, 6600) then 'pier' end, case when n % 200 = 0 then 'crane' end,
      case when n <= 20 then 'rare' end)`
    await insertMany(workspaceId, { waiting: 6_100, documents: 6_600, filename })
    const person = personOf(workspaceId)
    const found = (search: string, tab: ListTab | null = null) => titles({ search, tab }, person)
    const numbered = (...all: number[]) => all.map((n) => `Number ${n}`)
    const every200th = Array.from({ length: 33 }, (_, n) => 6_600 - 200 * n)
    // Frequent among the oldest only, and in the tab only.
    expect(await found('harvest')).toEqual(numbers(6000))
    expect(await found('harvest', 'waiting')).toEqual(numbers(6000))
    expect(await found('harvest', 'signed')).toEqual([])
    expect(await found('number', 'waiting')).toEqual(numbers(6100))
    // A few of the newest, of all and at the other end.
    expect(await found('pier')).toEqual(numbered(6600, 6590, 6410, 3))
    expect(await found('pier', 'waiting')).toEqual(numbered(3))
    expect(await found('crane')).toEqual(numbered(...every200th))
    expect(await found('CRANE harvest')).toEqual(numbered(...every200th.slice(3)))
    expect(await found('rare')).toEqual(numbers(20, 20))
    // Too short for the index.
    expect(await found('rv')).toEqual(numbers(6000))
    expect(await found('zz')).toEqual([])
  })

  it('ends with a plain answer when it takes too long', async () => {
    const blocked = server.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table documents in access exclusive mode`.execute(tx)
      return listDocuments(server.ctx, ada, { ...EVERYTHING, search: 'mill' })
    })
    expect(await blocked).toEqual({ kind: 'slow' })
  })
})

it('tells what was typed by its shape', () => {
  expect(searchOf('  ')).toBeNull()
  expect(searchOf('Re: lease')).toEqual({ kind: 'words', words: ['Re:', 'lease'] })
  expect(searchOf('deal:ACME 22')).toEqual({ kind: 'metadata', alternatives: [{ deal: 'ACME 22' }] })
  expect(searchOf('n:1.0')).toEqual({ kind: 'metadata', alternatives: [{ n: '1.0' }] })
  expect(searchOf('n:null')).toEqual({ kind: 'metadata', alternatives: [{ n: 'null' }, { n: null }] })
})
