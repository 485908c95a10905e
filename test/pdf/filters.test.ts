import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PDFRawStream, PDFRef } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { decode as decodeFilters, type PdfFilter } from '../../sdk/src/verify/pdf-filters.ts'
import { READER_LIMITS } from '../../sdk/src/verify/pdf-limits.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { qpdf, withFile } from '../support/pdf-checks.ts'
import { PdfBuilder } from '../support/pdf-fixtures.ts'
import { run } from '../support/tools.ts'

/** The output of the filters of ISO 32000-1, 7.4. The encoders here follow the standard, and qpdf checks them. */

function fileOf(content: Uint8Array | string, dict: string): { pdf: Buffer; ref: PDFRef } {
  const builder = new PdfBuilder()
  builder.add('<< /Type /Catalog /Pages 2 0 R >>')
  builder.add('<< /Type /Pages /Kids [] /Count 0 >>')
  const ref = PDFRef.of(builder.stream(content, dict))
  return { pdf: builder.build(), ref }
}

function decode(content: Uint8Array | string, dict: string): Buffer {
  const { pdf, ref } = fileOf(content, dict)
  const opened = openPdf(pdf)
  const stream = opened.lookup(ref)
  if (!(stream instanceof PDFRawStream)) throw new Error('lost')
  return Buffer.from(opened.streamContents(stream))
}

/** The same by qpdf; only for ASCII content, because it is returned as text. */
function decodedByQpdf(content: Uint8Array | string, dict: string): string {
  const { pdf, ref } = fileOf(content, `${dict} /Marked true`)
  return withFile(
    pdf,
    (path) => run(qpdf, [`--show-object=${ref.objectNumber}`, '--filtered-stream-data', path]).stdout,
  )
}

const bytes = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((data) => Buffer.from(data))

function ascii85(data: Uint8Array): string {
  let text = ''
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.alloc(4)
    const length = Math.min(4, data.length - at)
    group.set(data.subarray(at, at + length))
    let value = group.readUInt32BE(0)
    if (value === 0 && length === 4) {
      text += 'z'
      continue
    }
    const digits: string[] = []
    for (let i = 0; i < 5; i++) {
      digits.unshift(String.fromCharCode((value % 85) + 0x21))
      value = Math.floor(value / 85)
    }
    text += digits.slice(0, length + 1).join('')
  }
  return `${text}~>`
}

/** Codes of 9 to 12 bits; a clear code at the beginning and whenever the table is full. */
function lzw(data: Uint8Array, earlyChange: 0 | 1, clearAt = 4094): Buffer {
  let bits = ''
  let table = new Map<string, number>()
  let width = 9
  const write = (code: number) => {
    bits += code.toString(2).padStart(width, '0')
  }
  const clear = () => {
    write(256)
    table = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]))
    width = 9
  }
  clear()
  let next = 258
  let known = ''
  for (const byte of data) {
    const longer = known + String.fromCharCode(byte)
    if (table.has(longer)) {
      known = longer
      continue
    }
    write(table.get(known)!)
    table.set(longer, next++)
    if (next + earlyChange > 1 << width && width < 12) width++
    known = String.fromCharCode(byte)
    if (next >= clearAt) {
      write(table.get(known)!)
      known = ''
      clear()
      next = 258
    }
  }
  if (known) {
    write(table.get(known)!)
    next++
    if (next + earlyChange > 1 << width && width < 12) width++
  }
  write(257)
  return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function runLength(data: Uint8Array): Buffer {
  const out: number[] = []
  for (let at = 0; at < data.length; ) {
    let same = 1
    while (same < 128 && data[at + same] === data[at]) same++
    if (same > 1) out.push(257 - same, data[at]!)
    else out.push(0, data[at]!)
    at += same
  }
  return Buffer.from([...out, 128])
}

interface Rows {
  columns: number
  colors: number
  bits: number
  data: Buffer
  types: number[]
}

const rows = fc
  .record({
    columns: fc.integer({ min: 1, max: 9 }),
    colors: fc.integer({ min: 1, max: 4 }),
    bits: fc.constantFrom(1, 2, 4, 8, 16),
    types: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
  })
  .chain(({ columns, colors, bits, types }) => {
    const length = Math.ceil((columns * colors * bits) / 8) * types.length
    return bytes(length, length).map((data): Rows => ({ columns, colors, bits, types, data }))
  })

