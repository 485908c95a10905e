import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { signIn } from '../support/dashboard.ts'
import { draftFor } from '../support/drafts.ts'
import { personOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
useStage((stage) => {
  ;({ server } = stage)
})

const titlesIn = (page: string) => [...page.matchAll(/class="title"[^>]*><bdi>([^<]*)/g)].map(([, title]) => title)

test('of several signers the first is named, and the others are counted', async () => {
  const workspace = await server.workspace()
  const olga = await personOf(server, workspace)
  const anna = await signIn(server, { workspaceId: workspace.id })
  const people = ['Ada', 'Grace', 'Hedy', 'Katherine'].map((name) => ({
    name: `${name} of the Department of Tenancy`,
    email: `${name}@example.com`,
  }))
  await draftFor(server, olga, people)
  server.clock.advance(60_000)
  await draftFor(server, olga, people.slice(1, 2))
  const page = await (await anna.get('/documents/drafts')).text()
  const cells = [...page.matchAll(/class="small by rank-2">(.*?)<\/td>/g)].map(([, cell]) => cell)
  expect(cells).toEqual([
    '<bdi>Grace of the Department of Tenancy</bdi>',
    '<bdi>Ada of the Department of Tenancy</bdi> and 3 more',
  ])
})

test('the list has every draft, in pages: what goes out soonest first, then the last changed', async () => {
  const workspace = await server.workspace()
  const olga = await personOf(server, workspace)
  const anna = await signIn(server, { workspaceId: workspace.id })
  const now = server.clock.now().getTime()
  for (const days of [9, 2, 5]) {
    const draft = await draftFor(server, olga, [{ email: 'ada@example.com' }], { names: [`in ${days} days.pdf`] })
    const at = new Date(now + days * 86_400_000)
    await scheduleDraft(server.ctx, olga, draft.id, { revision: draft.revision, at, zone: 'UTC' })
  }
  const { model, files, ...draft } = await draftFor(server, olga, [{ email: 'ada@example.com' }])
  const copies = Array.from({ length: 98 }, (_, at) => ({
    ...draft,
    id: randomUUID(),
    model: JSON.stringify(model),
    files: JSON.stringify(files.map((file) => ({ ...file, title: `changed ${at}` }))),
    carried: undefined,
    updated_at: new Date(now - (at + 1) * 60_000),
  }))
  await server.ctx.db.insertInto('drafts').values(copies).execute()

  const listAt = async (query: string) => (await anna.get(`/documents/drafts${query}`)).text()
  const changed = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `changed ${from + at}`)
  const first = await listAt('')
  expect(titlesIn(first)).toEqual(['in 2 days', 'in 5 days', 'in 9 days', 'lease', ...changed(0, 45)])
  expect(first).toContain('1 to 50 of 102 drafts')
  expect(first).toMatch(/href="\/documents\/drafts\?page=2"[^>]*>\s*Next/)
  expect(first).not.toContain('Previous')
  expect(titlesIn(await listAt('?page=2'))).toEqual(changed(46, 95))
  const last = await listAt('?page=3')
  expect(titlesIn(last)).toEqual(changed(96, 97))
  expect(last).toMatch(/href="\/documents\/drafts\?page=2"[^>]*>\s*Previous/)
  expect(last).not.toContain('Next')
  expect(titlesIn(await listAt('?page=99'))).toEqual(titlesIn(last))
  expect(titlesIn(await listAt('?page=x'))).toEqual(titlesIn(first))
})
