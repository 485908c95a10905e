import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PdfReader } from '../../sdk/src/verify/pdf-reader.ts'
import { type PdfDict, PdfStream } from '../../sdk/src/verify/pdf-syntax.ts'
import { pdfText } from '../../sdk/src/verify/signatures.ts'
import { decryptPdf } from '../../server/pdf/encryption/decrypt.ts'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { CLEAN, pdftotext, popplerText, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { type CryptFilters, withCryptFilters } from '../support/pdf-encrypt.ts'
import { withBrokenXref } from '../support/pdf-fixtures.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { ACCEPTED, allInstalled, askAll } from '../support/validators.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'encrypted')
const fixture = (name: string) => readFileSync(join(FOLDER, name))
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf') && name !== 'plain.pdf')
const open = names.filter((name) => !name.startsWith('locked'))
const locked = names.filter((name) => name.startsWith('locked'))

/** What the fixtures hold in encrypted places. */
function contents(pdf: Uint8Array) {
  const reader = PdfReader.open(pdf)
  const root = reader.dict(reader.trailer.get('Root'))!
  const info = reader.dict(reader.trailer.get('Info'))!
  const field = reader.dict(reader.array(reader.dict(root.get('AcroForm'))!.get('Fields'))[0])!
  const names = reader.dict(reader.dict(root.get('Names'))!.get('EmbeddedFiles'))!
  const file = reader.dict(reader.array(names.get('Names'))[1])!
  const [first, second, third] = reader.array(field.get('X'))
  return {
    title: pdfText(info.get('Title')),
    producer: pdfText(info.get('Producer')),
    field: [pdfText(field.get('T')), pdfText(field.get('V'))],
    nested: [pdfText(first), pdfText((second as PdfDict).get('Y')), pdfText(third)],
    metadata: streamText(reader, root.get('Metadata')),
    attachment: [pdfText(file.get('UF')), streamText(reader, reader.dict(file.get('EF'))!.get('F'))],
  }
}

function streamText(reader: PdfReader, ref: Parameters<PdfReader['get']>[0]): string {
  const stream = reader.get(ref)
  return stream instanceof PdfStream ? Buffer.from(reader.data(stream)).toString('latin1') : 'no stream'
}

