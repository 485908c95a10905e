import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepare } from '../../server/pdf/prepare.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { type Fixture, fixture, signedByTwo } from '../support/conformance.ts'
import { Conforming } from '../support/conformance-checks.ts'
import { CLEAN, qpdf, qpdfCheck, withFile } from '../support/pdf-checks.ts'
import { makePdf, withBrokenXref } from '../support/pdf-fixtures.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { builtInTsa, keyOf, seal } from '../support/sealing.ts'

/** Claims of PDF/A and PDF/UA stay true, or are removed (decision 0431). */

let key: SealKey
let tsa: TsaClient
const sealed = new Map<Fixture, Buffer>()
const FIXTURES = [
  ['pdfa-1a', { first: true, ua: false }],
  ['pdfa-2b-ua', { first: false, ua: true }],
  ['pdfa-3b', { first: false, ua: false }],
] as const

beforeAll(async () => {
  const ca = await createCa('Seal root')
  key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] }))
  tsa = await builtInTsa(await createCa('TSA root'))
  for (const [name] of FIXTURES) {
    const { bytes, lost } = await signedByTwo(fixture(name))
    expect(lost).toEqual([])
    sealed.set(name, (await seal(bytes, { key, tsas: [tsa], level: 'B-T' })).bytes)
  }
})

describe.each(FIXTURES)('%s, signed by two and sealed', (name, claims) => {
  let file: Conforming
  beforeAll(async () => {
    file = await Conforming.open(sealed.get(name)!)
  })

  test('keeps its metadata', async () => {
    expect(file.xmp).toBe((await Conforming.open(fixture(name))).xmp)
  })
  test('has every font embedded, with its widths, and shows no .notdef', () => {
    expect(file.fonts(claims.first)).toEqual([])
  })
  test('uses no transparency', () => {
    expect(file.transparency()).toEqual([])
  })
  test('has colours with a meaning', () => {
    expect(file.colours()).toEqual([])
  })
  test('marks all content, and its structure leads to it', () => {
    expect(file.structure()).toEqual([])
  })
  test('has fields as its claims want them', () => {
    expect(file.widgets(claims)).toEqual([])
  })
  test.skipIf(!qpdf)('is valid to qpdf', () => {
    expect(qpdfCheck(sealed.get(name)!)).toMatch(CLEAN)
  })
})

test('what we add is a heading, paragraphs and figures that say what they show', async () => {
  const before = (await Conforming.open(fixture('pdfa-2b-ua'))).outline()
  const added = (await Conforming.open(sealed.get('pdfa-2b-ua')!)).outline().slice(before.length)
  expect(added.slice(0, 3)).toEqual([
    'H1',
    'P Lease of a flat.pdf',
    'P This page was added to the document to hold its signatures.',
  ])
  expect(added).toContain('P சுப்பிரமணிய பாரதியார் ஸ்ரீ')
  expect(added.slice(-9)).toEqual([
    'Figure Signature: Anna Müller, 2026-11-22, SES',
    'Figure Signature: Anna Müller, 2026-11-22, SES',
    'Figure Initials',
    'P Kim 김철수 대한민국 🚀',
    'P الله Kim 𐌰𐌱𐌲 Q',
    'P 22 November 2026',
    'Figure Ticked box',
    'P Signed last',
    'P Signed last',
  ])
})

const xmp = (properties: string) => {
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:a="http://www.aiim.org/pdfa/ns/id/" xmlns:u="http://www.aiim.org/pdfua/ns/id/" ${properties}
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  return `<< /Type /Metadata /Subtype /XML /Length ${Buffer.byteLength(packet)} >>\nstream\n${packet}\nendstream`
}
const claiming = (properties: string, catalog = '', objects: string[] = []) =>
  makePdf({ catalog: `/Metadata 10 0 R ${catalog}`, objects: [xmp(properties), ...objects] })
const asElements = (part: number, level: string) =>
  `><a:part>${part}</a:part><a:conformance>${level}</a:conformance><dc:format>application/pdf</dc:format></rdf:Description>`

