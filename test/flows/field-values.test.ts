import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientField } from '../../server/web/signing/client-data.ts'
import { readDocument, Signer, send, willing } from '../support/flow.ts'
import { JPEGS } from '../support/images.ts'
import { makePng, pngOf } from '../support/ink.ts'
import { qpdf, withFile } from '../support/pdf-checks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { run } from '../support/tools.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const box = { role: 'a', page: 1, x: 0.1, w: 0.3, h: 0.05 }

/** A signer with one field of each kind, and the ids of the fields. */
async function opened(name: string | null = 'Ada') {
  const kinds = ['signature', 'initial', 'text', 'checkbox'] as const
  const created = await send(server, key, {
    signers: [{ email: 'ada@example.com', name, role: 'a' }],
    placement: 'explicit',
    fields: kinds.map((kind, i) => ({ ...box, kind, y: 0.1 * (i + 1), ...(kind === 'text' && { max_length: 10 }) })),
    send_emails: false,
  })
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const { fields } = await signer.data()
  return { signer, created, id: Object.fromEntries(fields.map(({ kind, id }) => [kind, id])) as Record<string, string> }
}

const picture = (bytes: Buffer, mediaType = 'image/png') => ({
  type: 'image',
  mediaType,
  data: bytes.toString('base64'),
})
const sound = makePng(8, 4, () => [0, 0, 0, 255])
function whiteJpeg(): Buffer {
  const canvas = createCanvas(64, 32)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, 64, 32)
  return canvas.toBuffer('image/jpeg')
}
const header = Buffer.from([0, 0, 0, 100, 0, 0, 0, 100, 8, 6, 0, 0, 0])

/** The file with its streams decoded, except photographs. */
const unfiltered = (bytes: Buffer) =>
  withFile(bytes, (path) => {
    run(qpdf, ['--stream-data=uncompress', path, `${path}.plain`])
    return readFileSync(`${path}.plain`)
  })

describe('how much a signer may send', () => {
  const unknown = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, null]),
    )

  it('no more keys than the signer has fields', async () => {
    const { signer, id } = await opened()
    const { consentVersion } = await signer.data()
    const values = { ...unknown(4), [id.text!]: { type: 'text', text: 'kept?' } }
    const calls: [string, string, object][] = [
      ['PUT', 'fields', { values }],
      ['POST', 'complete', { consentVersion, values }],
      ['POST', 'complete', { consentVersion, shown: unknown(5) }],
      ['POST', 'preview.pdf', { values }],
    ]
    for (const [method, path, json] of calls) {
      const { status, body } = await signer.call(method, path, json)
      expect([path, status, body]).toMatchObject([
        path,
        400,
        { code: 'invalid_request', meta: { count: 5, fields: 4 } },
      ])
    }
    expect((await signer.data()).fields.filter(({ value }) => value !== null)).toEqual([])
  })

  it('no JSON of more parts than all fields together can have, which is not even parsed', async () => {
    const { signer } = await opened()
    const many = { values: unknown(40_000) }
    for (const [method, path, json] of [
      ['PUT', 'fields', many],
      ['POST', 'complete', many],
      ['POST', 'preview.pdf', many],
      ['POST', 'printed', many],
      ['POST', 'viewed', { timeZone: many }],
      ['POST', 'displayed', { view: 'none', pages: Array.from({ length: 10_000 }, (_, n) => n) }],
    ] as const) {
      const { status, body } = await signer.call(method, path, json)
      expect([path, status, body]).toMatchObject([path, 400, { code: 'invalid_request' }])
      expect(body.error).toMatch(/^the body has \d+ (keys|values), more than this call can use/)
    }
  })
})