describe('a file that opens with the empty password is stored without its encryption', () => {
  test.each(open)('%s', (name) => {
    const { bytes, method } = decryptPdf(fixture(name))
    expect(contents(bytes)).toEqual(contents(fixture('plain.pdf')))
    expect(method.replace(/\W+/g, '-').toLowerCase()).toContain(/^[a-z]+\d?-\d+/.exec(name)![0])
    expect(Buffer.from(bytes).includes('/Encrypt')).toBe(false)
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    if (pdftotext) expect(popplerText(bytes)).toContain('Rent: 1,200 francs')
  })

  test.each(open)('%s, with a broken cross-reference', (name) => {
    expect(contents(decryptPdf(withBrokenXref(fixture(name))).bytes)).toEqual(contents(fixture('plain.pdf')))
  })

  test('after bytes that were cut off before the header', () => {
    const junk = Buffer.from('HTTP/1.1 200 OK\r\n\r\n')
    const upload = fixture('aes-128.pdf')
    const text = upload.toString('latin1')
    // Offsets that count the bytes that were cut off.
    const moved = Buffer.from(
      text
        .replace(
          /^(\d{10}) (\d{5} n)/gm,
          (_, offset, rest) => `${String(Number(offset) + junk.length).padStart(10, '0')} ${rest}`,
        )
        .replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) + junk.length}`),
      'latin1',
    )
    expect(contents(decryptPdf(moved, junk.length).bytes)).toEqual(contents(fixture('plain.pdf')))
  })
})

describe('crypt filters', () => {
  const read = (file: Buffer) => {
    const { bytes } = decryptPdf(file)
    const reader = PdfReader.open(bytes)
    const root = reader.dict(reader.trailer.get('Root'))!
    const text = (key: string) => streamText(reader, root.get(key))
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    if (pdftotext) expect(popplerText(bytes)).toContain('Rent')
    return [pdfText(reader.dict(reader.trailer.get('Info'))!.get('Title')), text('Own'), text('File')]
  }
  test.each<[string, CryptFilters, string]>([
    ['one for everything', {}, 'StdCF'],
    ['a stream that says Identity', {}, 'Identity'],
    ['strings only', { streams: 'Identity' }, 'Identity'],
    ['streams only', { strings: 'Identity' }, 'StdCF'],
    ['attachments only', { strings: 'Identity', streams: 'Identity', files: 'StdCF' }, 'Identity'],
    ['all but attachments', { files: 'Identity' }, 'StdCF'],
    ['RC4 with 40 bits', { method: 'V2', keyBytes: 5 }, 'StdCF'],
    ['RC4 with 128 bits', { method: 'V2' }, 'StdCF'],
  ])('%s', (_, filters, own) => {
    expect(read(withCryptFilters(filters, own))).toEqual(['Lease', 'own', 'file'])
  })
})

test('a file whose attachments alone need a password is read without them', () => {
  const { bytes, method } = decryptPdf(
    withCryptFilters({ strings: 'Identity', streams: 'Identity', files: 'StdCF', isLocked: true }),
  )
  const reader = PdfReader.open(bytes)
  const root = reader.dict(reader.trailer.get('Root'))!
  expect(streamText(reader, root.get('Own'))).toBe('own')
  expect(streamText(reader, root.get('File'))).not.toContain('file')
  expect(method).toBe('AES, 128 bits')
})

test('a hybrid file, whose newest section is a table, keeps what only its stream names', () => {
  const { bytes } = decryptPdf(asHybrid(fixture('aes-256-object-streams.pdf')))
  expect(contents(bytes)).toEqual(contents(fixture('plain.pdf')))
})

/** With a table that names nothing in front of the cross-reference stream (ISO 32000-1, 7.5.8.4). */
function asHybrid(file: Buffer): Buffer {
  const text = file.toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
  const entry = (key: string) => new RegExp(`/${key}\\s*(\\d+ 0 R|\\[[^\\]]*\\]|\\d+)`).exec(text.slice(start))![0]
  const trailer = ['Root', 'Info', 'ID', 'Encrypt', 'Size'].map(entry).join(' ')
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< ${trailer} /XRefStm ${start} >>\n`
  return Buffer.concat([file, Buffer.from(`${table}startxref\n${file.length}\n%%EOF\n`, 'latin1')])
}

const fault = (reason: string) => expect.objectContaining({ reason })

describe('a file stays refused', () => {
  test.each(locked)('that needs a password: %s', (name) => {
    expect(() => decryptPdf(fixture(name))).toThrow(fault('encrypted'))
    expect(() => decryptPdf(withBrokenXref(fixture(name)))).toThrow(fault('encrypted'))
  })

  test.each<[string, CryptFilters]>([
    ['a security handler that is not known', { handler: 'Adobe.PubSec' }],
    ['a method that is not known', { method: 'AESV9' }],
    ['a crypt filter that does not exist', { streams: 'Missing' }],
    ['strings that need a password', { streams: 'Identity', isLocked: true }],
    ['streams that need a password', { strings: 'Identity', isLocked: true }],
  ])('that has %s', (_, filters) => {
    expect(() => decryptPdf(withCryptFilters(filters))).toThrow(fault('encrypted'))
  })

  test('whose streams overlap, so that decrypting them would take far longer than reading the file', () => {
    const file = fixture('rc4-128.pdf')
    const head = (i: number, length: number) => `${100 + i} 0 obj\n<< /Length ${length + 10_000} >>\nstream\n`
    const [count, size, payload] = [40, head(0, 0).length, 20_000]
    const heads = Array.from({ length: count }, (_, i) => head(i, payload + size * (count - 1 - i)))
    const rows = heads.map((_, i) => `${String(file.length + i * size).padStart(10, '0')} 00000 n \n`).join('')
    const body = `${heads.join('')}${'x'.repeat(payload + 10_000)}\nendstream\nendobj\n`
    const text = file.toString('latin1')
    const trailer = text.slice(text.lastIndexOf('trailer'), text.lastIndexOf('>>'))
    const previous = /startxref\s+(\d+)/.exec(text)![1]
    const table = `xref\n100 ${count}\n${rows}${trailer} /Prev ${previous} >>\nstartxref\n${file.length + body.length}\n%%EOF\n`
    const whole = Buffer.concat([file, Buffer.from(body + table, 'latin1')])
    expect(() => decryptPdf(whole)).toThrow(fault('too_complex'))
  })
})

describe('what is accepted is signed and sealed', async () => {
  const ca = await createCa()
  const [key, tsa] = [
    await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] })),
    await builtInTsa(ca),
  ]
  const tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-LT' as const }, key, tsa }
  test.each(open)('%s', async (name) => {
    const outcome = await sendAndSeal(fixture(name), tools)
    if (!('sealed' in outcome)) throw new Error(outcome.message)
    if (qpdf) expect(qpdfCheck(outcome.sealed)).toMatch(CLEAN)
  })

  test.skipIf(!allInstalled)('third-party validators accept the seal', async () => {
    const outcome = await sendAndSeal(fixture('aes-256-object-streams.pdf'), tools)
    if (!('sealed' in outcome)) throw new Error(outcome.message)
    const opinions = askAll(outcome.sealed, [ca.pem])
    const { pdfsig, ...others } = ACCEPTED
    // The seal's certificate names no revocation service here, so pdfsig has no opinion on it.
    for (const text of pdfsig.slice(0, 2)) expect(opinions.pdfsig).toMatch(text)
    for (const [name, [text]] of Object.entries(others)) expect(opinions[name as keyof typeof others]).toMatch(text!)
  })
})
