import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { Signer, send } from '../support/flow.ts'
import { unzipped } from '../support/unzip.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, workspaceId, ada } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, workspaceId, ada } = office)
})

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

async function sent(title: string, signs = false): Promise<string> {
  const { documentId, signers } = await send(server, key, { title, signers: [GRACE] })
  if (signs) await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  return documentId
}

const press = (button: string, ids: string[], more: Record<string, string> = {}) =>
  ada.post(
    '/documents/selected',
    new URLSearchParams([
      ...ids.map((id) => ['document', id]),
      ...Object.entries({ do: button, list: '/documents?tab=waiting', ...more }),
    ]),
  )
const statusOf = async (id: string) => {
  const rows = server.ctx.db.selectFrom('signing_requests').select(['status', 'withdrawal_reason'])
  return rows.where('document_id', '=', id).executeTakeFirstOrThrow()
}

test('those that are selected are reminded, and what cannot be is said', async () => {
  const [one, two, done] = [await sent('One'), await sent('Two'), await sent('Done', true)]
  const answer = await press('remind', [one, two, done])
  expect(answer.headers.get('location')).toBe('/documents?tab=waiting')
  expect(await ada.follow(answer)).toContain('2 people were reminded.')
  const again = await ada.follow(await press('remind', [one, done]))
  expect(again).toContain('Nobody was reminded. 1 person was not reminded:')
  expect(await ada.follow(await press('remind', []))).toContain('Select the documents first.')
})

test('the signed files of those that are selected are downloaded as one, each under its title', async () => {
  const [first, second, open] = [await sent('Lease', true), await sent('Lease', true), await sent('Open')]
  const answer = await press('download', [first, second, open])
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipped(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()]).toEqual(['Lease.pdf', 'Lease (2).pdf'])
  for (const file of files.values()) expect(file.toString('latin1')).toContain('/ByteRange')
  expect(await ada.follow(await press('download', [open]))).toContain('None of these is signed yet.')
})

test('those that are selected are withdrawn after a question, and none of another workspace', async () => {
  const [one, two] = [await sent('One'), await sent('Two')]
  const asked = await (await press('withdraw', [one, two])).text()
  expect(asked).toContain('Withdraw 2 documents?')
  expect((await statusOf(one)).status).toBe('pending')
  const stranger = await signIn(server)
  const form = new URLSearchParams([
    ['document', one],
    ['do', 'withdraw'],
    ['confirmed', '1'],
    ['list', '/documents'],
  ])
  expect(await stranger.follow(await stranger.post('/documents/selected', form))).toContain(
    'Select the documents first.',
  )
  const done = await press('withdraw', [one, two], { confirmed: '1', reason: 'Not needed' })
  expect(await ada.follow(done)).toContain('2 documents were withdrawn.')
  expect([await statusOf(one), await statusOf(two)]).toEqual(
    Array(2).fill({ status: 'withdrawn', withdrawal_reason: 'Not needed' }),
  )
})

test('what can be done appears with the first that is selected, and stays while the list is renewed', async () => {
  await sent('Shown')
  const { page, close } = await dashboardVisit(browser, server, { workspaceId, width: 1280, height: 800 })
  await page.goto(`${server.url}/documents`)
  const remind = page.getByRole('button', { name: 'Remind' })
  expect(await remind.isVisible()).toBe(false)
  await page.getByRole('checkbox', { name: 'Select Shown' }).check()
  await remind.waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await sent('Later')
  // What has the focus is left alone.
  await page.getByRole('heading', { name: 'Documents' }).click()
  await page.getByRole('link', { name: 'Later' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Select Shown' }).isChecked()).toBe(true)
  await remind.click()
  await page.getByText('1 person was reminded.').waitFor()
  await close()
})

test('those that are selected are put into a folder, which the list is filtered by, and taken out of it', async () => {
  const [one, two] = [await sent('One'), await sent('Two')]
  const shown = async (folder: string) => {
    const html = await (await ada.get(`/documents?folder=${encodeURIComponent(folder)}`)).text()
    return [one, two].filter((id) => html.includes(`href="/documents/${id}"`))
  }
  expect(await (await ada.get('/documents')).text()).not.toContain('Any folder')
  expect(await (await press('move', [one, two])).text()).toContain('Move 2 documents to a folder')
  const name = 'Leases <b> 2026'
  const moved = await ada.follow(await press('move', [one], { confirmed: '1', folder: ` ${name}\u202e\t` }))
  expect(moved).toContain('1 document is in the folder Leases &lt;b&gt; 2026 now.')
  expect(await (await ada.get('/documents')).text()).toContain('Any folder')
  expect(await shown(name)).toEqual([one])
  // As it stands is offered, and whatever is empty is in no folder.
  expect(await (await press('move', [one])).text()).toContain('value="Leases &lt;b&gt; 2026"')
  expect(await ada.follow(await press('move', [one, two], { confirmed: '1', folder: ' ' }))).toContain(
    '2 documents are in no folder now.',
  )
  expect(await shown(name)).toEqual([])
  const refused = await press('move', [one], { confirmed: '1', folder: '😀'.repeat(61) })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('has at most 60 characters')])
})

test('a workspace has its own folders, and at most 200', async () => {
  const [one, two] = [await sent('One'), await sent('Two')]
  await press('move', [one], { confirmed: '1', folder: 'Folder 1' })
  const stranger = await signIn(server)
  expect(await (await stranger.get('/documents?folder=Folder+1')).text()).not.toContain('Folder 1')
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'documents'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(server.ctx.db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`
    insert into documents (${columns}) select ${columns} from (
      select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'folder', 'Folder ' || n))).*
      from documents d, generate_series(2, 200) n where d.id = ${one}
    ) as filled
  `.execute(server.ctx.db)
  const refused = await press('move', [two], { confirmed: '1', folder: 'Folder 201' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('at most 200 folders')])
  expect(await ada.follow(await press('move', [two], { confirmed: '1', folder: 'Folder 200' }))).toContain(
    'is in the folder',
  )
})
