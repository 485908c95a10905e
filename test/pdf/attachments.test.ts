import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { isPassiveXml } from '../../server/pdf/attachments/passive-xml.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepare } from '../../server/pdf/prepare.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { facturXPdf, INVOICE } from '../support/attached.ts'
import { signedByTwo } from '../support/conformance.ts'
import { Conforming } from '../support/conformance-checks.ts'
import { CLEAN, qpdf, qpdfCheck, withFile } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { withPdfJs } from '../support/pdfjs.ts'
import { createCa, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, seal } from '../support/sealing.ts'
import { run, tool } from '../support/tools.ts'
import { validators } from '../support/validators.ts'

/** XML that a PDF/A-3 file carries stays under the seal; whatever else is embedded is removed (decision 0011). */

const pdfdetach = tool('pdfdetach')
let ca: TestCa
let key: SealKey
let tsa: TsaClient

beforeAll(async () => {
  ca = await createCa()
  key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] }))
  tsa = await builtInTsa(ca)
})

async function sealed(upload: Uint8Array) {
  const { bytes, lost } = await signedByTwo(upload)
  return { lost, file: (await seal(bytes, { key, tsas: [tsa], level: 'B-T' })).bytes }
}

/** Names and contents as pdf.js shows them. */
const attachments = (file: Uint8Array) =>
  withPdfJs(file, async (document) => {
    const found: Record<string, { filename: string; content: Uint8Array }> | null = await document.getAttachments()
    return Object.values(found ?? {}).map(({ filename, content }) => [filename, Buffer.from(content).toString('utf8')])
  })

describe('an invoice in a Factur-X file', () => {
  let file: Buffer
  let upload: Buffer
  beforeAll(async () => {
    upload = await facturXPdf([{ name: 'factur-x.xml', content: INVOICE }])
    const result = await sealed(upload)
    expect(result.lost).toEqual([])
    file = result.file
  })

  test('stays, and nothing is reported as removed', async () => {
    expect(inspect(upload).removed).toEqual([])
    expect(await attachments(file)).toEqual([['factur-x.xml', INVOICE]])
  })
  test.skipIf(!pdfdetach)('comes out of the sealed file byte for byte', () => {
    withFile(file, (path, folder) => {
      const saved = join(folder, 'saved.xml')
      run(pdfdetach, ['-save', '1', '-o', saved, path])
      expect(readFileSync(saved).equals(Buffer.from(INVOICE))).toBe(true)
    })
  })
  test('is still what the metadata says, and the file is still PDF/A-3', async () => {
    const checks = await Conforming.open(file)
    expect(checks.xmp).toBe((await Conforming.open(upload)).xmp)
    expect(checks.xmp).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>')
    expect([...checks.fonts(false), ...checks.colours(), ...checks.transparency(), ...checks.structure()]).toEqual([])
    expect(checks.associated()).toEqual(['/Alternative text/xml'])
  })
  test('is under a seal that is valid', async () => {
    const { checks } = await verifyPdf(file, { roots: [ca.pem] })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    if (qpdf) expect(qpdfCheck(file)).toMatch(CLEAN)
    if (!validators.pdfsig) return
    const { stdout } = withFile(file, (path) => spawnSync(validators.pdfsig!, ['-nocert', path], { encoding: 'utf8' }))
    expect(stdout).toMatch(/Total document signed[\s\S]*Signature is Valid\./)
  })
})

test('of several attachments only the XML stays, in the order of the file', async () => {
  const upload = await facturXPdf([
    { name: 'a-terms.docx', content: 'PK' },
    { name: 'factur-x.xml', content: INVOICE },
    { name: 'page.xml', content: '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>' },
    { name: 'positions.xml', content: '<a/>' },
  ])
  expect(inspect(upload).removed).toEqual(['embedded_files'])
  const { file, lost } = await sealed(upload)
  expect(lost).toEqual([])
  expect(await attachments(file)).toEqual([
    ['factur-x.xml', INVOICE],
    ['positions.xml', '<a/>'],
  ])
  expect((await Conforming.open(file)).associated()).toHaveLength(2)
  if (qpdf) expect(qpdfCheck(file)).toMatch(CLEAN)
})

