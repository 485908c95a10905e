import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspect } from '../../server/pdf/inspect.ts'
import type { FieldKind } from '../../server/pdf/types.ts'
import { makePdf, PdfBuilder, textAt } from '../support/pdf-fixtures.ts'

/** Fields are called what is printed for them. */

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/labels', `${name}.pdf`))
const labelsOf = (pdf: Buffer) => inspect(pdf).markers.map(({ label }) => label)

/** Printed by Chromium from HTML as people write it; markers in order of reading. */
const PRINTED: Record<string, (string | null)[]> = {
  'left-colon': ['Name', 'Date of birth', 'Street and number', 'Place, date', 'Signature'],
  underscores: ['Full legal name', 'Start date', 'Emergency contact (name and phone)', 'Employee’s signature', 'Date'],
  above: [
    'First and last name',
    'Occupation',
    'Monthly income (CHF)',
    'Number of persons',
    'Date',
    'Signature of the applicant',
  ],
  table: ['Patient’s name', 'Known allergies', 'Current medication', 'Date', 'Patient’s signature'],
  below: ['Place, date', 'Signature of the client', 'Name in block letters', 'Customer number'],
  'two-columns': ['Name', 'Phone', 'Date', 'Signature'],
  arabic: ['الاسم الكامل', 'رقم الهاتف', 'التاريخ', 'التوقيع'],
  'hebrew-table': ['שם מלא', 'מספר זהות', 'תאריך', 'חתימה'],
  german: ['Vorname / Name', 'AHV-Nr.', 'IBAN', 'Ort / Datum', 'Unterschrift Arbeitnehmer/in'],
  japanese: ['氏名', '住所', '日付', '署名'],
  // Nothing is made up for a blank in a sentence, or between paragraphs.
  'in-sentences': [null, null, null, 'Signed by the declarant', null],
  'no-labels': [null, null],
}

describe('the label printed for a marker', () => {
  it.each(Object.entries(PRINTED))('%s', (name, expected) => {
    expect(labelsOf(fixture(name))).toEqual(expected)
  })
})

const box = (kind: FieldKind, x: number, y: number, w: number, h: number) => ({ kind, page: 1, x, y, w, h })

/** In points from the top left of a page of 595 x 842, as a caller measures them. */
const at = (kind: FieldKind, x: number, top: number, width: number, height: number) =>
  box(kind, x / 595, top / 842, width / 595, height / 842)

describe('the label printed for a box of the caller', () => {
  const content =
    textAt(60, 700, 'Rent per month: CHF ______________') +
    textAt(60, 660, 'Tenant ..........................   Landlord ..........................') +
    textAt(90, 620, 'I have read the house rules and agree to them.') +
    textAt(90, 600, 'Pets are allowed') +
    textAt(60, 540, 'This is a paragraph that ends right above the signature of the person who signs it.') +
    textAt(62, 488, 'Account number', 6)

  const pdf = makePdf({ pages: 1, content: () => content })
  const labels = (...boxes: ReturnType<typeof box>[]) => inspect(pdf, 0, true, boxes).labels

  it('leaves out currencies and rows of underscores and dots', () => {
    expect(labels(at('text', 180, 130, 110, 16))).toEqual(['Rent per month'])
    const columns = labels(at('name', 98, 170, 80, 16), at('name', 245, 170, 80, 16))
    expect(columns).toEqual(['Tenant', 'Landlord'])
  })

  it('stands behind a checkbox', () => {
    expect(labels(at('checkbox', 70, 212, 12, 12), at('checkbox', 70, 232, 12, 12))).toEqual([
      'I have read the house rules and agree to them',
      'Pets are allowed',
    ])
  })

  it('is not prose, may be small print in the corner of a cell, and belongs to one box', () => {
    expect(labels(at('signature', 60, 308, 150, 30))).toEqual([null])
    expect(labels(at('text', 60, 346, 150, 30))).toEqual(['Account number'])
    expect(labels(at('text', 60, 346, 150, 30), at('text', 60, 346, 150, 30)).filter(Boolean)).toHaveLength(1)
  })

  it('a box on a page that does not exist, or off every line of print, has none', () => {
    expect(labels({ ...at('text', 60, 100, 50, 20), page: 9 }, at('text', 400, 760, 50, 20))).toEqual([null, null])
  })

  it('a form field of the PDF in that place says its own name', () => {
    const builder = new PdfBuilder()
    builder.add('<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>')
    builder.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    builder.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R] >>')
    builder.stream('')
    builder.add(
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f1) /TU (Taxpayer identification number) /Rect [60 700 260 720] >>',
    )
    const form = builder.build()
    const found = inspect(form, 0, true, [at('text', 62, 123, 190, 18), at('text', 60, 200, 190, 18)]).labels
    expect(found).toEqual(['Taxpayer identification number', null])
  })

  it('ten thousand lines and three hundred boxes take a moment; more boxes have no printed labels', () => {
    const lines = Array.from({ length: 80 }, (_, row) =>
      Array.from({ length: 12 }, (_, column) => textAt(20 + column * 45, 830 - row * 10, 'Name:', 4)).join(''),
    ).join('')
    const dense = makePdf({ pages: 1, content: () => lines })
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => at('text', 32 + (i % 12) * 45, 10 + Math.floor(i / 12) * 10, 20, 6))
    expect(inspect(dense, 0, true, many(300)).labels.filter(Boolean).length).toBeGreaterThan(250)
    expect(inspect(dense, 0, true, many(301)).labels.every((label) => label === null)).toBe(true)
  })
})
