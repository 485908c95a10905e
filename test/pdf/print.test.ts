import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { measurePrints, render } from '../../server/pdf/print/render.ts'
import type { Print, PrintedTable, PrintStyle, RenderOptions } from '../../server/pdf/print/types.ts'
import { CLEAN, pdftoppm, pdftotext, render as picture, popplerText, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { makePdf, PdfBuilder, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const STYLE: PrintStyle = { size: null, align: 'start', valign: 'middle', wrap: false, shrink: true }
const text = (value: string, more: Partial<PrintStyle> = {}, y = 0.1): Print => ({
  ...{ kind: 'text', page: 1, x: 0.1, y, w: 0.8, h: 0.03, text: value },
  style: { ...STYLE, ...more },
})

const table = (rows: string[][], more: Partial<PrintedTable> = {}): PrintedTable => ({
  ...{
    kind: 'table',
    page: 1,
    x: 0.1,
    y: 0.3,
    w: 0.8,
    h: 0.4,
    header: ['Item', 'Price'],
    rows,
    zebra: false,
    size: null,
  },
  columns: [
    { share: 0.7, align: 'start' },
    { share: 0.3, align: 'end' },
  ],
  ...{ direction: 'ltr', continuationPage: null, caption: 'Items, page {page} of {pages}' },
  ...more,
})

const items = (count: number) => Array.from({ length: count }, (_, i) => [`Item ${i + 1}.`, `${i + 1}.50`])
const base = (pages = 3, more: Parameters<typeof makePdf>[0] = {}, build: Parameters<typeof makePdf>[1] = {}) =>
  makePdf({ pages, content: (index) => textAt(72, 780, `Template page ${index + 1}`), ...more }, build)

async function printed(template: Buffer, prints: Print[], more: Partial<RenderOptions> = {}) {
  const rendered = await render(template, { prints, backgrounds: [], marks: [], maskPages: [], ...more })
  if ('overflow' in rendered) throw new Error(JSON.stringify(rendered.overflow))
  const bytes = Buffer.concat([template, rendered.delta])
  if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
  return { ...rendered, bytes, texts: (await pdfJsTexts(bytes)).map((page) => page.map((item) => item.text).join(' ')) }
}

/** The rows in order of the pages, as `Item 1. 1.50`. */
const rowsIn = (texts: string[]) =>
  texts.flatMap((page) => [...page.matchAll(/Item (\d+)\./g)].map((match) => Number(match[1])))

describe('a table', () => {
  it('of 200 rows fills its frame and goes on over pages right after its own; nothing else moves', async () => {
    const template = base()
    const { bytes, texts, pageOf, pages } = await printed(template, [table(items(200)), text('Ada', {}, 0.8)])
    expect(bytes.subarray(0, template.length).equals(template)).toBe(true)
    expect(rowsIn(texts)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(pageOf).toEqual([1, pages.length - 1, pages.length])
    expect(texts[0]).toMatch(/Template page 1.*Item.*Price/)
    expect(texts[0]).toContain('Ada')
    const added = texts.slice(1, -2)
    expect(added.length).toBe(5)
    added.forEach((page, index) => {
      expect(page).toMatch(/^Item Price/)
      expect(page).toContain(`Items, page ${index + 2} of ${added.length + 1}`)
    })
    expect(texts.slice(-2)).toEqual(['Template page 2', 'Template page 3'])
    // What was there stays the same object.
    const [before, after] = [openPdf(template).pages, openPdf(bytes).pages]
    expect(after.map(({ ref }) => ref.toString()).filter((_, i) => pageOf.includes(i + 1))).toEqual(
      before.map(({ ref }) => ref.toString()),
    )
    if (pdftotext) expect(rowsIn([popplerText(bytes)])).toHaveLength(200)
  })

  it('of 1,000 rows has them all', async () => {
    const { texts } = await printed(base(1), [table(items(1000), { zebra: true })])
    expect(rowsIn(texts)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1))
  })

  it('divides a row between two lines only where it is higher than a page', async () => {
    const words = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of}${i}`).join(' ')
    const rows = [
      ['short', '1'],
      [words(260, 'tall'), '2'],
      [words(1500, 'huge'), '3'],
      ['end', '4'],
    ]
    const { texts } = await printed(base(1), [table(rows)])
    const on = (word: string) => texts.findIndex((page) => new RegExp(`\\b${word}\\b`).test(page))
    expect(on('tall0')).toBe(on('tall259'))
    expect(on('huge1499')).toBeGreaterThan(on('huge0') + 1)
    const huge = texts.flatMap((page) => [...page.matchAll(/huge(\d+)/g)].map((match) => Number(match[1])))
    expect(huge).toEqual(Array.from({ length: 1500 }, (_, i) => i))
    expect(on('end')).toBe(texts.length - 1)
  })

  it('leaves its header with a row, also where the first row has no room in the frame', async () => {
    const rows = [[Array.from({ length: 120 }, (_, i) => `word${i}`).join(' '), '1']]
    const { texts } = await printed(base(1), [table(rows, { h: 0.06 })])
    expect(texts).toHaveLength(2)
    expect(texts[0]).not.toContain('Price')
    expect(texts[1]).toMatch(/^Item Price word0/)
  })

  it('and another one on the same page have their pages in the order of the tables', async () => {
    const other = items(100).map(([name, price]) => [name!.replace('Item', 'Other'), price!])
    const right = table(other, { x: 0.5, w: 0.4, y: 0.3, h: 0.2, caption: 'Others, page {page} of {pages}' })
    const left = table(items(100), { w: 0.35, h: 0.2 })
    const { texts, pageOf } = await printed(base(2), [right, left])
    expect(rowsIn(texts)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
    const captions = texts.map((page) => /(Items|Others), page (\d)/.exec(page)?.slice(1).join(' '))
    expect(captions).toEqual([
      undefined,
      'Items 2',
      'Items 3',
      'Items 4',
      'Others 2',
      'Others 3',
      'Others 4',
      undefined,
    ])
    expect(pageOf).toEqual([1, 8])
  })

  it('without rows shows its header', async () => {
    const { texts } = await printed(base(1), [table([])])
    expect(texts).toEqual(['Template page 1 Item Price'])
  })

  it('goes on over copies of a background, which leaves its own place', async () => {
    const template = base(3)
    const { texts, pageOf } = await printed(template, [table(items(40), { continuationPage: 3 })], { backgrounds: [3] })
    expect(texts.map((page) => /Template page \d/.exec(page)?.[0])).toEqual([
      ...['Template page 1', 'Template page 3', 'Template page 2'],
    ])
    expect(pageOf).toEqual([1, 3, null])
    const short = await printed(template, [table(items(2), { continuationPage: 3 })], { backgrounds: [3] })
    expect(short.pageOf).toEqual([1, 2, null])
  })

  it('that is set from right to left has its first column on the right', async () => {
    const rows = [
      ['مكتب', '1,200.50'],
      ['مصباح', '80.00'],
    ]
    const { bytes } = await printed(base(1), [table(rows, { direction: 'rtl', header: ['البند', 'السعر'] })])
    const [page] = await pdfJsTexts(bytes)
    const at = (part: string) => page!.find((item) => item.text.includes(part))!.x
    expect(at('مكتب')).toBeGreaterThan(at('1,200.50'))
  })

  it('is refused where the document would become longer than a document may be', async () => {
    const rows = Array.from({ length: 1000 }, () => ['a '.repeat(120).trim(), '1'])
    const measure = (of: PrintedTable) => measurePrints(base(1998), { prints: [of], backgrounds: [] })
    const [first] = await measure(table(rows))
    expect(first).toMatchObject({ kind: 'rows', print: 0 })
    expect(await measure(table(rows.slice(0, first!.fits)))).toEqual([])
  })

  it('and texts have so many characters at most in all', async () => {
    const rows = Array.from({ length: 200 }, () => ['a'.repeat(1250)])
    const one = table(rows, { columns: [{ share: 1, align: 'start' }], header: null })
    const options = { prints: [one, text('b')], backgrounds: [] }
    expect(await measurePrints(base(1), options)).toEqual([{ kind: 'text', print: 1, cell: null, fits: 0 }])
  })

  it('is refused where a column is narrower than a letter', async () => {
    const narrow = table(
      [
        ['W', '1'],
        ['', '2'],
      ],
      {
        columns: [
          { share: 0.01, align: 'start' },
          { share: 0.99, align: 'end' },
        ],
      },
    )
    expect(await measurePrints(base(1), { prints: [narrow], backgrounds: [] })).toEqual([
      { kind: 'text', print: 0, cell: { row: 0, column: 0 }, fits: 0 },
    ])
  })
})

describe('texts', () => {
  const SCRIPTS = ['Καλημέρα κόσμε', 'Ярослав Мудрый', '株式会社日本', '홍길동', 'नमस्ते', 'สวัสดี', 'Zürich 1’200.50 €']
  it.skipIf(!pdftotext)('of every script read as they were given', async () => {
    const prints = SCRIPTS.map((value, index) => text(value, {}, 0.1 + index * 0.04))
    const { bytes } = await printed(base(1), [...prints, text('عبد الله', {}, 0.6)])
    const found = popplerText(bytes).replace(/[\u202a-\u202e]/g, '')
    for (const value of [...SCRIPTS, 'عبد الله']) expect(found).toContain(value)
  })

  it('stand where their style says', async () => {
    const places = (['start', 'center', 'end'] as const).map((align, index) =>
      text(`to ${align}`, { align }, 0.1 + index * 0.05),
    )
    const { bytes } = await printed(base(1), [...places, text('مرحبا', { align: 'start' }, 0.4)])
    const [page] = await pdfJsTexts(bytes)
    const x = (part: string) => page!.find((item) => item.text.includes(part))!.x / 595
    expect(x('start')).toBeLessThan(0.12)
    expect(x('center')).toBeCloseTo(0.5, 0)
    expect(x('end')).toBeGreaterThan(0.8)
    expect(x('مرحبا')).toBeGreaterThan(0.8)
  })

  it('become smaller or take lines, and are refused with what fits where that is not enough', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft '.repeat(40).trim()
    const box = { x: 0.1, w: 0.3, h: 0.06 }
    const of = (value: string, style: Partial<PrintStyle>): Print => ({ ...text(value, style), ...box })
    const fits = async (value: string, style: Partial<PrintStyle>) => {
      const [overflow] = await measurePrints(base(1), { prints: [of(value, style)], backgrounds: [] })
      return overflow?.fits ?? null
    }
    for (const style of [{}, { wrap: true }, { wrap: true, shrink: false, size: 12 }, { shrink: false, size: 12 }]) {
      const most = (await fits(long, style))!
      expect(most).toBeGreaterThan(10)
      expect(await fits(long.slice(0, most), style)).toBeNull()
      expect(await fits(long.slice(0, most + 1), style)).toBe(most)
      const refused = await render(base(1), { prints: [of(long, style)], backgrounds: [], marks: [], maskPages: [] })
      expect(refused).toEqual({ overflow: [{ kind: 'text', print: 0, cell: null, fits: most }] })
      const { texts } = await printed(base(1), [of(long.slice(0, most), style)])
      expect(texts[0]!.replaceAll(' ', '')).toContain(long.slice(0, most).replaceAll(' ', ''))
    }
    expect((await fits(long, { wrap: true }))!).toBeGreaterThan(
      (await fits(long, { wrap: true, shrink: false, size: 12 }))!,
    )
  })

  it('are measured with the fonts that are drawn: a file that embeds all fonts has wider ones', async () => {
    const metadata =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta>'
    const builder = new PdfBuilder()
    builder.add('')
    const xmp = builder.stream(metadata, '/Type /Metadata /Subtype /XML')
    const page = builder.add('<< /Type /Page /Parent 4 0 R /MediaBox [0 0 595 842] >>')
    const pages = builder.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
    builder.set(1, `<< /Type /Catalog /Pages ${pages} 0 R /Metadata ${xmp} 0 R >>`)
    const prints = [text('Lorem ipsum dolor sit amet '.repeat(30))]
    const [plain] = await measurePrints(base(1), { prints, backgrounds: [] })
    const [archived] = await measurePrints(builder.build(), { prints, backgrounds: [] })
    expect(archived!.fits).toBeLessThan(plain!.fits)
  })
})

describe('every kind of page', () => {
  const builds = [{ xref: 'stream' }, { objectStreams: true }, { xref: 'table' }] as const
  test.each(builds)('is printed on in a file with %o', async (build) => {
    const { texts } = await printed(base(2, {}, build), [table(items(60)), text('Ada')])
    expect(rowsIn(texts)).toHaveLength(60)
    expect(texts[0]).toContain('Ada')
  })

  test.skipIf(!pdftoppm).each([0, 90, 180, 270])(
    'turned by %i is printed on upright, and so are added pages',
    async (rotate) => {
      const template = base(1, { content: '', rotate, cropBox: [60, 100, 460, 700] })
      const tick: Print = { kind: 'tick', page: 1, x: 0.05, y: 0.05, w: 0.1, h: 0.1 }
      const { bytes, pages } = await printed(template, [tick, table(items(60), { zebra: true, y: 0.6, h: 0.3 })])
      const { width, height } = openPdf(template).pages[0]!
      expect(pages.length).toBeGreaterThan(1)
      for (const page of pages) expect(page).toEqual({ width, height })
      const first = picture(bytes, 1, 72)
      const ink = (of: ReturnType<typeof picture>, box: [number, number, number, number]) => {
        const [x0, y0, x1, y1] = box
        let dark = 0
        for (let x = x0; x < x1; x += 0.002) for (let y = y0; y < y1; y += 0.002) if (of.at(x, y)[0] < 128) dark++
        return dark
      }
      expect(ink(first, [0.05, 0.05, 0.15, 0.15])).toBeGreaterThan(20)
      expect(ink(first, [0.1, 0.6, 0.9, 0.9])).toBeGreaterThan(100)
      expect(ink(first, [0.1, 0.2, 0.9, 0.58])).toBe(0)
      expect(ink(picture(bytes, 2, 72), [0.1, 0.05, 0.9, 0.9])).toBeGreaterThan(100)
    },
  )

  it('in a tree of several levels is followed by its added pages; labels and counts agree', async () => {
    const { bytes, texts } = await printed(nested(), [table(items(40), { page: 2 })])
    expect(texts.map((page) => /Leaf \d/.exec(page)?.[0])).toEqual(['Leaf 1', 'Leaf 2', undefined, 'Leaf 3', 'Leaf 4'])
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    const labels = openPdf(bytes).catalog.toString()
    expect(labels).toMatch(/\/PageLabels[\s\S]*0[\s\S]*4/)
  })

  it('that stands in the document twice is changed once', async () => {
    const builder = new PdfBuilder()
    builder.add('')
    const font = builder.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    const content = builder.stream(textAt(72, 780, 'Twice'))
    const page = builder.add(
      `<< /Type /Page /Parent 5 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`,
    )
    const pages = builder.add(`<< /Type /Pages /Kids [${page} 0 R ${page} 0 R] /Count 2 >>`)
    builder.set(1, `<< /Type /Catalog /Pages ${pages} 0 R >>`)
    const { texts } = await printed(builder.build(), [text('Ada')])
    expect(texts).toEqual([expect.stringContaining('Ada'), expect.not.stringContaining('Ada')])
  })
})

/** Four pages in two branches, which hand down resources, size and rotation, with page labels. */
function nested(): Buffer {
  const builder = new PdfBuilder()
  builder.add('')
  const font = builder.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const numbers = [1, 2, 3, 4].map((number) => builder.stream(textAt(72, 780, `Leaf ${number}`)))
  const leaf = (index: number, parent: number) =>
    builder.add(`<< /Type /Page /Parent ${parent} 0 R /Contents ${numbers[index]} 0 R >>`)
  const [root, left, right] = [7, 8, 9]
  builder.add('')
  builder.add('')
  builder.add('')
  const leaves = [leaf(0, left), leaf(1, left), leaf(2, right), leaf(3, right)]
  builder.set(
    root,
    `<< /Type /Pages /Kids [${left} 0 R ${right} 0 R] /Count 4 /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
  )
  builder.set(left, `<< /Type /Pages /Parent ${root} 0 R /Kids [${leaves[0]} 0 R ${leaves[1]} 0 R] /Count 2 >>`)
  builder.set(right, `<< /Type /Pages /Parent ${root} 0 R /Kids [${leaves[2]} 0 R ${leaves[3]} 0 R] /Count 2 >>`)
  const labels = '/PageLabels << /Nums [0 << /S /D >> 3 << /S /r >>] >>'
  builder.set(1, `<< /Type /Catalog /Pages ${root} 0 R ${labels} >>`)
  return builder.build()
}

describe('form fields', () => {
  const withFields = () => {
    const builder = new PdfBuilder()
    builder.add('')
    const page = 2
    builder.add('')
    const field = (name: string, rect: string) =>
      builder.add(
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [${rect}] /P ${page} 0 R /MK << /BG [1 1 1] >> >>`,
      )
    const covered = field('covered', '60 733 536 757')
    const other = field('other', '60 300 536 330')
    const pages = builder.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
    builder.set(
      page,
      `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 595 842] /Annots [${covered} 0 R ${other} 0 R] >>`,
    )
    builder.set(1, `<< /Type /Catalog /Pages ${pages} 0 R /AcroForm << /Fields [${covered} 0 R ${other} 0 R] >> >>`)
    return builder.build()
  }

  it('under a box are taken out, so that they do not hide the value; others stay', async () => {
    const { bytes, texts } = await printed(withFields(), [text('Ada')])
    expect(texts[0]).toContain('Ada')
    const pdf = openPdf(bytes)
    expect(pdf.catalog.toString().match(/\d+ 0 R/g)).toHaveLength(2)
    expect(pdf.pages[0]!.dict.toString()).toMatch(/\/Annots \[ \d+ 0 R \]/)
  })
})

it('is the same for the same input', async () => {
  const hash = async () =>
    createHash('sha256')
      .update((await printed(base(1), [table(items(50)), text('Ada')])).delta)
      .digest('hex')
  expect(await hash()).toBe(await hash())
})