test('metadata does not name an invoice that was removed', async () => {
  const { lost, file } = await sealed(await facturXPdf([{ name: 'factur-x.xml', content: '<!DOCTYPE a><a/>' }]))
  expect(lost).toEqual([{ claim: 'Factur-X', reason: 'the XML file that it names is not attached' }])
  const { xmp } = await Conforming.open(file)
  expect(xmp).not.toContain('fx:')
  expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(await attachments(file)).toEqual([])
})

const PACKET = (part: number) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="${part}" a:conformance="B"/></x:xmpmeta>`
const streamOf = (content: string | Uint8Array, dict = '') =>
  `<< ${dict} /Length ${content.length} >>\nstream\n${typeof content === 'string' ? content : Buffer.from(content).toString('latin1')}\nendstream`
const SPEC = '/Type /Filespec /F (a.xml) /UF (a.xml)'
const EF = '/EF << /F 12 0 R /UF 12 0 R >>'
interface Parts {
  part?: number
  spec?: string
  content?: string
  catalog?: string
  page?: string
}
const carrying = ({ part = 3, spec = `${SPEC} ${EF}`, content = streamOf('<a/>'), catalog, page }: Parts) =>
  makePdf({
    catalog: `/Metadata 10 0 R ${catalog ?? '/AF [11 0 R] /Names << /EmbeddedFiles << /Names [(a.xml) 11 0 R] >> >>'}`,
    page: page ?? '/AF 13 0 R',
    objects: [streamOf(PACKET(part), '/Type /Metadata'), `<< ${spec} >>`, content, '[11 0 R]'],
  })

async function prepared(upload: Buffer) {
  const { removed } = inspect(upload)
  const { delta } = await prepare(upload, { maskPages: [], append: [], marks: [], title: 'a.pdf' })
  return { removed, file: Buffer.concat([upload, delta]), changed: delta.length > 0 }
}

describe('left unchanged', () => {
  const kids = '<< /Kids [<< /Limits [(a) (a)] /Names [(a) 11 0 R] >> << /Limits [(b) (b)] /Names [(b) 11 0 R] >>] >>'
  test.each<[string, Parts]>([
    ['of the document and of a page', {}],
    ['in a tree of names', { catalog: `/Names << /EmbeddedFiles ${kids} >>` }],
    ['compressed', { content: streamOf(deflateSync('<a/>'), '/Filter /FlateDecode') }],
    ['under the one name', { spec: `/F (A.XML) /EF << /F 12 0 R >>` }],
  ])('%s', async (_, parts) => {
    const { removed, changed } = await prepared(carrying(parts))
    expect([removed, changed]).toEqual([[], false])
  })
})

describe('removed and named', () => {
  test.each<[string, Parts]>([
    ['from a file that claims PDF/A-2', { part: 2 }],
    ['with a name that is not one of XML', { spec: `/F (a.html) /UF (a.xml) ${EF}` }],
    [
      'with a name in another alphabet direction',
      { spec: `/F (a.xml) /UF <FEFF0061202E006C006D0078002E0065007800650078006D006C> ${EF}` },
    ],
    ['with a path', { spec: `/F (../a.xml) ${EF}` }],
    ['with a name that is none', { spec: `/F 12 0 R /UF (a.xml) ${EF}` }],
    ['at a URL', { spec: `/FS /URL ${SPEC} ${EF}` }],
    ['with related files', { spec: `${SPEC} ${EF} /RF << /F [(b.exe) 12 0 R] >>` }],
    ['with an encrypted payload', { spec: `${SPEC} ${EF} /EP << /Type /EncryptedPayload >>` }],
    ['with nothing embedded', { spec: SPEC }],
    ['with a second file that is something else', { spec: `${SPEC} /EF << /F 12 0 R /Unix 10 0 R /Mac 3 0 R >>` }],
    ['with content that is something else', { content: streamOf('MZ') }],
    ['with content that cannot be decoded', { content: streamOf('<a/>', '/Filter /DCTDecode') }],
    ['with content of another file', { content: streamOf('<a/>', '/F (b.xml)') }],
    [
      'with content beyond all measure',
      { content: streamOf(deflateSync(Buffer.alloc(1 << 25, 32)), '/Filter /FlateDecode') },
    ],
  ])('%s', async (_, parts) => {
    const { removed, file } = await prepared(carrying(parts))
    expect(removed).toContain('embedded_files')
    expect(await attachments(file)).toEqual([])
    expect(inspect(file).removed).toEqual([])
  })

  test('a portfolio becomes a file with attachments', async () => {
    const names = '/Names << /EmbeddedFiles << /Names [(a.xml) 11 0 R] >> >>'
    const { removed, file } = await prepared(carrying({ catalog: `${names} /Collection << /View /D >>` }))
    expect(removed).toEqual(['embedded_files'])
    expect(await attachments(file)).toEqual([['a.xml', '<a/>']])
  })

  test('a tree that leads in a circle', async () => {
    const tree = '/Names << /EmbeddedFiles 14 0 R >>'
    const upload = makePdf({
      catalog: `/Metadata 10 0 R ${tree}`,
      objects: [streamOf(PACKET(3)), 'null', 'null', 'null', '<< /Kids [14 0 R 14 0 R] >>'],
    })
    expect((await prepared(upload)).removed).toEqual(['embedded_files'])
  })
})

describe('passive XML', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  test.each<[string, string | Uint8Array]>([
    ['an invoice', INVOICE],
    ['with a byte order mark', `\ufeff${INVOICE}`],
    ['UTF-16', utf16('<?xml version="1.0" encoding="UTF-16"?><a b=\'1\'/>')],
    ['UTF-16, the other way round', utf16('<a/>').swap16()],
    ['Latin-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>', 'latin1')],
    ['signed', '<a><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"></Signature></a>'],
    ['comments and white space around', '\n<!-- a --><a></a >\n<!-- b -->\n'],
  ])('%s', (_, content) => {
    expect(isPassiveXml(Buffer.from(content))).toBe(true)
  })

  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['text', 'a'],
    ['text around', '<a/>b'],
    ['two roots', '<a/><b/>'],
    ['an element that does not end', '<a><b></a>'],
    ['a tag that does not end', '<a b="1"'],
    ['a comment that does not end', '<a/><!-- '],
    ['an attribute that does not end', '<a b="1/>'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a style sheet', '<?xml-stylesheet href="https://example.com/a.xsl"?><a/>'],
    ['a program that is to open it', '<?xml version="1.0"?><?mso-application progid="Word.Document"?><a/>'],
    ['a page with a script', '<a xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></a>'],
    ['a picture with a script', "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ['a namespace in references', '<h:a xmlns:h="&#104;ttp://www.w3.org/1999/xhtml"/>'],
    ['included files', '<a xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="b.xml"/></a>'],
    ['a form of Acrobat', '<x:xdp xmlns:x="http://ns.adobe.com/xdp/"/>'],
    ['a namespace further down', '<a><b xmlns="HTTP://www.w3.org/1999/xhtml"/></a>'],
    ['a character set that hides markup', '<?xml version="1.0" encoding="UTF-7"?><a/>'],
    ['UTF-16 that says it is something else', utf16('<?xml version="1.0" encoding="UTF-7"?><a/>')],
    ['UTF-16 without a mark', Buffer.from('<a/>', 'utf16le')],
    ['nested beyond all measure', `${'<a>'.repeat(201)}${'</a>'.repeat(201)}`],
  ])('is not %s', (_, content) => {
    expect(isPassiveXml(Buffer.from(content))).toBe(false)
  })

  test('is told in one pass, whatever the markup', () => {
    for (const piece of ['<a ', '<a b="', '<!--', ' b="1"', '<a>', '<?xml '])
      expect(isPassiveXml(Buffer.from(`<a${piece.repeat(200_000)}`))).toBe(false)
  })
})
