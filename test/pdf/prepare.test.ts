import { PDFRef } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepare } from '../../server/pdf/prepare.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { AppendBlock, PrepareOptions } from '../../server/pdf/types.ts'
import { CLEAN, pdftoppm, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { makePdf, PdfBuilder, textAt, withBrokenXref } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const NOTHING: PrepareOptions = { maskPages: [], append: [], marks: [], title: 'Contract' }
const BLOCK: AppendBlock = { ref: 'a', name: 'Ada Lovelace', email: 'ada@example.com', role: 'client', position: null }

const everything = withBrokenXref(
  makePdf({
    pages: 3,
    content: (index) => textAt(72, 700, index === 1 ? 'Sign here: [[ls:signature:client]] please' : 'Text'),
    catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
  }),
)

describe('the preparation revision', () => {
  test('repairs, removes, masks and appends in one step; the upload stays its prefix', async () => {
    const { delta, pageCount, pages, appended } = await prepare(everything, {
      ...NOTHING,
      maskPages: [2],
      append: [BLOCK],
    })
    const presented = Buffer.concat([everything, delta])
    expect(inspect(presented)).toMatchObject({ pageCount: 4, markers: [], malformed: [], removed: [], repaired: false })
    expect(pageCount).toBe(4)
    expect(pages).toHaveLength(4)
    expect(appended.map(({ ref, page }) => [ref, page])).toEqual(appended.map(() => ['a', 4]))
    expect(appended.map(({ kind }) => kind).sort()).toEqual(['date', 'name', 'signature'])
    const texts = (await pdfJsTexts(presented)).map((page) => page.map(({ text }) => text).join(' '))
    expect(texts[0]).toBe('Text')
    expect(texts[1]).toMatch(/^Sign here: +please$/)
    expect(texts[3]).toContain('Ada Lovelace')
  })

  test.skipIf(!qpdf)('qpdf finds it clean', async () => {
    const { delta } = await prepare(everything, { ...NOTHING, maskPages: [2], append: [BLOCK] })
    expect(qpdfCheck(Buffer.concat([everything, delta]))).toMatch(CLEAN)
  })

  test('is empty when nothing has to change', async () => {
    expect((await prepare(makePdf(), NOTHING)).delta).toHaveLength(0)
  })

  test('a dangling reference stays dangling: no later object gets its number', async () => {
    const upload = makePdf({ pages: 2, page: '/Annots [500 0 R]', content: 'q Q' })
    const { delta } = await prepare(upload, NOTHING)
    const pdf = openPdf(Buffer.concat([upload, delta]))
    expect(pdf.register(pdf.context.obj({})).objectNumber).toBeGreaterThan(500)
    expect(pdf.lookup(PDFRef.of(500))).toBeUndefined()
  })
})

describe('a page whose content has a wrong length', () => {
  test.skipIf(!pdftoppm)('shows what is drawn on it in viewers that believe the length', async () => {
    const builder = new PdfBuilder()
    builder.add('<< /Type /Catalog /Pages 2 0 R >>')
    builder.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    builder.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>')
    // Read as content, what follows opens strings, which swallow what is drawn later.
    const after = `\nendstream\nendobj\n${'('.repeat(100)}`
    builder.stream(`1 0 0 rg 72 700 100 20 re f ${'q Q '.repeat(100)}${after}`)
    const right = builder.build().toString('latin1')
    const upload = Buffer.from(right.replace(/\/Length \d{3} /, '/Length 900 '), 'latin1')
    const { delta } = await prepare(upload, NOTHING)
    const presented = Buffer.concat([upload, delta])
    const box = { page: 1, x: 0.1, y: 0.5, w: 0.5, h: 0.1 }
    const revision = await stampFields(presented, [{ ...box, kind: 'checkbox', checked: true }])
    expect(render(Buffer.concat([presented, revision])).pixels.equals(render(presented).pixels)).toBe(false)
  })
})