test.each([
  ['no output intent', ''],
  ['an output intent for CMYK', '/OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 11 0 R >>]'],
])('%s: our colours are calibrated', async (_, catalog) => {
  const profile = '<< /N 4 /Length 0 >>\nstream\n\nendstream'
  const { bytes, lost } = await signedByTwo(claiming(asElements(2, 'B'), catalog, [profile]))
  expect(lost).toEqual([])
  const file = await Conforming.open(bytes)
  expect(file.colours()).toEqual([])
  // The file's own page uses Helvetica, which is not embedded; of ours nothing may be missing.
  expect(file.fonts(false)).toEqual(['/Helvetica is not embedded'])
})

const UNTAGGED = 'it has no structure tree that can be added to'
const TAGGED = '/MarkInfo << /Marked true >> /StructTreeRoot 11 0 R'
const TREE = '<< /Type /StructTreeRoot /ParentTree << /Nums [] >> >>'

describe('a claim that cannot be kept is removed, and named', () => {
  test.each<[string, Buffer, { claim: string; reason: string }[]]>([
    ['level A without tags', claiming(asElements(1, 'A')), [{ claim: 'PDF/A-1a', reason: UNTAGGED }]],
    ['PDF/UA without tags', claiming('u:part="1"/>'), [{ claim: 'PDF/UA-1', reason: UNTAGGED }]],
    ['as attributes', claiming('a:part="2" a:conformance="A"/>'), [{ claim: 'PDF/A-2a', reason: UNTAGGED }]],
    ['PDF/A-4', claiming('a:part="4" a:rev="2020"/>'), [{ claim: 'PDF/A-4', reason: 'PDF/A-4 is not supported' }]],
    [
      'PDF/UA-2',
      claiming('u:part="2"/>', TAGGED, [TREE]),
      [{ claim: 'PDF/UA-2', reason: 'PDF/UA-2 is not supported' }],
    ],
    [
      'a damaged file',
      withBrokenXref(claiming(asElements(3, 'B'))),
      [{ claim: 'PDF/A-3b', reason: 'its cross-reference was damaged and had to be rebuilt' }],
    ],
  ])('%s', async (_, upload, expected) => {
    const { delta, lost } = await prepare(upload, { maskPages: [], append: [], marks: [], title: 'a.pdf' })
    expect(lost).toEqual(expected)
    const after = await Conforming.open(Buffer.concat([upload, delta]))
    expect(after.xmp).not.toMatch(/[au]:(part|conformance|rev)/)
    expect(after.xmp).toContain('<rdf:Description rdf:about=""')
    if (upload.includes('dc:format')) expect(after.xmp).toContain('<dc:format>application/pdf</dc:format>')
  })

  test('of two claims only the one', async () => {
    const upload = claiming(`u:part="1"${asElements(2, 'B')}`)
    const { delta, lost } = await prepare(upload, { maskPages: [], append: [], marks: [], title: 'a.pdf' })
    expect(lost.map(({ claim }) => claim)).toEqual(['PDF/UA-1'])
    expect((await Conforming.open(Buffer.concat([upload, delta]))).xmp).toContain('<a:part>2</a:part>')
  })
})

test('a file that claims nothing is neither changed nor tagged', async () => {
  const { lost, bytes } = await signedByTwo(makePdf())
  expect(lost).toEqual([])
  expect(bytes.toString('latin1')).toContain('/BaseFont /Helvetica')
  expect(bytes.toString('latin1')).not.toMatch(/StructElem|DefaultRGB|CIDSet/)
})

const verapdf = spawnSync('verapdf', ['--version']).error === undefined
if (!verapdf) console.warn('veraPDF is not installed: only the structural checks ran')
test.skipIf(!verapdf).each([
  ['pdfa-1a', '1a'],
  ['pdfa-2b-ua', '2b'],
  ['pdfa-2b-ua', 'ua1'],
  ['pdfa-3b', '3b'],
] as const)('%s is %s to veraPDF', (name, flavour) => {
  const run = withFile(sealed.get(name)!, (path) =>
    spawnSync('verapdf', ['--format', 'text', '--flavour', flavour, path], { encoding: 'utf8' }),
  )
  expect(run.stdout).toMatch(/^PASS/m)
})