/** PNG (RFC 2083, 6): each row with its type, and the rest after prediction. */
function png({ columns, colors, bits, data, types }: Rows): Buffer {
  const row = Math.ceil((columns * colors * bits) / 8)
  const pixel = Math.max(1, Math.floor((colors * bits) / 8))
  const at = (y: number, x: number) => (y < 0 || x < 0 ? 0 : data[y * row + x]!)
  return Buffer.concat(
    types.map((type, y) => {
      const out = Buffer.alloc(row + 1)
      out[0] = type
      for (let x = 0; x < row; x++) {
        const [a, b, c] = [at(y, x - pixel), at(y - 1, x), at(y - 1, x - pixel)]
        const nearest = [a, b, c].toSorted((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0]!
        out[x + 1] = (at(y, x) - [0, a, b, Math.floor((a + b) / 2), nearest][type]!) & 255
      }
      return out
    }),
  )
}

const parms = ({ columns, colors, bits }: Rows, predictor: number) =>
  `<< /Predictor ${predictor} /Columns ${columns} /Colors ${colors} /BitsPerComponent ${bits} >>`

describe('encoded data is restored', () => {
  test('ASCIIHex, in either case, with spaces, and without its end', () => {
    fc.assert(
      fc.property(bytes(40), fc.boolean(), (data, upper) => {
        const hex = upper ? data.toString('hex').toUpperCase() : data.toString('hex')
        const spaced = hex.replace(/(.{3})/g, '$1 \n')
        for (const text of [`${hex}>`, `${spaced}>41`, hex]) expect(decode(text, '/Filter /AHx')).toEqual(data)
      }),
      { numRuns: 30 },
    )
    expect(decode('48 65 6c6C 6f7>', '/Filter /ASCIIHexDecode').toString()).toBe('Hellop')
  })

  test('ASCII85, with zeros as z, spaces, and without its end', () => {
    const zeros = fc.array(fc.constantFrom(0, 0, 0, 0, 255, 7), { maxLength: 40 }).map((list) => Buffer.from(list))
    fc.assert(
      fc.property(fc.oneof(bytes(40), zeros), (data) => {
        const text = ascii85(data)
        const spaced = text.slice(0, -2).replace(/(.{4})/g, '$1 \n')
        for (const one of [`${text}87cUR`, `${spaced}~>`, spaced]) expect(decode(one, '/Filter /A85')).toEqual(data)
      }),
    )
    expect(decode('87cURD]i,"Ebo80~>', '/Filter [/ASCII85Decode]').toString()).toBe('Hello World!')
    expect([...decode('z87cURz~>', '/Filter /A85')]).toEqual([0, 0, 0, 0, ...Buffer.from('Hell'), 0, 0, 0, 0])
    // The digits that the last group lacks count as u, the highest one (ISO 32000-1, 7.4.3): 255 * 85 + 84 = 0x54ff.
    expect([...decode('!!$!~>', '/Filter /A85')]).toEqual([0, 0, 0x54])
    // Characters outside the alphabet are skipped; a single last digit has no meaning.
    expect(decode('87c{URD]vi,"Ebo80|!~>', '/Filter [/ASCII85Decode]').toString()).toBe('Hello World!')
  })

  test('RunLength, to its end marker or the end of the data', () => {
    const runs = fc
      .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 300 })), { maxLength: 5 })
      .map((list) => Buffer.concat(list.map(([byte, count]) => Buffer.alloc(count, byte))))
    fc.assert(
      fc.property(fc.oneof(bytes(60), runs), (data) => {
        const encoded = runLength(data)
        expect(decode(Buffer.concat([encoded, Buffer.from([0, 65])]), '/Filter /RL')).toEqual(data)
        expect(decode(encoded.subarray(0, -1), '/Filter /RunLengthDecode')).toEqual(data)
      }),
    )
    expect(decode(Uint8Array.of(1, 65, 66, 254, 67, 128, 9), '/Filter /RunLengthDecode').toString()).toBe('ABCCC')
    expect([...decode(Uint8Array.of(5, 65, 66), '/Filter /RunLengthDecode')]).toEqual([65, 66])
    expect([...decode(Uint8Array.of(255), '/Filter /RunLengthDecode')]).toEqual([0, 0])
  })

  test.each([0, 1] as const)('LZW of every width, EarlyChange %i', (earlyChange) => {
    const dict = `/Filter /LZWDecode /DecodeParms << /EarlyChange ${earlyChange} >>`
    const few = (max: number) => fc.array(fc.nat(max), { maxLength: 9_000 }).map((list) => Buffer.from(list))
    fc.assert(
      fc.property(fc.oneof(few(1), few(3), few(255)), (data) => {
        expect(decode(lzw(data, earlyChange), dict)).toEqual(data)
      }),
      { numRuns: 20 },
    )
    const long = Buffer.from(Array.from({ length: 12_000 }, (_, i) => (i * i * 7 + (i >> 3)) & 255))
    expect(decode(lzw(long, earlyChange), dict)).toEqual(long)
    if (earlyChange === 1) expect(decode(lzw(long, earlyChange), '/Filter /LZW')).toEqual(long)
  })

  test('LZW, the example of the standard, and undefined codes', () => {
    const data = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01)
    expect([...decode(data, '/Filter /LZWDecode')]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
    const codes = (...list: number[]) => {
      const bits = list.map((code) => code.toString(2).padStart(9, '0')).join('')
      return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
    }
    // Data before the damage is kept.
    for (const wrong of [codes(256, 65, 300, 66), codes(256, 65, 259, 66)]) {
      expect(decode(wrong, '/Filter /LZWDecode').toString()).toBe('A')
    }
    expect(decode(codes(256, 258, 65), '/Filter /LZWDecode').toString()).toBe('')
    expect(decode(codes(256, 65, 258, 257, 66), '/Filter /LZWDecode').toString()).toBe('AAA')
    expect(decode(codes(256, 65, 256, 258, 66), '/Filter /LZWDecode').toString()).toBe('A')
    // Without the clear code at the beginning, and without the code of the end where the last byte is full.
    expect(decode(codes(65, 258, 257), '/Filter /LZWDecode').toString()).toBe('AAA')
    expect(decode(codes(256, 65, 66, 67, 68, 69, 70, 71), '/Filter /LZWDecode').toString()).toBe('ABCDEFG')
  })

  test('PNG predictors, whatever the size of a sample', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 10, max: 15 }), (one, predictor) => {
        const dict = `/Filter /FlateDecode /DecodeParms ${parms(one, predictor)}`
        expect(decode(deflateSync(png(one)), dict)).toEqual(one.data)
        expect(decode(lzw(png(one), 1), dict.replace('Flate', 'LZW'))).toEqual(one.data)
      }),
    )
    const odd = Uint8Array.of(9, 1, 2, 2, 1)
    // An unknown type predicts nothing; a truncated row stays as long as it is.
    const dict = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2 >>'
    expect([...decode(deflateSync(odd), dict)]).toEqual([1, 2, 2])
  })

  test('the Paeth predictor, where two neighbours are equally near', () => {
    for (const list of [
      [10, 12, 6, 50],
      [10, 6, 12, 50],
    ]) {
      const one: Rows = { columns: 2, colors: 1, bits: 8, types: [0, 4], data: Buffer.from(list) }
      expect(decode(deflateSync(png(one)), `/Filter /Fl /DecodeParms ${parms(one, 15)}`)).toEqual(one.data)
    }
  })

  test('the Paeth predictor in the first row, above which everything is 0', () => {
    const one: Rows = { columns: 2, colors: 1, bits: 8, types: [4], data: Buffer.from([1, 5]) }
    expect(decode(deflateSync(png(one)), `/Filter /Fl /DecodeParms ${parms(one, 15)}`)).toEqual(one.data)
  })

  test('samples of one bit, eight of them in a byte', () => {
    const one: Rows = { columns: 9, colors: 1, bits: 1, types: [2, 2], data: Buffer.from([1, 2, 3, 4]) }
    expect(decode(deflateSync(png(one)), `/Filter /Fl /DecodeParms ${parms(one, 15)}`)).toEqual(one.data)
  })

  test('no bytes at all, and a row as long as a stream may be', () => {
    const dict = (columns: number) => `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${columns} >>`
    expect(decode(deflateSync(Buffer.alloc(0)), dict(3))).toHaveLength(0)
    const row = deflateSync(Uint8Array.of(2, 65, 66))
    expect(decode(row, dict(READER_LIMITS.streamBytes)).toString()).toBe('AB')
    expect(() => decode(row, dict(READER_LIMITS.streamBytes + 1))).toThrow()
  })

  test('the TIFF predictor', () => {
    fc.assert(
      fc.property(rows, (one) => {
        const { columns, colors, data } = one
        const row = columns * colors
        const whole = data.subarray(0, data.length - (data.length % row))
        const encoded = whole.map((byte, i) => (i % row >= colors ? (byte - whole[i - colors]!) & 255 : byte))
        const dict = `/Filter /FlateDecode /DecodeParms ${parms({ ...one, bits: 8 }, 2)}`
        expect(decode(deflateSync(encoded), dict)).toEqual(Buffer.from(whole))
      }),
    )
  })

  test('predictors without parameters assume one byte per row, and predictor 1 means none', () => {
    const data = deflateSync(Uint8Array.of(1, 5, 2, 3))
    expect([...decode(data, '/Filter /FlateDecode /DecodeParms << /Predictor 15 >>')]).toEqual([5, 8])
    for (const none of ['', '/DecodeParms << /Predictor 1 /Columns 3 >>', '/DecodeParms << /Columns 3 >>']) {
      expect([...decode(data, `/Filter /Fl ${none}`)]).toEqual([1, 5, 2, 3])
    }
  })
})

