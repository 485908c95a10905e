import { expect, test } from 'vitest'
import { draftFor, draftForm, markedPdf, uploadForm } from '../support/drafts.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { lockedTemplate } from '../support/templates.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const BOX = 'the document shows a box instead.'

let { server, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, olga, anna } = drafting)
})

/** With a script, an attachment and a marker that is none; its end is missing. */
const flawedPdf = () => {
  const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const file = '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.exe) /EF << /F 3 0 R >> >>] >> >>'
  const pdf = makePdf({ catalog: `${script} ${file}`, content: textAt(50, 500, '[[ls:sign:tenant]]') })
  return pdf.subarray(0, pdf.lastIndexOf('xref\n', pdf.lastIndexOf('startxref') - 1))
}

test('the page of a draft names what was found in its PDFs, and sending it does not say it again', async () => {
  const draft = await draftFor(server, olga, [ADA], { pdf: flawedPdf() })
  const page = await (await anna.get(`/documents/drafts/${draft.id}`)).text()
  for (const remark of [
    'The end of the file is missing, as after an interrupted transfer; check that all pages are there.',
    'Files embedded in the PDF were removed.',
    'Active content was removed: javascript.',
    '&quot;[[ls:sign:tenant]]&quot; on page 1 looks like a marker but is none',
  ]) {
    expect(page).toContain(`<li>${remark}`)
  }
  const sent = await anna.follow(await anna.post(`/documents/drafts/${draft.id}`, draftForm(draft, 'send')))
  expect(sent).toContain('It is on the way to 1 person.<')
})

test('a draft of before, without what was found, is shown and sent', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const files = draft.files.map(({ found: _, ...file }) => file)
  await server.ctx.db
    .updateTable('drafts')
    .set({ files: JSON.stringify(files) })
    .where('id', '=', draft.id)
    .execute()
  expect((await anna.get(`/documents/drafts/${draft.id}`)).status).toBe(200)
  expect((await anna.post(`/documents/drafts/${draft.id}`, draftForm(draft, 'send'))).status).toBe(303)
})

test('markers that are not used are named as long as they are not', async () => {
  const made = await anna.post('/documents/new', uploadForm({}, ['lease.pdf', markedPdf('tenant')]))
  const path = made.headers.get('location')!
  const unused = 'The marker on page 1 is not used and stays on the page.'
  expect(await (await anna.get(path)).text()).not.toContain(unused)
  const file = `/files/${/value="fields ([\w-]+)"/.exec(await (await anna.get(path)).text())![1]!}`
  const was = / name="was" value="([^"]+)"/.exec(await (await anna.get(path + file)).text())![1]!
  await anna.post(path + file, { was, placement: 'auto_append', boxes: '0', do: 'save' })
  expect(await (await anna.get(path)).text()).toContain(unused)
})

test('after the send, the rest is named once: of a signer as one, of a PDF by its title', async () => {
  const draft = await draftFor(server, olga, [{ ...ADA, name: '𐌰da' }], { names: ['a.pdf', '𐌲.pdf'] })
  const sent = await anna.follow(await anna.post(`/documents/drafts/${draft.id}`, draftForm(draft, 'send')))
  const name = `No font has &quot;𐌰&quot; (U+10330) of the name of signer 1; ${BOX}`
  expect(sent).toContain(`2 documents are on the way to 1 person. ${name} In 𐌲, no font has &quot;𐌲&quot;`)
})

test('more remarks than anybody reads, or a cookie holds, are counted', async () => {
  const people = Array.from({ length: 20 }, (_, at) => ({ name: `𐌰 ${at}`, email: `signer${at}@example.com` }))
  const many = await draftFor(server, olga, people)
  const told = await anna.follow(await anna.post(`/documents/drafts/${many.id}`, draftForm(many, 'send')))
  expect(told).toContain(`of the name of signer 5; ${BOX} And 15 more like this.<`)
  const names = ['1', '2', '3', '4'].map((at) => `${'𐌲'.repeat(190)} ${at}.pdf`)
  const long = await draftFor(server, olga, [ADA], { names })
  const cut = await anna.follow(await anna.post(`/documents/drafts/${long.id}`, draftForm(long, 'send')))
  expect(cut).toContain(`${BOX} And 2 more like this.<`)
})

test('a template sent by hand says what was found too', async () => {
  const { id } = await lockedTemplate(server, await server.key({ workspaceId: anna.workspaceId }))
  const form = {
    ...{ once: '7b6c1f5e-3f0a-4c39-9d1a-0d6f3a5b8c22', version: '1', 'rows.items': '1', 'value.items.0.what': 'Desk' },
    ...{ 'slot1.name': '𐌰da', 'slot1.email': 'ada@example.com', 'slot1.locale': 'de', 'slot1.signing_order': '1' },
    ...{ 'slot2.email': 'grace@example.com', 'slot2.locale': 'en', 'slot2.signing_order': '2' },
    ...{ 'value.tenant_name': 'Ada', 'value.monthly_rent': '1850.00', 'value.items.0.amount': '120' },
    ...{ 'value.pets': 'true', 'value.iban': 'CH93 0076 2011 6238 5295 7' },
  }
  const remark = `No font has &quot;𐌰&quot; (U+10330) of the name of signer 1; ${BOX}`
  expect(await (await anna.post(`/templates/${id}/send`, { ...form, do: 'check' })).text()).toContain(remark)
  const sent = await anna.follow(await anna.post(`/templates/${id}/send`, { ...form, do: 'send' }))
  expect(sent).toContain(`Sent. ${remark}`)
})
