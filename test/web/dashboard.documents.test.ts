import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOOK_SENDS } from '../../server/limits.ts'
import { damage, damageFile, storedFile } from '../support/altered-file.ts'
import { axeViolations, closerOf, sidewaysScroll } from '../support/browser.ts'
import { carryCookie, type DashboardUser, dashboardVisit, signIn, wasShown } from '../support/dashboard.ts'
import { type Created, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { waitForLock } from '../support/locks.ts'
import { startReceiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { unzipped } from '../support/unzip.ts'
import { drawing, useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
let anna: DashboardUser
useStage((stage) => {
  ;({ server, browser, key } = stage)
}, drawing)
beforeAll(async () => {
  anna = await signIn(server, { workspaceId: key.workspaceId, role: 'member' })
})

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper', role: 'landlord' }
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant' }

async function sent(title: string, fields: Record<string, unknown> = {}): Promise<Created> {
  server.clock.advance(1_000)
  return send(server, key, { title, signers: [GRACE, ADA], ...fields })
}

/** Whose names a text has, in its order. */
const namesIn = (text: string) => [...new Set(text.match(/Grace Hopper|Ada Lovelace/g))]

const read = async (path: string, by = anna) => {
  const answer = await by.get(path)
  return { status: answer.status, text: await answer.text() }
}

describe('the list', () => {
  test('says who signs, how far it is, and for whom it waits', async () => {
    const created = await sent('Lease of <b>Mill Lane</b>', { metadata: { order: 7731 } })
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    const { text } = await read('/documents')
    for (const part of [
      'Lease of &lt;b&gt;Mill Lane&lt;/b&gt;',
      'order 7731',
      'aria-label="Grace Hopper, signed"',
      'aria-label="Ada Lovelace, pending"',
      '1 of 2',
      'Waiting for Ada',
      'API · Test',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('of one after the other has those first who sign first, and so have its pages', async () => {
    const signers = [
      { ...GRACE, signing_order: 2 },
      { ...ADA, signing_order: 1 },
    ]
    const { documentId, signers: made } = await sent('In order', { signing_mode: 'sequential', signers })
    const ordered = ['Ada Lovelace', 'Grace Hopper']
    const page = (await read(`/documents/${documentId}`)).text
    expect(namesIn(page.slice(page.indexOf('one after the other')))).toEqual(ordered)
    const row = /<tr>(?:(?!<tr>).)*In order.*?<\/tr>/s.exec((await read('/documents')).text)?.[0]
    expect(namesIn(row ?? '')).toEqual(ordered)
    const link = new URL(made.find(({ email }) => email === ADA.email)!.signingUrl).pathname
    const items = (await (await server.fetch(link)).text()).matchAll(/<li><bdi>([^<]+)/g)
    expect([...items].map(([, name]) => name)).toEqual(ordered)
  })

  test('leads whoever has none yet to Start', async () => {
    const newcomer = await signIn(server, { workspaceId: (await server.workspace()).id })
    const { text } = await read('/documents', newcomer)
    expect(text).toMatch(/<main.*<a class="text" href="\/start">Send the first one by API<\/a>/s)
  })

  test('takes anything as a query', async () => {
    for (const query of ['tab=x&time=%00&before=1_2', `before=-999999_${randomUUID()}`, 'q=%00&older=1', 'q=%25_%5C']) {
      expect([query, (await read(`/documents?${query}`)).status]).toEqual([query, 200])
    }
  })

  test('offers to search what is older, and says when nothing is found', async () => {
    const { text } = await read('/documents?q=xylophone&tab=waiting')
    expect(text).toContain('No document of the last 90 days matches.')
    expect(text).toContain('href="/documents?tab=waiting&amp;q=xylophone&amp;older=1"')
  })

  test('is searched and filtered in the browser, with and without a script', async () => {
    await sent('Rental amendment')
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await withScript(javaScriptEnabled)
      await page.getByRole('searchbox', { name: 'Search documents' }).fill('rental')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/documents?q=rental**')
      await page.getByRole('link', { name: 'Rental amendment' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: /Lease of/ }).count()).toBe(0)
      await page.getByRole('link', { name: /^Signed/ }).click()
      await page.getByText('No document of the last 90 days matches.').waitFor()
      await page.getByRole('link', { name: 'show all documents' }).click()
      await page.getByRole('link', { name: /Lease of/ }).waitFor()
      await close()
    }
  })
})

describe('a document', () => {
  test('shows the chain of its audit trail, and notices when it was altered', async () => {
    const { documentId } = await sent('Chained')
    expect((await read(`/documents/${documentId}`)).text).toContain('chain intact')
    const { db } = server.ctx
    const sql = `alter table audit_events disable trigger audit_events_append_only;
      update audit_events set body = replace(body, '"lease.pdf"', '"other.pdf"') where document_id = '${documentId}';
      alter table audit_events enable trigger audit_events_append_only`
    await db.pool.query(sql)
    expect((await read(`/documents/${documentId}`)).text).toContain('the chain is broken')
  })

  test('tells its story, the newest first, with the words of its signers', async () => {
    const { documentId, signers } = await sent('Told', { signers: [GRACE, ADA] })
    await new Signer(server, signers[0]!.signingUrl).sign()
    await new Signer(server, signers[1]!.signingUrl).call('POST', 'decline', { reason: 'Not at this rent' })
    const { text } = await read(`/documents/${documentId}`)
    const [, story = ''] = /<ol class="timeline story">(.*?)<\/ol>/s.exec(text)!
    const told = [...story.matchAll(/<span dir="auto">(.*?)<\/span>/g)].map(([, line]) => line)
    expect(told.slice(0, 2)).toEqual([`${ADA.name} declined`, `${GRACE.name} signed`])
    expect(story).toContain('“Not at this rent”')
    expect(told.at(-1)).toMatch(/^Prepared by/)
  })

  test('gives its files, and the sealed head once it is sealed', async () => {
    const created = await sent('Sealed', { signers: [GRACE] })
    const base = `/documents/${created.documentId}`
    expect((await anna.get(`${base}/signed`)).status).toBe(409)
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    expect((await read(base)).text).toMatch(/chain intact, sealed up to entry \d+/)
    const types = []
    for (const name of ['file', 'signed', 'audit-trail', 'events', 'page-1']) {
      const answer = await anna.get(`${base}/${name}`)
      types.push([name, answer.status, answer.headers.get('content-type')?.split(';')[0]])
      expect(answer.headers.get('cache-control')).toContain('no-store')
      await answer.arrayBuffer()
    }
    expect(types).toEqual([
      ['file', 200, 'application/pdf'],
      ['signed', 200, 'application/pdf'],
      ['audit-trail', 200, 'application/pdf'],
      ['events', 200, 'application/json'],
      ['page-1', 200, 'image/png'],
    ])
    const download = await anna.get(`${base}/signed?download`)
    expect(download.headers.get('content-disposition')).toContain('attachment')
  })

  test('comes as one archive, with what is needed to check it', async () => {
    const created = await sent('Packed', { signers: [GRACE] })
    const base = `/documents/${created.documentId}`
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const answer = await anna.get(`${base}/files.zip`)
    const disposition = 'attachment; filename="lease.zip"'
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, disposition])
    const files = unzipped(Buffer.from(await answer.arrayBuffer()))
    const names = ['document.pdf', 'signed.pdf', 'audit-trail.pdf', 'audit-events.json', 'roots.pem']
    expect([...files.keys()]).toEqual(names)
    const signed = await anna.get(`${base}/signed`)
    expect(files.get('signed.pdf')).toEqual(Buffer.from(await signed.arrayBuffer()))
    expect(files.get('roots.pem')!.toString()).toContain('BEGIN CERTIFICATE')
    expect(JSON.parse(files.get('audit-events.json')!.toString())).toMatchObject({ document_id: created.documentId })
  })

  test('breaks off an archive with an altered file in it, and goes on', async () => {
    const created = await sent('Altered', { signers: [GRACE] })
    const repair = await damage(server, created)
    const broken = await anna.get(`/documents/${created.documentId}/files.zip`)
    await expect(broken.arrayBuffer()).rejects.toThrow()
    await repair()
    const whole = await anna.get(`/documents/${created.documentId}/files.zip`)
    expect(unzipped(Buffer.from(await whole.arrayBuffer())).has('document.pdf')).toBe(true)
  })

  test('names whom it waits for without their titles', async () => {
    const waiting = async (name: string) => {
      const { documentId } = await sent('Titled', { signers: [{ ...GRACE, name }] })
      return /Waiting for ([^<]+)/.exec((await read(`/documents/${documentId}`)).text)?.[1]
    }
    expect(await waiting('Prof. Dr. Grace Hopper')).toBe('Grace')
    expect(await waiting('Grace Hopper')).toBe('Grace')
    expect(await waiting('Dr. G.')).toBe('Dr. G.')
  })

  test('leaves out of the archive what is known to be damaged, and keeps its trail', async () => {
    const created = await sent('Known to be damaged', { signers: [GRACE] })
    const base = `/documents/${created.documentId}`
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const names = async () =>
      [...unzipped(Buffer.from(await (await anna.get(`${base}/files.zip`)).arrayBuffer())).keys()].join(' ')
    const rest = 'audit-trail.pdf audit-events.json roots.pem'
    const { seq } = await server.ctx.db
      .selectFrom('document_revisions')
      .select('seq')
      .where('document_id', '=', created.documentId)
      .where('kind', '=', 'seal')
      .executeTakeFirstOrThrow()
    expect((await read(base)).text).toContain('All of it, with the root certificate')

    const repairSeal = await damageFile(await storedFile(server, created.documentId, seq), 'short')
    expect((await anna.get(`${base}/signed?download`)).status).toBe(500)
    expect(await names()).toBe(`document.pdf ${rest}`)
    expect((await read(base)).text).toContain('All that can be read, with the root certificate')
    await repairSeal()
    expect(await names()).toBe(`document.pdf signed.pdf ${rest}`)

    const repairUpload = await damage(server, created)
    expect(await names()).toBe(rest)
    await repairUpload()
    expect(await names()).toBe(`document.pdf signed.pdf ${rest}`)
  })

  test('reminds, once a minute', async () => {
    const { documentId, signers } = await sent('To be reminded of')
    await server.work()
    const path = `/documents/${documentId}/signers/${signers[0]!.signingRequestId}/remind`
    expect(await anna.follow(await anna.post(path))).toContain('A reminder was sent to Grace Hopper.')
    expect(await anna.follow(await anna.post(path))).toContain('This was done a moment ago.')
    const all = `/documents/${documentId}/remind`
    const some = 'A reminder was sent to Ada Lovelace. None could be sent to Grace Hopper.'
    expect(await anna.follow(await anna.post(all))).toContain(some)
    expect(await anna.follow(await anna.post(all))).toContain('This was done a moment ago.')
    server.clock.advance(60_000)
    const both = 'A reminder was sent to Grace Hopper and Ada Lovelace.'
    expect(await anna.follow(await anna.post(all))).toContain(both)
  })

  test('changes the phone that codes go to, and refuses what is none', async () => {
    const verified = { ...GRACE, phone_e164: '+41791234567', require_sms_verification: true }
    const { documentId, signers } = await sent('With a code', { signers: [verified] })
    const path = `/documents/${documentId}/signers/${signers[0]!.signingRequestId}/phone`
    const was = await wasShown(anna, path)
    const wrong = await anna.post(path, { phone: '079 <123>', was })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('value="079 &lt;123&gt;"')
    expect(await anna.follow(await anna.post(path, { phone: '+41 (0)79/765–43-21', was }))).toContain('the new number')
    const row = await server.ctx.db
      .selectFrom('signing_requests')
      .select('phone_e164')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    expect(row.phone_e164).toBe('+41797654321')
  })

  test('is withdrawn as a whole, also when two press at once', async () => {
    const { documentId } = await sent('Withdrawn by two')
    const holder = await server.ctx.db.startTransaction().execute()
    await holder.selectFrom('documents').select('id').where('id', '=', documentId).forUpdate().execute()
    const both = [anna, anna].map((one) => one.post(`/documents/${documentId}/withdraw`))
    await waitForLock(server.ctx.db, { sessions: 2 })
    await holder.commit().execute()
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const texts = await Promise.all(answers.map((answer) => anna.follow(answer)))
    expect(texts.filter((text) => text.includes('2 requests were withdrawn.'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('No request was open any more.'))).toHaveLength(1)
  })

  test('is withdrawn after a question, by the sender, and offers nothing more', async () => {
    const { documentId, signers } = await sent('To be withdrawn')
    const base = `/documents/${documentId}`
    const one = `${base}/signers/${signers[0]!.signingRequestId}/withdraw`
    expect((await read(one)).text).toContain('Withdraw the request to Grace Hopper?')
    const reason = 'We found\r\nanother flat.'
    expect(await anna.follow(await anna.post(one, { reason }))).toContain('The request to Grace Hopper was withdrawn.')
    expect(await (await fetch(signers[0]!.signingUrl)).text()).toContain('We found\nanother flat.')
    expect(await anna.follow(await anna.post(one))).toContain('it has changed meanwhile')
    expect((await read(`${base}/withdraw`)).text).toMatch(/Ada Lovelace/)
    const after = await anna.follow(await anna.post(`${base}/withdraw`))
    expect(after).toContain('The request was withdrawn.')
    expect(after).not.toContain('/remind"')
    expect(after).not.toContain(`${base}/withdraw"`)
    expect(await anna.follow(await anna.post(`${base}/withdraw`))).toContain('No request was open any more.')
    const rows = await server.ctx.db
      .selectFrom('signing_requests')
      .select(['status', 'withdrawn_by'])
      .where('document_id', '=', documentId)
      .execute()
    expect(rows).toEqual(Array(2).fill({ status: 'withdrawn', withdrawn_by: 'sender' }))
  })

  test('lists its webhooks, and sends one again', async () => {
    const receiver = await startReceiver({ clock: server.clock })
    const other = await server.key({ workspaceId: (await server.workspace()).id })
    await hooksOf(server, other).subscribe(receiver, '/hook')
    const bea = await signIn(server, { workspaceId: other.workspaceId })
    const created = await send(server, other, { signers: [GRACE] })
    await server.work()
    const base = `/documents/${created.documentId}`
    const { text } = await read(base, bea)
    expect(text).toContain('signing_request.sent')
    const action = /action="([^"]+\/deliveries\/[^"]+)"/.exec(text)![1]!
    const before = receiver.count()
    expect(await bea.follow(await bea.post(action))).toContain('Sent again, and accepted.')
    expect(receiver.count()).toBe(before + 1)
    for (let more = HOOK_SENDS.requests - 1; more > 0; more--) await bea.post(action)
    expect(await bea.follow(await bea.post(action))).toContain(
      'a webhook is sent at most 10 deliveries a minute by hand. Try again in',
    )
    expect(receiver.count()).toBe(before + HOOK_SENDS.requests)
    const [, link] = /href="(\/webhooks\/[^"]+\/deliveries\/[^"]+)">signing_request\.sent/.exec(text)!
    expect((await bea.get(link!)).status).toBe(200)
    await receiver.close()
  })

  test('sends again at once what is being retried, as to a server that was out of reach', async () => {
    const receiver = await startReceiver({ clock: server.clock })
    const other = await server.key({ workspaceId: (await server.workspace()).id })
    const [logged, callback] = [await hooksOf(server, other).subscribe(receiver, '/hook'), `${receiver.url}/callback`]
    await receiver.close()
    const bea = await signIn(server, { workspaceId: other.workspaceId })
    const created = await send(server, other, { signers: [GRACE], callback_url: callback })
    const base = `/documents/${created.documentId}`
    const onItsWay = '<span class="pill wait">on its way</span>'
    expect((await read(base, bea)).text).toContain(onItsWay)
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const { text } = await read(base, bea)
    expect(text).not.toContain(onItsWay)
    expect(text).toContain('no answer')
    const buttons = [...text.matchAll(/action="([^"]+\/deliveries\/([^/"]+)\/[^"]+)"/g)]
    const own = buttons.find(([, , hookId]) => hookId !== logged.id)
    const ofWorkspace = buttons.find(([, , hookId]) => hookId === logged.id)
    for (const [, action] of [own!, ofWorkspace!])
      expect(await bea.follow(await bea.post(action!))).toContain('Sent again, and not accepted.')
    // The document's own hook is reached by its document alone, and by no call of the API.
    const elsewhere = await send(server, other, { signers: [GRACE] })
    const moved = own![1]!.replace(created.documentId, elsewhere.documentId)
    expect((await bea.post(moved)).status).toBe(404)
    const [, , hookId] = own!
    const deliveryId = own![1]!.split('/').at(-1)
    expect((await bea.post(`/webhooks/${hookId}/deliveries/${deliveryId}/again`)).status).toBe(404)
    const call = await server.call(other, 'POST', `/v1/hooks/${hookId}/deliveries/${deliveryId}/redeliver`)
    expect(call.status).toBe(404)
  })

  test('says where the older ones are, of more webhooks than one page can show', async () => {
    const other = await server.key({ workspaceId: (await server.workspace()).id })
    const add = (path: string) => hooksOf(server, other).create({ target_url: `http://127.0.0.1:1/${path}` })
    const bea = await signIn(server, { workspaceId: other.workspaceId })
    for (let n = 0; n < 50; n++) await add(String(n))
    const few = await send(server, other, { signers: [GRACE] })
    await add('more')
    const many = await send(server, other, { signers: [GRACE] })
    const cut = 'The newest 50 are shown.'
    const rows = (text: string) => text.match(/127\.0\.0\.1:1</g)?.length
    const [{ text: whole }, { text: part }] = [
      await read(`/documents/${few.documentId}`, bea),
      await read(`/documents/${many.documentId}`, bea),
    ]
    expect([rows(whole), whole.includes(cut)]).toEqual([50, false])
    expect([rows(part), part.includes(cut)]).toEqual([50, true])
  })

  test('is erased by an owner, once nobody can act any more, and says who did it', async () => {
    const owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner', name: 'Olive Owner' })
    const created = await sent('To be erased', { signers: [GRACE, ADA] })
    const base = `/documents/${created.documentId}`
    const [grace, ada] = created.signers
    await new Signer(server, grace!.signingUrl).sign()
    await new Signer(server, ada!.signingUrl).decline('no')
    // Of another document that can still be signed.
    const open = await sent('Still open')
    const early = await owner.post(`/documents/${open.documentId}/erase`)
    expect(await owner.follow(early)).toContain('Nothing was done')
    const asked = await owner.follow(await owner.get(`/documents/${open.documentId}/erase`))
    expect(asked).toContain('when nobody can act on it any more')
    expect(asked).not.toContain('This cannot be undone')

    expect((await read(base)).text).not.toContain(`${base}/erase`)
    expect((await anna.get(`${base}/erase`)).status).toBe(403)
    expect((await anna.post(`${base}/erase`)).status).toBe(403)
    expect((await read(`${base}/erase`, owner)).text).toContain('This cannot be undone')
    const settings = server.ctx.db.updateTable('workspaces').where('id', '=', key.workspaceId)
    await settings.set({ retention_days: 365 }).execute()
    const page = await owner.follow(await owner.post(`${base}/erase`))
    await settings.set({ retention_days: null }).execute()
    const [, , deletedAt] = /<dt>(Deleted)<\/dt><dd><time datetime="([^"]+)"/.exec(page)!
    expect(deletedAt).toBe(server.clock.now().toISOString())
    for (const part of ['The files were deleted.', 'at once, by: Olive Owner', 'chain intact'])
      expect(page).toContain(part)
    expect(page).not.toContain(`${base}/erase`)
    expect((await owner.post(`${base}/erase`)).status).toBe(303)
    const { db, storage } = server.ctx
    const blobs = []
    for await (const { key: name } of storage.region('eu').list(''))
      if (name.includes(created.documentId)) blobs.push(name)
    expect(blobs).toEqual([])
    const file = await server.call(key, 'GET', `/v1${base}/file`)
    expect([file.status, file.body]).toEqual([410, expect.objectContaining({ code: 'deleted_by_retention' })])
    expect((await server.call(key, 'GET', `/v1${base}/audit-trail`)).status).toBe(200)
    const left = unzipped(Buffer.from(await (await anna.get(`${base}/files.zip`)).arrayBuffer()))
    expect([...left.keys()]).toEqual(['audit-trail.pdf', 'audit-events.json', 'roots.pem'])
    const values = await db.selectFrom('fields').select('value').where('document_id', '=', created.documentId).execute()
    expect(values.map(({ value }) => value).filter((value) => value !== null)).toEqual([])
    const log = await db.selectFrom('workspace_log').select(['who', 'action', 'target']).execute()
    expect(log).toContainEqual({ who: 'Olive Owner', action: 'document.erased', target: 'To be erased' })
  })

  test('of another workspace is not found, on any path and by any form', async () => {
    const { documentId, signers } = await sent('Not yours')
    const mallory = await signIn(server)
    const signer = `/documents/${documentId}/signers/${signers[0]!.signingRequestId}`
    const gets = [
      '',
      '/file',
      '/signed',
      '/renewed',
      '/audit-trail',
      '/events',
      '/page-1',
      '/withdraw',
      '/abandon',
      '/erase',
      '/files.zip',
    ]
    for (const path of gets) expect((await mallory.get(`/documents/${documentId}${path}`)).status).toBe(404)
    for (const path of ['withdraw', 'phone']) expect((await mallory.get(`${signer}/${path}`)).status).toBe(404)
    const posts = [
      ...['remind', 'withdraw', 'phone'].map((verb) => `${signer}/${verb}`),
      ...['withdraw', 'abandon', 'erase', `deliveries/${randomUUID()}/${randomUUID()}`].map(
        (rest) => `/documents/${documentId}/${rest}`,
      ),
    ]
    for (const path of posts) expect([path, (await mallory.post(path)).status]).toEqual([path, 404])
    // Nor a signer of another document, below a document of one's own.
    const own = await sent('Mine')
    const crossed = `/documents/${own.documentId}/signers/${signers[0]!.signingRequestId}/withdraw`
    expect((await anna.post(crossed)).status).toBe(404)
    expect((await read(`/documents/${randomUUID()}`)).status).toBe(404)
    expect((await read('/documents/nothing')).status).toBe(404)
    expect((await read(`/documents/${documentId}`)).text).toContain('Waiting for 2 people')
  })
})

test.each([
  ['light', 1280, false],
  ['dark', 375, true],
] as const)('list and detail have no fault that axe finds: %s, %i pixels wide', async (scheme, width, phone) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente '.repeat(3).trim()
  const own = await server.key({ workspaceId: (await server.workspace({ name: 'Northwind Lettings' })).id })
  const person = { email: `${'a'.repeat(60)}@department.example.com`, name: 'عبد الرحمن بن خلدون الحضرمي' }
  const created = await send(server, own, { title: long, signers: [person, GRACE, ADA], metadata: { order: 7731 } })
  await new Signer(server, created.signers[1]!.signingUrl).sign()
  const declined = await send(server, own, { title: 'عقد إيجار سكني', signers: [GRACE] })
  await new Signer(server, declined.signers[0]!.signingUrl).decline('The rent is not what we agreed on.')
  await send(server, own, {
    title: '賃貸借契約書',
    signers: Array.from({ length: 12 }, (_, i) => ({ email: `p${i}@example.com`, name: `Person ${i}` })),
  })
  await server.work()
  const { page, complaints, foreign, close } = await dashboardVisit(browser, server, {
    width,
    phone,
    workspaceId: own.workspaceId,
    role: 'owner',
  })
  await page.emulateMedia({ colorScheme: scheme })
  const found: unknown[] = []
  for (const path of ['/documents', `/documents/${created.documentId}`, `/documents/${created.documentId}/withdraw`]) {
    await page.goto(server.url + path)
    found.push(await axeViolations(page), await sidewaysScroll(page))
  }
  expect(found).toEqual([[], 0, [], 0, [], 0])
  expect([complaints, foreign]).toEqual([[], []])
  await close()
})

/** A browser in which a person of the key's workspace is signed in. */
async function withScript(javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled })
  await carryCookie(context, server, anna.cookie)
  const page = await context.newPage()
  const close = closerOf(page)
  await page.goto(`${server.url}/documents`)
  return { page, close }
}