describe('filters', () => {
  test('take parameters from a dictionary only', () => {
    for (const given of ['7', '[(Predictor)]', '/Predictor']) {
      expect(decode('4142>', `/Filter [/AHx] /DecodeParms ${given}`).toString()).toBe('AB')
    }
  })

  test('are not the file that /F names', () => {
    for (const file of ['(elsewhere)', '<< /Type /Filespec /F (elsewhere) >>']) {
      expect(decode('plain', `/F ${file}`).toString()).toBe('plain')
    }
  })

  test('of which one is unknown decode nothing', () => {
    const filter = (name: string): PdfFilter => ({ name, number: () => undefined })
    const raw = Buffer.from('4142>')
    expect(decodeFilters(raw, [filter('Nothing'), filter('AHx')], { decodedBytes: 0 })).toBeUndefined()
  })

  test('follow each other, each with its own parameters', () => {
    const one: Rows = { columns: 3, colors: 1, bits: 8, types: [2, 4], data: Buffer.from('abcdef') }
    const text = ascii85(deflateSync(png(one)))
    const dict = `/Filter [/ASCII85Decode /FlateDecode] /DecodeParms [null ${parms(one, 15)}]`
    expect(decode(text, dict).toString()).toBe('abcdef')
    expect(decode(text, dict.replace('/Filter', '/F').replace('/DecodeParms', '/DP')).toString()).toBe('abcdef')
  })

  test('that are unknown, for images or for encryption leave the stream unchanged', () => {
    for (const filter of ['/JBIG2Decode', '[/ASCIIHexDecode /Nothing]', '/Crypt /DecodeParms << /Name /StdCF >>']) {
      expect(() => decode('4142>', `/Filter ${filter}`)).toThrow()
    }
    expect(decode('plain', '/Filter /Crypt').toString()).toBe('plain')
    // ISO 32000-1, table 14: without a name it is Identity.
    expect(decode('plain', '/Filter /Crypt /DecodeParms << /Type /CryptFilterDecodeParms >>').toString()).toBe('plain')
    expect(decode('plain', '/Filter /Crypt /DecodeParms << /Name /Identity >>').toString()).toBe('plain')
  })

  test('together decode as many bytes as a document may have, counting each of them', () => {
    const hex: PdfFilter = { name: 'AHx', number: () => undefined }
    const raw = Buffer.from('3431>')
    const used = (left: number) => ({ decodedBytes: READER_LIMITS.documentBytes - left })
    expect(Buffer.from(decodeFilters(raw, [hex, hex], used(3))!).toString()).toBe('A')
    expect(() => decodeFilters(raw, [hex, hex], used(2))).toThrow()
  })

  test('return the data before the damage', () => {
    const whole = deflateSync(Buffer.from('x'.repeat(50) + Array.from({ length: 5000 }, (_, i) => i).join(' ')), {
      level: 1,
    })
    whole.fill(0xff, whole.length - 400)
    expect(decode(whole, '/Filter /FlateDecode').subarray(0, 50).toString()).toBe('x'.repeat(50))
  })
})

describe.skipIf(!qpdf)('qpdf decodes the same', () => {
  const text = Array.from({ length: 900 }, (_, i) => `${i} of the lease, `).join('')
  const one: Rows = { columns: 10, colors: 1, bits: 8, types: [0, 1, 2, 3, 4], data: Buffer.from(text.slice(0, 50)) }
  test.each<[string, Uint8Array | string, string, string]>([
    ['ASCII85', ascii85(Buffer.from(text)), '/Filter /ASCII85Decode', text],
    [
      'RunLength',
      runLength(Buffer.from(`${text}${'='.repeat(300)}`)),
      '/Filter /RunLengthDecode',
      `${text}${'='.repeat(300)}`,
    ],
    ['LZW', lzw(Buffer.from(text), 1), '/Filter /LZWDecode', text],
    ['LZW, changing late', lzw(Buffer.from(text), 0), '/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>', text],
    ['PNG', deflateSync(png(one)), `/Filter /FlateDecode /DecodeParms ${parms(one, 15)}`, text.slice(0, 50)],
  ])('%s', (_, content, dict, expected) => {
    expect(decodedByQpdf(content, dict)).toBe(expected)
    expect(decode(content, dict).toString()).toBe(expected)
  })
})
