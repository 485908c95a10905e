import { describe, expect, test } from 'vitest'
import { render } from '../../server/pdf/print/render.ts'
import type { Print, PrintedTable } from '../../server/pdf/print/types.ts'
import { fixture } from '../support/conformance.ts'
import { Conforming } from '../support/conformance-checks.ts'
import { CLEAN, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

/** What a template claims of PDF/A and PDF/UA stays true of its documents (decision 0431). */

const FIXTURES = [
  ['pdfa-1a', true],
  ['pdfa-2b-ua', false],
  ['pdfa-3b', false],
] as const

const WORDS = ['Desk €', 'Καλημέρα', 'مرحبا بالعالم', '請負契約書', 'दिल्ली']
const ROWS = Array.from({ length: 70 }, (_, i) => [WORDS[i % 5]!, i % 3 === 0 ? '' : `${i}.50`])
const TABLE: PrintedTable = {
  ...{ kind: 'table', page: 1, x: 0.1, y: 0.5, w: 0.8, h: 0.2, header: ['Item', 'Price'], zebra: true, size: null },
  columns: [
    { share: 0.7, align: 'start' },
    { share: 0.3, align: 'end' },
  ],
  rows: [...ROWS, ['tall '.repeat(900).trim(), '1']],
  ...{ direction: 'ltr', continuationPage: null, caption: 'Items, page {page} of {pages}' },
}
const PRINTS: Print[] = [
  {
    ...{ kind: 'text', page: 1, x: 0.1, y: 0.4, w: 0.6, h: 0.03, text: 'Ελένη Παπαδοπούλου' },
    style: { size: null, align: 'start', valign: 'middle', wrap: false, shrink: true },
  },
  { kind: 'tick', page: 1, x: 0.8, y: 0.4, w: 0.03, h: 0.03 },
  TABLE,
]

async function printed(name: (typeof FIXTURES)[number][0], prints = PRINTS, backgrounds: number[] = []) {
  const template = fixture(name)
  const rendered = await render(template, { prints, backgrounds, marks: [], maskPages: [] })
  if ('overflow' in rendered) throw new Error(JSON.stringify(rendered.overflow))
  return { bytes: Buffer.concat([template, rendered.delta]), lost: rendered.lost }
}

describe.each(FIXTURES)('%s, with values and a table over several pages', (name, first) => {
  test('keeps its claims, and they stay true', async () => {
    const { bytes, lost } = await printed(name)
    expect(lost).toEqual([])
    const file = await Conforming.open(bytes)
    expect(file.xmp).toBe((await Conforming.open(fixture(name))).xmp)
    expect(file.fonts(first)).toEqual([])
    expect(file.transparency()).toEqual([])
    expect(file.colours()).toEqual([])
    expect(file.structure()).toEqual([])
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    expect((await pdfJsTexts(bytes)).flat().filter(({ text }) => text === 'Desk €')).toHaveLength(14)
  })
})

test('a table is one to a reader who cannot see it, with all cells of all rows and its header once', async () => {
  const before = (await Conforming.open(fixture('pdfa-2b-ua'))).outline()
  const { bytes } = await printed('pdfa-2b-ua')
  const added = (await Conforming.open(bytes)).outline().slice(before.length)
  expect(added.slice(0, 9)).toEqual([
    ...['P Ελένη Παπαδοπούλου', 'Figure Ticked box', 'Table', 'TR', 'TH Item', 'TH Price', 'TR', 'TD Desk €', 'TD'],
  ])
  const count = (type: string) => added.filter((element) => element.split(' ')[0] === type).length
  expect([count('Table'), count('TR'), count('TH'), count('TD')]).toEqual([1, 72, 2, 142])
  expect(added).toContain('TD مرحبا بالعالم')
})

test('a background of added pages costs the claim of PDF/UA, and its marks stay apart from ours', async () => {
  // The file has one page, so it is shown itself too; what counts is that there is a background.
  const { bytes, lost } = await printed('pdfa-2b-ua', [{ ...TABLE, continuationPage: 1 }], [2])
  expect(lost.map(({ claim }) => claim)).toEqual(['PDF/UA-1'])
  const file = await Conforming.open(bytes)
  expect(file.xmp).not.toContain('pdfuaid:part')
  expect(file.structure()).toEqual([])
  expect(file.fonts(false)).toEqual([])
})
