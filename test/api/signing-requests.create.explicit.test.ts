import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, post } from '../support/create.ts'
import { Signer } from '../support/flow.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const signature = { role: 'tenant', kind: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.05 }
const explicit = (fields: unknown, more: object = {}) => ({
  signers: [{ email: 'ada@example.com', name: 'Ada', role: 'tenant' }],
  placement: 'explicit',
  send_emails: false,
  fields,
  ...more,
})

describe('explicit boxes', () => {
  it('of every kind are placed as given, in reading order', async () => {
    const fields = [
      { ...signature, page: 2, required: false },
      { role: ' tenant ', kind: 'checkbox', page: 1, x: 0.5, y: 0.5, w: 0.01, h: 0.005, required: false },
      { role: 'tenant', kind: 'text', page: 1, x: 0, y: 0, w: 1, h: 1, field_key: 'place.of.birth', max_length: 5 },
      { role: 'tenant', kind: 'name', page: 1, x: 0.7, y: 0.9, w: 0.3, h: 0.1, label: 'Your name' },
      { role: 'tenant', kind: 'date', page: 2, x: 0.1, y: 0.9, w: 0.2, h: 0.05 },
      { role: 'tenant', kind: 'initial', page: 2, x: 0.1, y: 0.1, w: 0.2, h: 0.05, field_key: `k${'x'.repeat(63)}` },
    ]
    const { status, body } = await post(server, explicit(fields), makePdf({ pages: 2 }))
    expect([status, body.placement]).toEqual([201, 'explicit'])
    expect(body.fields.map(({ kind, page, x, y, w, h, fieldKey }) => ({ kind, page, x, y, w, h, fieldKey }))).toEqual(
      [fields[2]!, fields[1]!, fields[3]!, fields[5]!, fields[0]!, fields[4]!].map(
        ({ kind, page, x, y, w, h, ...rest }) => ({
          ...{ kind, page, x, y, w, h },
          fieldKey: 'field_key' in rest ? rest.field_key : null,
        }),
      ),
    )
    const onPage = (await new Signer(server, body.signers[0]!.signingUrl).data()).fields
    const required = Object.fromEntries(onPage.map(({ kind, required }) => [kind, required]))
    // A signature is required whatever the call asks for.
    expect(required).toMatchObject({ signature: true, checkbox: false, text: true })
    expect(onPage.find(({ kind }) => kind === 'name')).toMatchObject({ name: 'Your name' })
    expect(onPage.find(({ kind }) => kind === 'text')).toMatchObject({ maxLength: 5 })
  })

  it('leave the file as it is: markers in it are ignored', async () => {
    const pdf = makePdf({ content: textAt(72, 700, '[[ls:signature:somebody]]') })
    const { status, body } = await post(server, explicit([signature]), pdf)
    expect([status, body.sha256]).toEqual([201, body.originalSha256])
    const file = await server.call<Buffer>(await server.key(), 'GET', `/v1/documents/${body.documentId}/file`)
    expect((await pdfJsTexts(file.body)).flat().map(({ text }) => text)).toEqual(['[[ls:signature:somebody]]'])
  })

  it('may touch the edge of the page within a millionth', async () => {
    const edge = { ...signature, x: 0.7, w: 0.3000005, y: 0.95, h: 0.0500005 }
    expect((await post(server, explicit([edge]))).status).toBe(201)
  })

  it('with initials only count as a signature', async () => {
    expect((await post(server, explicit([{ ...signature, kind: 'initial' }]))).status).toBe(201)
  })

  it.each([
    ['page 0', { page: 0 }],
    ['half a page', { page: 1.5 }],
    ['a negative place', { x: -0.01 }],
    ['a place beyond the page', { y: 1.1 }],
    ['too narrow', { w: 0.009 }],
    ['too low', { h: 0.004 }],
    ['a number as text', { x: '0.1' }],
    ['an unknown kind', { kind: 'stamp' }],
    ['an unknown key', { colour: 'red' }],
    ['a field key that begins with a digit', { field_key: '1st' }],
    ['a field key of 65 characters', { field_key: `k${'x'.repeat(64)}` }],
    ['a label of 121 characters', { label: 'x'.repeat(121) }],
    ['a maximum of 2001 characters', { max_length: 2001 }],
    ['no role', { role: undefined }],
  ])('%s is refused, with the place', async (_what, wrong) => {
    const { meta } = await expectRefused(server, () => post(server, explicit([{ ...signature, ...wrong }])), 400, {
      code: 'invalid_request',
    })
    expect(meta!.path).toMatch(/^fields\[0\]/)
  })

  it.each([
    ['a page beyond the last', { page: 3 }, 'fields[0].page'],
    ['too far to the right', { x: 0.8, w: 0.3 }, 'fields[0].w'],
    ['too far down', { y: 0.98, h: 0.05 }, 'fields[0].h'],
  ])('%s is refused, with the number of pages', async (_what, wrong, path) => {
    const call = () => post(server, explicit([{ ...signature, ...wrong }]), makePdf({ pages: 2 }))
    await expectRefused(server, call, 400, { code: 'invalid_request', meta: { path, page_count: 2 } })
  })

  it('at most 500', async () => {
    const initial = { ...signature, kind: 'initial' }
    const many = (count: number) => explicit(Array.from({ length: count }, () => initial))
    expect((await post(server, many(500))).status).toBe(201)
    await expectRefused(server, () => post(server, many(501)), 400, {
      code: 'invalid_request',
      meta: { path: 'fields', issues: expect.any(Array) },
    })
  })

  it('a role that no signer has is refused', async () => {
    await expectRefused(server, () => post(server, explicit([signature, { ...signature, role: 'buyer' }])), 400, {
      code: 'unknown_role',
      meta: { role: 'buyer', kind: 'signature', page: 1, known_roles: ['tenant'] },
    })
  })

  it('every signer needs a signature or initial; all that lack one are named', async () => {
    const signers = [{ email: 'a@example.com', role: 'a' }, { email: 'b@example.com', role: 'b' }, { email: 'c@x.com' }]
    const fields = [
      { ...signature, role: 'a' },
      { ...signature, role: 'b', kind: 'date' },
    ]
    await expectRefused(server, () => post(server, explicit(fields, { signers })), 422, {
      code: 'signer_without_signature',
      meta: { roles: ['b', null] },
    })
  })

  it.each([
    ['placement explicit without fields', { placement: 'explicit' }],
    ['fields with anchors', { placement: 'anchors', fields: [signature] }],
    ['fields with auto_append', { placement: 'auto_append', fields: [signature] }],
    ['fields without a placement', { fields: [signature] }],
  ])('%s is refused', async (_what, wrong) => {
    const call = () => post(server, { signers: [{ email: 'a@example.com', role: 'tenant' }], ...wrong })
    await expectRefused(server, call, 400, { code: 'invalid_request', meta: { path: 'fields' } })
  })
})
