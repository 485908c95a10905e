import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFormUpload } from '../../server/http/form-upload.ts'
import { receiving } from '../../server/storage/receive.ts'

const LIMITS = { bytes: 4_000_000, textBytes: 1_000 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-form-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = (bytes: number, name: string) => new File([Buffer.alloc(bytes, name)], name, { type: 'application/pdf' })
async function read(form: FormData, cut = (body: ReadableStream<Uint8Array>) => body) {
  const { headers, body } = new Response(form)
  const storage = { receive: receiving(folder) }
  return readFormUpload(storage, headers.get('content-type')!, cut(body!), LIMITS)
}
const formOf = (...parts: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}
const refused = (work: Promise<unknown>) => work.then(() => null).catch((error: { code?: string }) => error.code)

test('files are on disk with their names, texts as often as they were sent, and fields without a file nowhere', async () => {
  const form = formOf(
    ['file', file(1_500_000, 'Müller 賃貸.pdf')],
    ['draft', 'a'],
    ['draft', 'b'],
    ['file', file(1_000_000, 'two.pdf')],
    ['file', new File([], '')],
  )
  const { texts, files } = await read(form)
  expect(texts.get('draft')).toEqual(['a', 'b'])
  expect(files.map(({ name, filename, mediaType }) => [name, filename, mediaType])).toEqual([
    ['file', 'Müller 賃貸.pdf', 'application/pdf'],
    ['file', 'two.pdf', 'application/pdf'],
  ])
  expect(await readdir(folder)).toHaveLength(2)
  expect(Buffer.alloc(1_000_000, 'two.pdf').equals(await files[1]!.file.whole())).toBe(true)
  for (const each of files) await each.file.discard()
  expect(await readdir(folder)).toEqual([])
})

test('an empty file that has a name is one', async () => {
  const { files } = await read(formOf(['file', new File([], 'empty.pdf')], ['file', new File([], '')]))
  expect(files.map(({ filename, file }) => [filename, file.size])).toEqual([['empty.pdf', 0]])
  for (const each of files) await each.file.discard()
  expect(await readdir(folder)).toEqual([])
})

test.each<[string, FormData, string]>([
  [
    'larger than its limit',
    formOf(['file', file(2_500_000, 'a')], ['file', file(2_500_000, 'b')]),
    'payload_too_large',
  ],
  ['with longer texts', formOf(['file', file(9_000, 'a')], ['name', 'x'.repeat(1_001)]), 'payload_too_large'],
  ['with longer texts together', formOf(['a', 'x'.repeat(600)], ['b', 'x'.repeat(600)]), 'payload_too_large'],
  ['with a NUL', formOf(['file', file(9_000, 'a')], ['name', 'x\0']), 'invalid_request'],
  ['of too many parts', formOf(...Array.from({ length: 201 }, (): [string, string] => ['a', ''])), 'invalid_request'],
])('a form %s is refused, and nothing of it is left', async (_, form, code) => {
  expect(await refused(read(form))).toBe(code)
  expect(await readdir(folder)).toEqual([])
})

test('a form that ends early, or is none, is refused, and nothing of it is left', async () => {
  const half = (body: ReadableStream<Uint8Array>) => {
    let left = 700_000
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (left > 0) controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
      },
    })
    return body.pipeThrough(cut)
  }
  expect(await refused(read(formOf(['file', file(900_000, 'a')]), half))).toBe('unsupported_media_type')
  const broken = (body: ReadableStream<Uint8Array>) => {
    const reader = body.getReader()
    let chunks = 0
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = await reader.read()
        if (chunks++ < 2 && value) controller.enqueue(value)
        else controller.error(new Error('gone'))
      },
    })
  }
  expect(await refused(read(formOf(['file', file(900_000, 'a')]), broken))).toBe('invalid_request')
  const storage = { receive: receiving(folder) }
  const none = readFormUpload(storage, 'multipart/form-data', null, LIMITS)
  expect(await refused(none)).toBe('unsupported_media_type')
  expect(await readdir(folder)).toEqual([])
})
