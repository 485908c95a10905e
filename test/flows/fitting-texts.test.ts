import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientField } from '../../server/web/signing/client-data.ts'
import { Signer, send, willing } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** What is typed is what is sealed (decision 0461). */

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const ANSWER =
  'The washing machine leaks when it spins, and the cellar has been damp since the storm in March. '.repeat(15)
const LONG_NAME = `Dr. ${'Maria Theresia Walburga '.repeat(4)}von und zu Hohenlohe`

async function sent(name = 'Ada Lovelace', appended = false) {
  const at = (kind: string, y: number, more = {}) => ({
    role: 'tenant',
    kind,
    page: 1,
    x: 0.1,
    y,
    w: 0.3,
    h: 0.03,
    ...more,
  })
  const fields = [at('signature', 0.5, { h: 0.06 }), at('text', 0.6), at('name', 0.7), at('initial', 0.8, { w: 0.06 })]
  const created = await send(
    server,
    key,
    {
      signers: [{ email: 'ada@example.com', role: 'tenant', name }],
      title: 'A lease of a house with a garden and a long title '.repeat(4).trim(),
      ...(appended ? { placement: 'auto_append' } : { placement: 'explicit', fields }),
    },
    makePdf(),
  )
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const sealed = async () => {
    await server.work()
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
    return (await pdfJsTexts(new Uint8Array(body))).flat().map(({ text }) => text)
  }
  return { signer, sealed }
}

test('a text that does not fit at 8 pt is refused with the number of characters that fit; that many are sealed', async () => {
  const { signer, sealed } = await sent()
  const { fields, consentVersion } = await signer.data()
  const field = fields.find(({ kind }) => kind === 'text')!
  const save = (text: string) => signer.call('PUT', 'fields', { values: { [field.id]: { type: 'text', text } } })
  const refused = await save(ANSWER)
  expect(refused).toMatchObject({ status: 400, body: { code: 'field_invalid' } })
  const { max, ...meta } = refused.body.meta as { max: number }
  expect(meta).toEqual({ field_id: field.id, reason: 'does_not_fit' })
  expect(max).toBeGreaterThan(30)
  expect((await save(ANSWER.slice(0, max + 1).padEnd(max + 1, 'x'))).status).toBe(400)
  const fitting = ANSWER.slice(0, max).trim()
  expect((await save(fitting)).status).toBe(200)

  // Finishing makes the same check.
  await signer.display()
  const others = Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'text').map((one) => [one.id, willing(one, 'Ada')]),
  )
  const finish = (more: object) => signer.call('POST', 'complete', { consentVersion, values: { ...others, ...more } })
  expect(await finish({ [field.id]: { type: 'text', text: ANSWER } })).toMatchObject({
    status: 400,
    body: { meta: { reason: 'does_not_fit', max } },
  })
  expect((await finish({})).status).toBe(200)
  const texts = await sealed()
  expect(texts.join(' ').replace(/\s+/g, ' ')).toContain(fitting)
})

test.each([
  ['in boxes of the caller', false],
  ['on an appended page', true],
])('long names, typed signatures, captions and titles are sealed whole: %s', async (_, appended) => {
  const { signer, sealed } = await sent(LONG_NAME, appended)
  const values = (field: ClientField) => willing(field, field.kind === 'text' ? 'Brief' : LONG_NAME)
  expect((await signer.sign({ values })).status).toBe(200)
  const words = (await sealed()).join(' ').replace(/\s+/g, '')
  expect(words).not.toContain('…')
  // The name field, the signature and the caption, each of them whole.
  expect(words.split(LONG_NAME.replace(/\s+/g, '')).length - 1).toBeGreaterThanOrEqual(3)
  if (appended) expect(words).toContain('AleaseofahousewithagardenandalongtitleAleaseofahouse')
})