describe('what a signer may put into a field', () => {
  it.each<[string, string, unknown, string]>([
    [
      'a JPEG of 17 bytes',
      'signature',
      picture(Buffer.from('ffd8ffc0000b08000a000a01011100ffd9', 'hex'), 'image/jpeg'),
      'image_damaged',
    ],
    [
      'a PNG of bit depth 255',
      'initial',
      picture(pngOf(Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 255, 6, 0, 0, 0]), deflateSync(Buffer.alloc(68)))),
      'image_damaged',
    ],
    ['a picture cut short', 'signature', picture(sound.subarray(0, 40)), 'image_damaged'],
    [
      'a picture with fewer rows than it says',
      'initial',
      picture(pngOf(header, deflateSync(Buffer.alloc(9)))),
      'image_damaged',
    ],
    [
      'a JPEG without a frame',
      'signature',
      picture(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'image/jpeg'),
      'image_damaged',
    ],
    ['a picture that is not what it says', 'signature', picture(sound, 'image/jpeg'), 'wrong_type'],
    ['a GIF', 'signature', picture(Buffer.from('GIF89a'), 'image/gif'), 'wrong_type'],
    ['a picture of more than 1 MB', 'signature', picture(Buffer.concat([sound, Buffer.alloc(1_048_576)])), 'too_long'],
    ['a drawing without a line', 'signature', { type: 'drawn', width: 9, height: 9, strokes: [[1, 1]] }, 'empty'],
    [
      'a drawing that is no numbers',
      'signature',
      { type: 'drawn', width: 9, height: 9, strokes: [['a', 'b']] },
      'wrong_type',
    ],
    ['an empty name', 'signature', { type: 'typed', text: '  ' }, 'empty'],
    ['a name that nobody can see', 'signature', { type: 'typed', text: ' \u200b\u2800\u3164\u202e ' }, 'empty'],
    ['a name of 121 characters', 'initial', { type: 'typed', text: 'x'.repeat(121) }, 'too_long'],
    ['a text in a signature', 'signature', { type: 'text', text: 'x' }, 'wrong_type'],
    ['a text beyond its limit', 'text', { type: 'text', text: 'x'.repeat(11) }, 'too_long'],
    ['a control character', 'text', { type: 'text', text: 'a\u0007b' }, 'control_characters'],
    ['a tick that is none', 'checkbox', { type: 'checked', checked: 'yes' }, 'wrong_type'],
  ])('%s is refused with 400, saving and signing', async (_what, kind, value, reason) => {
    const { signer, id } = await opened()
    server.clock.advance(61_000)
    const body =
      reason === 'image_damaged'
        ? { code: 'image_damaged', meta: { field_id: id[kind] } }
        : { code: 'field_invalid', meta: { field_id: id[kind], reason } }
    const expected = { status: 400, body }
    expect(await signer.call('PUT', 'fields', { values: { [id[kind]!]: value } })).toMatchObject(expected)
    const done = await signer.sign({
      values: (field) => (field.id === id[kind] ? value : { type: 'typed', text: 'Ada' }) as never,
    })
    expect(done).toMatchObject(expected.body.code === 'image_damaged' ? expected : { status: 400 })
  })

  const white = () => [255, 255, 255, 255]
  it.each<[string, string, unknown]>([
    ['a picture that is white', 'signature', picture(makePng(200, 80, white))],
    ['initials that are transparent', 'initial', picture(makePng(200, 80, () => [0, 0, 0, 0]))],
    ['white ink on nothing', 'signature', picture(makePng(200, 80, (x) => [255, 255, 255, x % 9 === 0 ? 255 : 0]))],
    ['ink that is nearly transparent', 'signature', picture(makePng(200, 80, () => [0, 0, 0, 9]))],
    [
      'ink that is nearly white',
      'initial',
      picture(makePng(200, 80, (x) => (x % 9 ? [255, 255, 255, 255] : [245, 245, 245, 255]))),
    ],
    ['one pixel', 'signature', picture(makePng(1, 1, () => [0, 0, 0, 255]))],
    ['a speck', 'signature', picture(makePng(200, 80, (x, y) => (x === 9 && y === 9 ? [0, 0, 0, 255] : white())))],
    ['a JPEG that is white', 'signature', picture(whiteJpeg(), 'image/jpeg')],
    [
      'a drawing that goes nowhere',
      'initial',
      {
        type: 'drawn',
        width: 300,
        height: 90,
        strokes: [
          [9, 9, 9, 9],
          [9, 9, 10, 9],
        ],
      },
    ],
  ])('%s is no signature: 422, saving and signing', async (_what, kind, value) => {
    const { signer, id } = await opened()
    server.clock.advance(61_000)
    const expected = { status: 422, body: { code: 'signature_invisible', meta: { field_id: id[kind] } } }
    expect(await signer.call('PUT', 'fields', { values: { [id[kind]!]: value } })).toMatchObject(expected)
    const values = (field: ClientField) => (field.id === id[kind] ? value : willing(field, 'Ada')) as never
    expect(await signer.sign({ values })).toMatchObject(expected)
  })

  it.each([undefined, '', 'image/jpg', 'application/octet-stream'])('a JPEG called %j is one', async (mediaType) => {
    const { signer, id } = await opened()
    const values = { [id.signature!]: { ...picture(JPEGS.baseline), mediaType } }
    expect((await signer.call('PUT', 'fields', { values })).status).toBe(200)
    const { value } = (await signer.data()).fields.find((field) => field.id === id.signature)!
    expect(value).toMatchObject({ type: 'image', mediaType: 'image/jpeg' })
  })

  it('no byte of an uploaded picture is kept or sealed, only what it shows', async () => {
    const secret = Buffer.from('GPS 46.9480 N 7.4474 E, camera 0815')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), secret])
    const { progressive } = JPEGS
    const jpeg = Buffer.concat([progressive.subarray(0, 2), comment, progressive.subarray(2), secret])
    const pixels = deflateSync(Buffer.from(Array.from({ length: 100 * 401 }, (_, i) => (i % 401 ? (i * i) % 251 : 0))))
    const png = Buffer.concat([pngOf(header, pixels), secret])
    const scan = progressive.subarray(progressive.indexOf(Buffer.from([0xff, 0xda])), -2)
    const { signer, id, created } = await opened()
    const uploads: Record<string, unknown> = {
      [id.signature!]: picture(jpeg, 'image/jpeg'),
      [id.initial!]: picture(png),
    }
    expect((await signer.call('PUT', 'fields', { values: uploads })).status).toBe(200)
    const kept = (await signer.data()).fields.flatMap(({ value }) =>
      value?.type === 'image' ? [Buffer.from(value.data, 'base64')] : [],
    )
    expect(kept).toHaveLength(2)
    const done = await signer.sign({ values: (field) => (uploads[field.id] ?? willing(field, 'Ada')) as never })
    expect(done.status).toBe(200)
    const file = await server.fetch(`${new URL(created.signers[0]!.signingUrl).pathname}/document.pdf`)
    const sealed = Buffer.from(await file.arrayBuffer())
    const readable = qpdf ? [unfiltered(sealed)] : []
    for (const bytes of [...kept, sealed, ...readable]) {
      expect([secret, scan, pixels, jpeg, png].filter((part) => bytes.includes(part))).toEqual([])
    }
    expect(sealed.includes('/DCTDecode')).toBe(true)
  })

  it('an invisible text counts as missing in a required field, and direction marks are dropped', async () => {
    const { signer, id, created } = await opened(null)
    const values = (text: string) => (field: ClientField) =>
      field.kind === 'text' ? ({ type: 'text', text } as const) : willing(field, 'Ada')
    const unseen = await signer.sign({ name: 'Ada', values: values('\u200b\ufeff') })
    expect(unseen).toMatchObject({ status: 400, body: { code: 'field_required', meta: { field_ids: [id.text] } } })
    const nameless = await signer.sign({ name: '\u2060\u2800', values: values('Bern') })
    expect(nameless).toMatchObject({ status: 400, body: { code: 'name_required' } })
    expect((await signer.sign({ name: 'Bea\u202eBuyer', values: values('Be\u202ern') })).status).toBe(200)
    const document = await readDocument(server, key, created.documentId)
    expect(document.signers[0]!.name).toBe('BeaBuyer')
  })

  it('pictures, drawings, typed names, texts and ticks end in the file', async () => {
    const { signer, id } = await opened()
    const values: Record<string, unknown> = {
      [id.signature!]: picture(sound),
      [id.initial!]: { type: 'drawn', width: 100, height: 50, strokes: [[10, 10, 90, 40]] },
      [id.text!]: { type: 'text', text: ' Bern ' },
      [id.checkbox!]: { type: 'checked', checked: true },
    }
    expect((await signer.call('PUT', 'fields', { values })).status).toBe(200)
    expect((await signer.sign({ values: (field) => values[field.id] as never })).status).toBe(200)
  })
})
