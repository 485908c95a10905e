import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Crawled, crawl } from '../support/crawl.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { furnished, type Office } from './office.ts'

// Who may do what is decided by one table; here is that no page shows what is then refused, and that whatever only
// owners see is refused to members who know the address.

let server: TestServer
let office: Office
let ofOwner: Crawled
let ofMember: Crawled
let withoutPlan: Crawled

/** Changes the plan of the office. */
const toTier = (tier: string) =>
  server.ctx.db.updateTable('workspaces').set({ tier }).where('id', '=', office.workspaceId).execute()

beforeAll(async () => {
  server = await startServer({ draws: true })
  office = await furnished(server)
  ofOwner = await crawl(office.owner)
  ofMember = await crawl(office.member)
  await toTier('basic')
  withoutPlan = await crawl(office.owner)
  await toTier('self_hosted')
})
afterAll(() => server.stop())

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const kindOf = (path: string) => path.replace(ID, ':id').replace(/(?<=\/entries\/)\d+/, ':seq')
const kinds = (paths: Iterable<string>) => new Set([...paths].map(kindOf))
/** What only the first shows, one of each kind. */
function only(first: Iterable<string>, second: Iterable<string>): string[] {
  const known = kinds(second)
  const found = new Map([...first].map((path) => [kindOf(path), path]))
  return [...found].filter(([kind]) => !known.has(kind)).map(([, path]) => path)
}

describe('a workspace whose plan lacks Enterprise', () => {
  beforeAll(() => toTier('basic'))
  afterAll(() => toTier('self_hosted'))

  test('sees no link that is refused', () => {
    expect(withoutPlan.broken).toEqual([])
    expect(kinds(ofOwner.asked)).toContain('/templates/:id/send')
    expect(kinds(withoutPlan.asked)).not.toContain('/templates/:id/send')
  })

  test('is told on each page whose use the plan decides', async () => {
    const template = [...ofOwner.asked].find((path) => path.endsWith('/send'))!.replace(/\/send$/, '')
    const upload = [...ofOwner.asked].find((path) => /\/csv\/[0-9a-f-]{36}$/.test(path))!
    const review = [...withoutPlan.asked].find((path) => /^\/review\/[0-9a-f-]{36}$/.test(path))!
    for (const path of [template, `${template}/csv`, upload, review]) {
      const answer = await office.owner.get(path)
      const html = await answer.text()
      expect([path, answer.status, html.includes('needs the Enterprise entitlement')]).toEqual([path, 200, true])
      expect(html).not.toMatch(/<button[^>]*value="send"|action="[^"]*\/(csv|send)"/)
    }
    const refused = await office.owner.get(`${template}/send`)
    expect([refused.status, await refused.text()]).toEqual([402, expect.stringContaining('Your plan does not include')])
  })
})

describe('a member', () => {
  test('sees no link that is refused', () => {
    expect(ofMember.broken).toEqual([])
  })

  test('is refused every page that only owners are led to', async () => {
    const pages = only(ofOwner.asked, ofMember.asked)
    expect([...kinds(pages)].sort()).toEqual([
      '/documents/:id/entries/:seq/disclose',
      '/documents/:id/erase',
      '/keys/:id/edit',
      '/keys/:id/revoke',
      '/keys/new',
      '/sandboxes/:id/erase',
      '/sandboxes/new',
      '/settings/people/:id/remove',
      '/settings/people/invite',
      '/settings/retention',
      '/webhooks/:id/delete',
      '/webhooks/:id/edit',
      '/webhooks/:id/off',
      '/webhooks/:id/rotate',
      '/webhooks/new',
    ])
    expect(await statuses(pages, office.member.get)).toEqual(pages.map((path) => [path, 403]))
  })

  test('is refused every form that only owners have', async () => {
    const forms = only(ofOwner.forms.keys(), ofMember.forms.keys())
    expect(forms.length).toBeGreaterThan(8)
    expect(await statuses(forms, office.member.post)).toEqual(forms.map((path) => [path, 403]))
  })

  test('has no form that is refused', async () => {
    // The last one ends the session.
    const forms = [...ofMember.forms].sort(([a], [b]) => Number(ends(a)) - Number(ends(b)))
    const answers = await statuses(
      forms.map(([path]) => path),
      office.member.post,
    )
    expect(answers.filter(([, status]) => status === 403 || status >= 500)).toEqual([])
  })
})

// Last, as the forms of the owner leave little behind.
test('a workspace whose plan lacks Enterprise has no form that is refused for it', async () => {
  await toTier('basic')
  expect([...kinds(withoutPlan.forms.keys())]).toContain('/review/:id/discard')
  const forms = [...withoutPlan.forms.keys()].filter((path) => !ends(path))
  const answers = await statuses(forms, office.owner.post)
  expect(answers.filter(([, status]) => status === 402 || status >= 500)).toEqual([])
})

async function statuses(paths: string[], ask: (path: string) => Promise<Response>): Promise<[string, number][]> {
  const answers: [string, number][] = []
  for (const path of paths) answers.push([path, (await ask(path)).status])
  return answers
}

const ends = (path: string) => /^\/(sign-out$|account\/(sign-out|sessions|workspace))/.test(path)
