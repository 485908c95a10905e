import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { withViews } from '../../server/pdf/view/pdfium.ts'
import { mutool, renderMupdf } from '../support/ink.ts'
import { type Picture, pdftoppm, render } from '../support/pdf-checks.ts'
import { object, source, stream } from '../support/pdf-source.ts'
import { createCa } from '../support/pki.ts'
import { BOX, type SealTools, sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { signedFile } from '../support/signed-files.ts'

let tools: SealTools
beforeAll(async () => {
  const ca = await createCa()
  const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
  tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-T' }, key, tsa }
})

const VIEWERS = [
  [pdftoppm, render],
  [mutool, renderMupdf],
] as const

interface Page {
  /** The body of object 2. */
  content?: Buffer
  annotations?: string[]
  /** Of the page. */
  page?: string
  /** Of the catalog; objects 10 and 11 are layers, of which 10 is off. */
  catalog?: string
  /** MuPDF gives up. */
  isBroken?: boolean
}

const LAYERS = '/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] /Order [10 0 R 11 0 R] >> >>'
/** The place of the first signer's box, and beyond: user space. */
const RECT = '/Rect [40 640 320 780]'

function pdf({ content = stream(''), annotations = [], page = '', catalog = '' }: Page): Buffer {
  const layers = '/Properties << /Off 10 0 R /On 11 0 R /Both 12 0 R >>'
  return source(
    [
      object(1, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      object(2, content),
      object(
        3,
        `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Contents 2 0 R /Resources << ${layers} >>
        /Annots [${annotations.map((_, i) => `${20 + i} 0 R`).join(' ')}] ${page} >>`,
      ),
      object(4, `<< /Type /Catalog /Pages 1 0 R ${LAYERS} ${catalog} >>`),
      object(5, stream('1 1 0 rg -1000 -1000 3000 3000 re f', '/Type /XObject /Subtype /Form /BBox [0 0 280 140]')),
      object(10, '<< /Type /OCG /Name (Off) >>'),
      object(11, '<< /Type /OCG /Name (On) >>'),
      object(12, '<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >>'),
      ...annotations.map((annotation, i) => object(20 + i, `<< /Type /Annot ${annotation} >>`)),
    ],
    { trailer: '/Root 4 0 R' },
  )
}

/** A form field that viewers draw anew. */
const field = (rest: string): Page => ({
  annotations: [`/Subtype /Widget /T (field) /FT /Tx /F 4 ${RECT} ${rest}`],
  catalog: '/AcroForm << /Fields [20 0 R] /NeedAppearances true /DA (/Helv 0 Tf 0 g) >>',
})
const YELLOW = '/AP << /N 5 0 R >>'
const above = (annotation: string): Page => ({ annotations: [`${RECT} /F 4 ${annotation}`] })
/** Breaks off where its data is damaged, in the middle of a string. */
const damaged = () => {
  const data = deflateSync(`BT /F 12 Tf (${'lost '.repeat(4000)}) Tj ET`, { level: 0 })
  data.fill(0x55, 60, 80)
  return stream(data.subarray(0, data.length - 40).toString('latin1'), '/Filter /FlateDecode')
}

const HIDING: [name: string, page: Page][] = [
  ['content that ends in a hidden layer', { content: stream('/OC /Off BDC 0 0 10 10 re f') }],
  ['the same within a layer that is shown', { content: stream('/OC /On BDC /OC /Off BDC 0 0 10 10 re f EMC') }],
  ['the same after ends too many', { content: stream('EMC EMC /OC /Off BDC 0 0 10 10 re f') }],
  ['a membership of layers left open', { content: stream('/OC /Both BDC 0 0 10 10 re f') }],
  ['a layer left open within q', { content: stream('q /OC /Off BDC 0 0 10 10 re f Q') }],
  ['a clip and a string left open', { content: stream('q 0 0 1 1 re W n BT (open'), isBroken: true }],
  ['an operator without its operands', { content: stream('q gs Q 0 0 10 10 re f'), isBroken: true }],
  ['operators that do not exist', { content: stream('nonsense '.repeat(300)), isBroken: true }],
  ['damaged data', { content: damaged(), isBroken: true }],
  ['a field without a value that is drawn anew', field('')],
  ['one with an empty value and a ground', field(`/V () /MK << /BG [1 1 0] >> ${YELLOW}`)],
  ['one with a value, a ground and a border', field('/V (Ada) /MK << /BG [1 1 0] /BC [1 0 0] >>')],
  ['one with a value and an appearance', field(`/V (Ada) ${YELLOW}`)],
  ['a square without an appearance', above('/Subtype /Square /C [1 0 0] /IC [1 1 0]')],
  ['a polygon without an appearance', above('/Subtype /Polygon /Vertices [40 640 320 640 320 780 40 780] /IC [1 1 0]')],
  ['a stamp in a layer', above(`/Subtype /Stamp /OC 11 0 R ${YELLOW}`)],
  ['a form field in a layer', above(`/Subtype /Widget /FT /Tx /T (a) /OC 11 0 R ${YELLOW}`)],
  ['a pop-up window with an appearance', above(`/Subtype /Popup /Open true ${YELLOW}`)],
  ['a link with an appearance', above(`/Subtype /Link /A << /S /URI /URI (https://example.com) >> ${YELLOW}`)],
  ['a sound with an appearance', above(`/Subtype /Sound ${YELLOW}`)],
  ['ink of the same colour', { content: stream('0.05 0.11 0.35 rg 0 0 595 842 re f') }],
  ['a black page', { content: stream('0 g 0 0 595 842 re f') }],
]

describe('a mark is seen in the sealed file', () => {
  test.each(HIDING)('on %s', async (_, page) => {
    const file = pdf(page)
    const sealed = await sealedOf(file)
    for (const [viewer, draw] of page.isBroken ? VIEWERS.slice(0, 1) : VIEWERS)
      if (viewer) expect(changed(draw(file), draw(sealed))).toBeGreaterThan(0.5)
  })

  test('in the file that was reported', async () => {
    const file = readFileSync(new URL('../fixtures/reports/hidden-layer-left-open.pdf', import.meta.url))
    const sealed = await sealedOf(file)
    for (const [viewer, draw] of VIEWERS) if (viewer) expect(changed(draw(file), draw(sealed))).toBeGreaterThan(0.5)
  })
})

test('a mark that would be hidden under an earlier signature, where nothing can be changed, is refused', async () => {
  const navy = object(4, stream('0.05 0.11 0.35 rg 0 0 595 842 re f'))
  const outcome = await sendAndSeal(await signedFile(tools, [{}], [navy]), tools)
  expect(outcome).toMatchObject({ refused: 'mark_hidden', message: expect.stringContaining('page 1') })
})

test.skipIf(!pdftoppm)('the ground of a form field stays beyond the mark', async () => {
  for (const appearance of ['', YELLOW]) {
    const sealed = await sealedOf(pdf(field(`/V () /MK << /BG [1 1 0] >> ${appearance}`)))
    expect(render(sealed).at(50 / 595, (842 - 650) / 842)).toEqual([255, 255, 0])
  }
})

async function sealedOf(file: Buffer): Promise<Buffer> {
  const outcome = await sendAndSeal(file, tools)
  if ('refused' in outcome) throw new Error(`refused as ${outcome.refused}: ${outcome.message}`)
  return outcome.sealed
}

/** The part of the box's width in which a mark was drawn. */
function changed(before: Picture, after: Picture): number {
  const { width, height } = before
  const [left, right] = [Math.ceil(BOX.x * width), Math.floor((BOX.x + BOX.w) * width)]
  let columns = 0
  for (let x = left; x < right; x++) {
    for (let y = Math.ceil(BOX.y * height); y < (BOX.y + BOX.h) * height - 1; y++) {
      const at = (y * width + x) * 3
      const difference = [0, 1, 2].map((i) => Math.abs(before.pixels[at + i]! - after.pixels[at + i]!))
      if (difference.reduce((sum, value) => sum + value, 0) <= 90) continue
      columns++
      break
    }
  }
  return columns / (right - left)
}

describe('what is printed is what was shown', () => {
  const stamp = (flags: number): Page => ({ annotations: [`/Subtype /Stamp ${RECT} /F ${flags} ${YELLOW}`] })
  test.each<[string, () => Buffer]>([
    [
      'in the file that was reported',
      () => readFileSync(new URL('../fixtures/reports/print-only-layer.pdf', import.meta.url)),
    ],
    ['with a stamp that would only be printed', () => pdf(stamp(4 | 32))],
    ['with a stamp that would not be printed', () => pdf(stamp(0))],
  ])('%s', async (_, file) => {
    const before = file()
    const sealed = await sealedOf(before)
    expect(await printsDifferently(before)).toBe(true)
    expect(await printsDifferently(sealed)).toBe(false)
    // On screen, below the marks.
    const [was, is] = [render(before), render(sealed)].map(({ pixels }) => pixels.subarray(pixels.length * 0.5))
    expect(is!.equals(was!)).toBe(true)
  })
})

/** As Chrome shows and prints it. */
async function printsDifferently(file: Buffer): Promise<boolean | null> {
  return withViews(file, { lengths: [file.length], hasForms: true, until: Number.POSITIVE_INFINITY }, ([view]) => {
    const [shown, printed] = [false, true].map(
      (print) => view!.draw(1, { x: 0, y: 0, w: 1, h: 1 }, { scale: 1, print })!,
    )
    return !Buffer.from(shown!.bytes).equals(printed!.bytes)
  })
}
