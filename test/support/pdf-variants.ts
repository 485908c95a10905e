import { deflateSync } from 'node:zlib'
import { sized } from './full-size.ts'
import {
  ascii85,
  asciiHex,
  lzw,
  pngPredicted,
  runLength,
  tiffPredicted,
  withoutChecksum,
  withWrongChecksum,
} from './pdf-encoders.ts'
import { object, type Packed, sample, source, stream, update } from './pdf-source.ts'

/** Faulty files that some viewer still opens: each must be signable to the end. */
export type Variant = [name: string, file: Buffer]

const catalog = (more: string) => object(1, `<< /Type /Catalog /Pages 2 0 R ${more} >>`)
const form = (fields: string, more = '') => catalog(`/AcroForm << /Fields [${fields}] ${more} >>`)
const page = (more: string) =>
  object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> ${more} >>`)
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const PAGE_ALONE = '<< /Type /Page /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>'
const field = (num: number) => object(num, `<< /FT /Tx /T (f${num}) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] >>`)
const plain = source(sample())

const PACKED: Packed[] = [
  { num: 1, body: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R >>' },
  { num: 2, body: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
  { num: 3, body: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>' },
  { num: 6, body: '<< /Fields [7 0 R] >>' },
  { num: 7, body: '<< /FT /Tx /T (name) >>' },
]
const CONTENT = object(4, stream('BT ET'))
const packed = (encode: (data: Buffer) => Uint8Array, dict: string) =>
  source([CONTENT], { packed: { objects: PACKED, encode, dict } })
const xref = (encode: (data: Buffer) => Uint8Array, dict: string) => source(sample(), { xrefStream: { encode, dict } })
const flate = (data: Buffer) => deflateSync(data)
const hexed = (encode: (data: Buffer) => Uint8Array) => (data: Buffer) => asciiHex(encode(data))

const filters: Variant[] = [
  ['an object stream in hexadecimal and deflated', packed(hexed(flate), '/Filter [/ASCIIHexDecode /FlateDecode]')],
  ['one abbreviated', packed(flate, '/Filter /Fl')],
  ['one in a chain of abbreviations', packed((data) => ascii85(flate(data)), '/Filter [/A85 /Fl]')],
  ['one of run lengths', packed(runLength, '/Filter /RunLengthDecode')],
  ['one in LZW', packed(lzw, '/Filter /LZWDecode')],
  ['one in LZW within ASCII 85', packed((data) => ascii85(lzw(data)), '/Filter [/ASCII85Decode /LZWDecode]')],
  ['one deflated twice', packed((data) => flate(flate(data)), '/Filter [/FlateDecode /FlateDecode]')],
  [
    'one with a TIFF predictor',
    packed(
      (data) => flate(tiffPredicted(data, 20)),
      '/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 20 >>',
    ),
  ],
  [
    'one with PNG predictors',
    packed((data) => flate(pngPredicted(data, 20)), '/Filter /Fl /DP << /Predictor 15 /Columns 20 >>'),
  ],
  [
    'one with a predictor of three colours',
    packed(
      (data) => flate(pngPredicted(data, 21, [0])),
      '/Filter /FlateDecode /DecodeParms [<< /Predictor 10 /Colors 3 /Columns 7 >>]',
    ),
  ],
  ['one with null for parameters', packed(hexed(flate), '/Filter [/AHx /Fl] /DecodeParms [null << /Predictor 1 >>]')],
  ['one without a checksum', packed(withoutChecksum, '/Filter /FlateDecode')],
  ['one with a wrong checksum', packed(withWrongChecksum, '/Filter /FlateDecode')],
  [
    'one with bytes after the data',
    packed((data) => Buffer.concat([flate(data), Buffer.alloc(40, 65)]), '/Filter /Fl'),
  ],
  [
    'one with a Crypt filter of no effect',
    packed(flate, '/Filter [/Crypt /FlateDecode] /DecodeParms [<< /Name /Identity >> null]'),
  ],
  ['a cross-reference stream without a filter', source(sample(), { xrefStream: true })],
  [
    'one with predictors',
    xref((data) => flate(pngPredicted(data, 7)), '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >>'),
  ],
  [
    'one with a TIFF predictor on the rows',
    xref((data) => flate(tiffPredicted(data, 7)), '/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 7 >>'),
  ],
  ['one in a chain of filters', xref((data) => ascii85(flate(data)), '/Filter [/ASCII85Decode /Fl]')],
  ['one in LZW, abbreviated', xref(lzw, '/Filter /LZW')],
  ['one with a wrong checksum', xref(withWrongChecksum, '/Filter /FlateDecode')],
  ['one cut off', xref((data) => flate(data).subarray(0, -6), '/Filter /FlateDecode')],
  ['one with wide columns', source(sample(), { xrefStream: { widths: [2, 8, 4] } })],
  [
    'one without a column for the type',
    source(sample(), { xrefStream: { widths: [0, 4, 2] }, rows: (rows) => rows.delete(0) }),
  ],
]

const deep = (depth: number) => source(sample([catalog(`/Deep ${nested(depth)}`)]))
const chain = (length: number, first = 6) =>
  Array.from({ length }, (_, i) =>
    object(first + i, `<< /T (k${i}) ${i + 1 < length ? `/Kids [${first + i + 1} 0 R]` : '/FT /Tx'} >>`),
  )

const syntax: Variant[] = [
  ['a key twice in the catalog', source(sample([catalog('/Lang (en) /Lang (de)')]))],
  ['the page tree named twice', source(sample([object(1, '<< /Type /Catalog /Pages 9 0 R /Pages 2 0 R >>')]))],
  ['a key twice in the form', source(sample([form('', '/NeedAppearances false /NeedAppearances true')]))],
  ['a key twice in a field', source(sample([form('6 0 R'), object(6, '<< /FT /Tx /T (a) /T (b) >>')]))],
  ['a key twice in the trailer', source(sample(), { trailer: '/Root 1 0 R /Root 1 0 R' })],
  ['65, 70 and 190 arrays in one another', deep(70)],
  ['190 levels of arrays in the catalog', deep(190)],
  ['150 levels of form fields', source(sample([form('6 0 R'), ...chain(150)]))],
  [
    'names with escaped letters',
    source(sample([object(1, '<< /Ty#70e /Cat#61log /P#61ges 2 0 R /#41croForm << /F#69elds [] >> >>')])),
  ],
  ['an escaped root in the trailer', source(sample(), { trailer: '/R#6fot 1 0 R' })],
  ['names with a stray number sign', source(sample([catalog('/A#ZZ /B#4 /C# /D')]))],
  ['empty names and names of high bytes', source(sample([catalog('/ /Empty /\xe4\xff#00 /High')]))],
  [
    'comments wherever a blank may stand',
    source(sample([object(1, '<<%one\n/Type%two\r/Catalog%(\n/Pages 2%>>\n0%\nR%\n>>%')])),
  ],
  [
    'strings of every kind',
    source(sample([catalog('/S [(a\\)b) (\\(\\\\) (\\8\\053\\5) (a\\\nb\rc) (()()) <> <4> <4 1 4> <zz41> ()]')])),
  ],
  ['a string that never ends', source(sample([object(6, '(never')]))],
  ['a dictionary that never ends', source(sample([object(6, '<< /A [ 1 2')]))],
  ['values without keys', source(sample([catalog('/A 1 2 (x) /B')]))],
  ['numbers of every kind', source(sample([catalog('/N [--5 +3 .5 5. -.002 1e5 4-3 0x1F 99999999999999999999 007]')]))],
  ['unknown keywords as values', source(sample([catalog('/K foo /L [bar baz] /M True')]))],
  [
    'white space of every kind',
    source(sample([object(1, '\x00<<\x0c/Type\t/Catalog\r/Pages\x002\x000\x00R\n>>\x00')])),
  ],
  ['no white space at all', source(sample([object(1, '<</Type/Catalog/Pages 2 0 R/X(a)/Y<41>/Z[/A/B(c)]>>')]))],
  ['a reference to itself', source(sample([object(6, '6 0 R'), catalog('/X 6 0 R')]))],
  ['references in a circle', source(sample([object(6, '7 0 R'), object(7, '6 0 R'), catalog('/X 6 0 R')]))],
  ['a reference to nothing', source(sample([catalog('/X 400 0 R /Y 0 0 R')]))],
  ['a reference with an absurd number', source(sample([catalog('/X 99999999999 0 R /Y 5 99999 R')]))],
  ['an object without endobj', source(sample([{ num: 6, body: '', raw: '6 0 obj\n<< /A 1 >>\n' }]))],
  [
    'an object glued to its keyword',
    source(sample([{ num: 1, body: '', raw: '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' }])),
  ],
  ['an object of nothing', source(sample([object(6, ''), catalog('/X 6 0 R')]))],
]

const content = (body: Uint8Array | string) => source(sample([object(4, body)]))
const DATA = 'BT ET q Q'
const streams: Variant[] = [
  ['a length that is too short', content(stream(DATA, '', 3))],
  ['a length that is too long', content(stream(DATA, '', 400))],
  ['a length beyond the file', content(stream(DATA, '', 99_999_999))],
  ['a negative length', content(stream(DATA, '', -4))],
  ['no length', content(`<< >>\nstream\n${DATA}\nendstream`)],
  ['a length that is no number', content(stream(DATA, '', '/Nine'))],
  [
    'a length that is an object',
    source(sample([object(4, stream(DATA, '', '6 0 R')), object(6, String(DATA.length))])),
  ],
  ['a length that is a missing object', content(stream(DATA, '', '60 0 R'))],
  ['a length that is the stream itself', content(stream(DATA, '', '4 0 R'))],
  ['a length twice', content(stream(DATA, '/Length 3'))],
  ['a stream keyword with a return only', content(`<< /Length ${DATA.length} >>\nstream\r${DATA}\nendstream`)],
  ['a stream keyword with blanks after it', content(`<< /Length ${DATA.length} >>\nstream  \n${DATA}\nendstream`)],
  ['a stream without endstream', content(`<< /Length ${DATA.length} >>\nstream\n${DATA}\n`)],
  ['endstream glued to the data', content(`<< /Length ${DATA.length} >>\nstream\n${DATA}endstream`)],
  ['content with a wrong checksum', content(stream(withWrongChecksum(Buffer.from(DATA)), '/Filter /FlateDecode'))],
  ['content that is damaged', content(stream(deflateSync('q Q '.repeat(900)).fill(0xff, 12), '/Filter /FlateDecode'))],
  ['content that is not deflated at all', content(stream('BT ET', '/Filter /FlateDecode'))],
  ['an empty stream with filters', content(stream('', '/Filter [/FlateDecode /ASCII85Decode]'))],
  ['content under an abbreviated key', content(stream(deflateSync(DATA), '/F /Fl'))],
  [
    'a content array with holes',
    source(sample([object(3, '<< /Type /Page /Parent 2 0 R /Contents [4 0 R null 77 0 R 5 0 R] >>')])),
  ],
  ['no content', source(sample([object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>')]))],
  ['the words /ByteRange on a page', content(stream('BT (The key /ByteRange, four numbers.) Tj ET'))],
  ['half a placeholder of a signature at the end', source(sample(), { after: '%/ByteRange [0' })],
  ['such words before an array', content(stream('BT [(/ByteRange) -250 (and [ 0 9 ] after it)] TJ ET'))],
]

const table = (change: (text: string) => string) => source(sample(), { table: change })
const crossReferences: Variant[] = [
  ['rows of 19 bytes', table((text) => text.replaceAll(' \n', '\n'))],
  ['rows that end in a return', table((text) => text.replaceAll(' \n', ' \r'))],
  ['rows with short numbers', table((text) => text.replace(/^0+(\d+) 0+(\d+) /gm, '$1 $2 '))],
  ['the keyword and the rows on one line', table((text) => text.replaceAll('\n', ' '))],
  ['numbers that begin at 1', table((text) => text.replace('0 6', '1 6'))],
  [
    'too few rows',
    table((text) =>
      text
        .replace(/\n0 6\n/, '\n0 4\n')
        .split('\n')
        .slice(0, 6)
        .join('\n')
        .concat('\n'),
    ),
  ],
  ['a count that is too large', table((text) => text.replace('0 6', '0 9'))],
  ['wrong offsets', table((text) => text.replace(/^(\d{9})\d (\d{5}) n/gm, '$10 $2 n'))],
  ['one wrong offset', source(sample(), { rows: (rows) => rows.set(3, [1, 5, 0]) })],
  ['offsets of nothing', source(sample(), { rows: (rows) => rows.set(5, [1, 0, 0]) })],
  [
    'an offset beyond the file',
    source(sample([object(6, 'null')]), { rows: (rows) => rows.set(6, [1, 9_999_999_999, 0]) }),
  ],
  [
    'an offset beyond 32 bits in a stream',
    source(sample(), { xrefStream: { widths: [1, 8, 2] }, rows: (rows) => rows.set(9, [1, 2 ** 45, 0]) }),
  ],
  [
    'an absurd index in a stream',
    source(sample(), { xrefStream: { widths: [1, 8, 8] }, rows: (rows) => rows.set(9, [2, 4, 2 ** 50]) }),
  ],
  [
    'an absurd generation',
    source(sample([object(6, 'null', 65_535)]), { rows: (rows) => rows.set(9, [1, 70, 99_999]) }),
  ],
  [
    'the page in use although free',
    source(sample(), { rows: (rows) => rows.set(3, [0, 0, 1]), table: (text) => text.replace('0 6', '0 6') }),
  ],
  ['no cross-reference', source(sample(), { table: () => '' })],
  ['no startxref', source(sample(), { end: () => '' })],
  ['a startxref of 0', source(sample(), { startxref: () => '0' })],
  ['a startxref beyond the file', source(sample(), { startxref: () => '999999' })],
  ['a startxref that is off by one', source(sample(), { startxref: (at) => String(at + 1) })],
  ['a startxref in words', source(sample(), { startxref: () => 'here' })],
  ['no end mark', source(sample(), { end: (start) => `startxref\n${start}` })],
  ['five thousand bytes after the end', source(sample(), { after: Buffer.alloc(5000, 'x') })],
  ['zeros after the end', source(sample(), { after: Buffer.alloc(3000) })],
  ['no trailer', Buffer.from(plain.toString('latin1').replace(/trailer[\s\S]*?>>/, ''), 'latin1')],
  ['a trailer without a root', source(sample(), { trailer: '' })],
  ['a root that is no catalog', source(sample(), { trailer: '/Root 5 0 R' })],
  ['a root with another generation', source(sample(), { trailer: '/Root 1 3 R' })],
  ['a size that is too small', Buffer.from(plain.toString('latin1').replace('/Size 6', '/Size 2'), 'latin1')],
  ['a /Prev that leads to itself', source(sample(), { trailer: `/Root 1 0 R /Prev ${plain.lastIndexOf('xref\n0')}` })],
  ['a /Prev that leads nowhere', source(sample(), { trailer: '/Root 1 0 R /Prev 4' })],
  ['a /Prev beyond the file', source(sample(), { trailer: '/Root 1 0 R /Prev 99999999' })],
  ['cut in the middle of the last object', plain.subarray(0, plain.indexOf('5 0 obj') + 20)],
  ['an identifier of one part', source(sample(), { trailer: '/Root 1 0 R /ID [<41>]' })],
  ['an identifier that is none', source(sample(), { trailer: '/Root 1 0 R /ID 5' })],
  ['an identifier elsewhere', source(sample([object(6, '[(a\\)) <4242>]')]), { trailer: '/Root 1 0 R /ID 6 0 R' })],
  ['information that is none', source(sample(), { trailer: '/Root 1 0 R /Info 5' })],
]

/** Object 3 exists in the hidden stream alone, which the table lists as free. */
function hybrid(): Buffer {
  const hidden = '3 0 << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>'
  const objects = [...sample().filter(({ num }) => num !== 3), object(6, stream(hidden, '/Type /ObjStm /N 1 /First 4'))]
  const rows = (file: Map<number, [number, number, number]>) => file.set(3, [0, 0, 0])
  const first = source(objects, { rows })
  const at = first.indexOf('xref\n0')
  const data = Buffer.from([2, 0, 0, 0, 6, 0, 0])
  const body = Buffer.concat([
    Buffer.from('7 0 obj\n'),
    stream(data, '/Type /XRef /Size 8 /W [1 4 2] /Index [3 1] /Root 1 0 R'),
    Buffer.from('\nendobj\n'),
  ])
  return source([...objects, { num: 7, body: '', raw: body, unlisted: true }], {
    rows,
    trailer: `/Root 1 0 R /XRefStm ${at}`,
  })
}

const revised = (count: number) => {
  let file = plain
  for (let i = 0; i < count; i++) file = update(file, [object(6, String(i))])
  return file
}
const freed = Buffer.concat([
  plain,
  Buffer.from(
    `xref\n5 1\n0000000000 00001 f \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${plain.lastIndexOf('xref\n0')} >>\nstartxref\n${plain.length}\n%%EOF\n`,
  ),
])

const revisions: Variant[] = [
  ['a hybrid of table and stream', hybrid()],
  ['510 earlier revisions', revised(510)],
  ['a page replaced by a revision', update(plain, [page('/Rotate 90')])],
  [
    'the catalog in a later generation',
    update(plain, [object(1, '<< /Type /Catalog /Pages 2 0 R >>', 1)], '/Root 1 1 R'),
  ],
  [
    'a page in generation 3',
    source([
      ...sample().filter(({ num }) => num !== 3 && num !== 2),
      object(2, '<< /Type /Pages /Kids [3 3 R] /Count 1 >>'),
      object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>', 3),
    ]),
  ],
  ['an object that was freed', freed],
  [
    'one that was freed and used again',
    update(freed, [object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>', 1)]),
  ],
  ['a stream after a table', Buffer.concat([plain, xrefAfter(plain)])],
  ['an object of number 0', source([...sample(), object(0, '<< /Zero true >>')])],
  ['an object of number 7,999,990', source([...sample(), object(7_999_990, '(far)')])],
  [
    'an object stream that extends another',
    source([CONTENT, object(20, stream('30 0 (x)', '/Type /ObjStm /N 1 /First 5'))], {
      packed: { objects: PACKED, dict: '/Extends 20 0 R' },
    }),
  ],
  [
    'an object stream with a wrong count',
    Buffer.from(
      packed((data) => data, '')
        .toString('latin1')
        .replace('/N 5', '/N 9'),
      'latin1',
    ),
  ],
  [
    'an object stream whose slots are elsewhere',
    source([CONTENT], {
      packed: { objects: PACKED },
      rows: (rows) => {
        for (const [num, row] of rows) if (row[0] === 2) rows.set(num, [2, row[1], 4 - row[2]])
      },
    }),
  ],
  [
    'a linearised first part',
    Buffer.from(plain.toString('latin1').replace('1 0 obj', '% startxref 0\n%%EOF\n1 0 obj'), 'latin1'),
  ],
]
function xrefAfter(file: Buffer): Buffer {
  const data = Buffer.alloc(7)
  data[0] = 1
  data.writeUInt32BE(file.length, 1)
  const previous = file.lastIndexOf('xref\n0')
  const body = stream(data, `/Type /XRef /Size 7 /W [1 4 2] /Index [6 1] /Root 1 0 R /Prev ${previous}`)
  return Buffer.concat([Buffer.from('6 0 obj\n'), body, Buffer.from(`\nendobj\nstartxref\n${file.length}\n%%EOF\n`)])
}

const headers: Variant[] = [
  [
    'junk before the header, offsets from the header',
    source(sample(), { junk: 'HTTP/1.1 200 OK\r\n\r\n', fromHeader: true }),
  ],
  ['junk before the header, offsets from the first byte', source(sample(), { junk: '\xef\xbb\xbf\n\n' })],
  [
    'the same with a cross-reference stream',
    source(sample(), { junk: 'x'.repeat(900), fromHeader: true, xrefStream: true }),
  ],
  ['an object stream behind junk', source([CONTENT], { junk: '\n', packed: { objects: PACKED } })],
  ['junk and a broken cross-reference', source(sample(), { junk: 'abc\n', startxref: () => '7' })],
  ['a header without a version', source(sample(), { header: '%PDF-\n' })],
  ['a header of version 2.0', source(sample(), { header: '%PDF-2.0\n' })],
  ['a header glued to the first object', source(sample(), { header: '%PDF-1.4 ' })],
]

const many = (count: number) => Array.from({ length: count }, (_, i) => object(10 + i, `<< /FT /Tx /T (f${i}) >>`))
const forms: Variant[] = [
  [
    'a form of 20,001 fields',
    source(sample([form(Array.from({ length: 20_001 }, (_, i) => `${10 + i} 0 R`).join(' ')), ...many(20_001)])),
  ],
  ['very many fields that do not exist', source(sample([form('900 0 R '.repeat(sized(30_000, 300_000)))]))],
  [
    'a form that is an object',
    source(sample([catalog('/AcroForm 6 0 R'), object(6, '<< /Fields 7 0 R >>'), object(7, '[8 0 R]'), field(8)])),
  ],
  ['a form that is no dictionary', source(sample([catalog('/AcroForm [1 2]')]))],
  ['one elsewhere that is none', source(sample([catalog('/AcroForm 6 0 R'), object(6, '[1 2]')]))],
  ['one that leads to nothing', source(sample([catalog('/AcroForm 9 0 R')]))],
  ['one that leads to an object that was freed', update(plain, [catalog('/AcroForm 6 0 R'), object(6, 'null')])],
  ['fields that are no array', source(sample([catalog('/AcroForm << /Fields 5 >>')]))],
  ['a field written directly', source(sample([form('<< /FT /Tx /T (direct) >>')]))],
  [
    'fields in a circle',
    source(sample([form('6 0 R'), object(6, '<< /T (a) /Kids [7 0 R] >>'), object(7, '<< /T (b) /Kids [6 0 R] >>')])),
  ],
  [
    'an unsigned signature field',
    source(sample([form('6 0 R', '/SigFlags 1'), object(6, '<< /FT /Sig /T (Seal) >>')])),
  ],
  [
    'a signature field signed with nothing',
    source(sample([form('6 0 R'), object(6, '<< /FT /Sig /T (s) /V null >>')])),
  ],
  [
    'a signature that is a number',
    source(sample([form('6 0 R'), object(6, '<< /FT /Sig /T (s) /V 7 0 R >>'), object(7, '5')])),
  ],
  [
    'a signature that is a stream',
    source(sample([form('6 0 R'), object(6, '<< /FT /Sig /T (s) /V 7 0 R >>'), object(7, stream('x', '/Filter2 5'))])),
  ],
  [
    'fields called as ours',
    source(
      sample([
        form('6 0 R 7 0 R'),
        object(6, '<< /FT /Tx /T (Seal) >>'),
        object(7, '<< /FT /Tx /T <FEFF005300650061006C00200032> >>'),
      ]),
    ),
  ],
  ['annotations elsewhere', source(sample([page('/Annots 6 0 R'), object(6, '[7 0 R null 88 0 R]'), field(7)]))],
  ['annotations that are none', source(sample([page('/Annots 5')]))],
  ['empty permissions', source(sample([catalog('/Perms << >> /Extensions << >>')]))],
  [
    'permissions and extensions elsewhere',
    source(
      sample([
        catalog('/Perms 6 0 R /Extensions 7 0 R'),
        object(6, '<< >>'),
        object(7, '<< /ADBE << /BaseVersion /1.7 /ExtensionLevel 3 >> >>'),
      ]),
    ),
  ],
  ['permissions that are none', source(sample([catalog('/Perms 5 /Extensions [] /DSS (x)')]))],
  [
    'validation data of nobody',
    source(
      sample([
        catalog('/DSS << /Certs [6 0 R 5] /OCSPs 7 0 R /CRLs [6 0 R] >>'),
        object(6, stream('no certificate')),
        object(7, '[6 0 R]'),
      ]),
    ),
  ],
]

const pages: Variant[] = [
  [
    'kids written directly',
    source(sample([object(2, '<< /Type /Pages /Kids [<< /Type /Page /Contents 4 0 R >>] /Count 1 >>')])),
  ],
  [
    'kids elsewhere',
    source(sample([object(2, '<< /Type /Pages /Kids 6 0 R /Count 7 0 R >>'), object(6, '[3 0 R]'), object(7, '1')])),
  ],
  [
    'nodes without a type',
    source(
      sample([
        object(2, '<< /Kids [3 0 R 6 0 R] >>'),
        object(3, '<< /Parent 2 0 R /Contents 4 0 R >>'),
        object(6, '<< /Kids [3 0 R] >>'),
      ]),
    ),
  ],
  ['a page instead of a tree', source(sample([object(2, PAGE_ALONE)]))],
  ['one with a broken cross-reference', source(sample([object(2, PAGE_ALONE)]), { startxref: () => '7' })],
  ['a wrong count', source(sample([object(2, '<< /Type /Pages /Kids [3 0 R] /Count -7 >>')]))],
  [
    'a tree in a circle',
    source(
      sample([
        object(2, '<< /Type /Pages /Kids [3 0 R 2 0 R 6 0 R] /Count 3 >>'),
        object(6, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>'),
      ]),
    ),
  ],
  ['a type that is an object', source(sample([object(1, '<< /Type 6 0 R /Pages 2 0 R >>'), object(6, '/Catalog')]))],
  [
    'a page of no size',
    source(sample([object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 0 0] /Contents 4 0 R >>')])),
  ],
  [
    'a box of references',
    source(
      sample([
        object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [6 0 R 6 0 R 7 0 R 7 0 R] /Contents 4 0 R >>'),
        object(6, '0'),
        object(7, '500'),
      ]),
    ),
  ],
  [
    'resources that are none',
    source(sample([object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 >>')])),
  ],
]

export const VARIANTS: [group: string, variants: Variant[]][] = [
  ['filters of object and cross-reference streams', filters],
  ['syntax', syntax],
  ['streams', streams],
  ['cross-references', crossReferences],
  ['revisions', revisions],
  ['headers', headers],
  ['forms', forms],
  ['pages', pages],
]
