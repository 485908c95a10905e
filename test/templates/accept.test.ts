import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition, FieldType, ValueType } from '../../server/domain/fields/definition.ts'
import {
  DEFAULT_STYLE,
  type Snapshot,
  type TemplateBox,
  type TemplateModel,
} from '../../server/domain/templates/model.ts'
import { renderTemplate } from '../../server/domain/templates/render.ts'
import { acceptValues } from '../../server/domain/templates/values/accept.ts'
import { checkValues } from '../../server/domain/values/check.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { sharedPdfPool } from '../support/pdf-pool.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

const ctx = { pdf: sharedPdfPool }
const template = makePdf({ pages: 2, content: (index) => textAt(72, 780, `Page ${index + 1}`) })
let folder: string
let path: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-templates-'))
  path = join(folder, 'template.pdf')
  writeFileSync(path, template)
})
afterAll(() => rmSync(folder, { recursive: true }))

const type = (name: FieldType, more: Partial<ValueType> = {}): ValueType => ({
  ...{ type: name, options: [], currency: null, decimals: null, max_length: null, labels: {} },
  ...more,
})
const scalar = (key: string, name: FieldType, more: Partial<ValueType> = {}): FieldDefinition => ({
  ...{ key, kind: 'scalar', example: null },
  ...type(name, more),
})
let made = 0
const box = (field: string | null, y: number, more: Partial<TemplateBox> = {}): TemplateBox => ({
  ...{ id: String(made++), page: 1, x: 0.1, y, w: 0.3, h: 0.03, kind: 'text', slot: null, field, option: null },
  ...{ required: false, prefill: 'editable', label: null, max_length: null, style: null, format: null, table: null },
  ...more,
})
const snapshotOf = (boxes: TemplateBox[], fields: FieldDefinition[], more: Partial<TemplateModel> = {}): Snapshot => ({
  model: {
    ...{ format: 1, name: 'Test', description: null, locale: 'de', signing_mode: 'parallel', expires_in_days: null },
    ...{ message: null, slots: [], boxes, ...more },
  },
  fields,
  file: {
    ...{ name: 'template.pdf', length: template.length },
    sha256: createHash('sha256').update(template).digest('hex'),
    pages: openPdf(template).pages.map(({ width, height }) => ({ width, height })),
  },
})
const accept = (snapshot: Snapshot, given: Record<string, unknown>) =>
  acceptValues(ctx, 'w', { snapshot, source: { path }, markerPages: [] }, given)

const ITEMS: FieldDefinition = {
  ...{ key: 'items', kind: 'collection', max_rows: 1000, labels: { de: 'Posten' } },
  columns: [
    { key: 'what', required: true, ...type('text', { labels: { de: 'Was' } }) },
    { key: 'price', required: false, ...type('money', { currency: 'EUR' }) },
  ],
}
const itemsBox = (more: Partial<TemplateBox> = {}) =>
  box('items', 0.5, {
    ...{ kind: 'table', w: 0.8, h: 0.1 },
    table: {
      columns: [
        { key: 'what', share: 0.7, align: null },
        { key: 'price', share: 0.3, align: null },
      ],
      ...{ header: true, zebra: false, max_rows: 300, empty: 'hide', continuation_page: null },
    },
    ...more,
  })

describe('values that do not fit', () => {
  const snapshot = snapshotOf(
    [
      box('name', 0.1),
      box('name', 0.2, { w: 0.05, style: { ...DEFAULT_STYLE, overflow: 'refuse', size: 12 } }),
      box('rent', 0.3, { w: 0.02, h: 0.01, style: { ...DEFAULT_STYLE, overflow: 'refuse', size: 20 } }),
      box('iban', 0.4, { slot: 1, w: 0.05, h: 0.02 }),
      box('iban', 0.45, { slot: 1, w: 0.06, h: 0.02 }),
    ],
    [scalar('name', 'text'), scalar('rent', 'money', { currency: 'EUR' }), scalar('iban', 'text')],
  )

  it('are problems with the number of characters that fit into all of their boxes', async () => {
    const { problems, values } = await accept(snapshot, {
      iban: 'DE89370400440532013000',
      rent: '1',
      name: 'Maximilian',
    })
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['name', 'too_long'],
      ['rent', 'too_long'],
      ['iban', 'too_long'],
    ])
    expect(values.size).toBe(0)
    const fits = problems[0]!.meta!.fits as number
    expect(fits).toBeGreaterThan(1)
    expect(fits).toBeLessThan(8)
    expect((await accept(snapshot, { name: 'Maximilian'.slice(0, fits) })).problems).toEqual([])
  })

  it('are exactly those that are not drawn', async () => {
    const words = fc.array(fc.constantFrom('W', 'i', 'Zürich ', 'Ελλάδα ', '株式会社', 'مرحبا ', '🙂', '\u0301'), {
      maxLength: 25,
    })
    await fc.assert(
      fc.asyncProperty(words, async (parts) => {
        const given = { name: parts.join('') }
        const { problems } = await accept(snapshot, given)
        const rendered = await renderTemplate(
          ctx,
          'w',
          { snapshot, source: { path }, markerPages: [] },
          checkValues(snapshot, given).values,
        )
        if (problems.length > 0) expect(rendered).toEqual({ problems })
        else expect(rendered).toHaveProperty('delta')
      }),
      { numRuns: 15 },
    )
  })

  it('are named with the characters that no font has', async () => {
    const { problems, warnings } = await accept(snapshot, { name: '𐌰', other: 1 })
    expect(problems).toEqual([])
    expect(warnings.map(({ field, code }) => [field, code])).toEqual([
      ['other', 'unknown_field'],
      ['name', 'missing_glyph'],
    ])
  })
})

describe('a document of a template', () => {
  const ENUM = scalar('plan', 'enum', { options: ['basic', 'full'] })
  const signature = box(null, 0.9, { kind: 'signature', slot: 1, page: 2 })
  const snapshot = snapshotOf(
    [
      box('start', 0.1),
      box('start', 0.1, { x: 0.6, format: 'iso' }),
      box('rent', 0.15),
      box('plan', 0.2, { kind: 'checkbox', option: 'basic', w: 0.03 }),
      box('plan', 0.2, { kind: 'checkbox', option: 'full', w: 0.03, x: 0.2 }),
      box('fixed', 0.25, { slot: 1, prefill: 'fixed' }),
      box('open', 0.3, { slot: 1 }),
      box('notes', 0.35, { h: 0.1 }),
      itemsBox(),
      signature,
    ],
    [
      ...[scalar('start', 'date'), scalar('rent', 'money', { currency: 'EUR' }), ENUM, scalar('fixed', 'text')],
      ...[scalar('open', 'text'), scalar('notes', 'multiline'), ITEMS],
    ],
    {
      slots: [
        {
          ...{ slot: 1, role: 'tenant', labels: {}, pinned_email: null, pinned_name: null, signing_order: null },
          ...{ channel: 'email', require_sms_verification: false, sms_gate: null },
        },
      ],
    },
  )
  const given = {
    ...{ start: '2026-11-02', rent: '1234.5', plan: 'full', fixed: 'settled', open: 'proposal', notes: 'one\ntwo' },
    items: Array.from({ length: 40 }, (_, i) => ({ what: `Posten ${i + 1}`, ...(i % 2 === 0 && { price: `${i}.5` }) })),
  }

  it('shows the values in the language of the template, and leaves proposals to the signer', async () => {
    const { problems, values } = await accept(snapshot, given)
    expect(problems).toEqual([])
    const rendered = await renderTemplate(ctx, 'w', { snapshot, source: { path }, markerPages: [] }, values)
    if ('problems' in rendered) throw new Error(JSON.stringify(rendered.problems))
    const bytes = Buffer.concat([template, rendered.delta])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(rendered.sha256)
    expect(rendered.pageOf).toEqual([1, 3])
    const pages = await pdfJsTexts(bytes)
    const texts = pages.map((page) => page.map(({ text }) => text))
    expect(texts[0]).toEqual(
      expect.arrayContaining([
        '2. November 2026',
        '2026-11-02',
        '1.234,50 €',
        'settled',
        'one',
        'two',
        'Was',
        '0,50 €',
      ]),
    )
    expect(texts.flat()).not.toContain('proposal')
    expect(texts.flat().filter((text) => text.startsWith('Posten'))).toHaveLength(41)
    expect(texts[1]!.at(-1)).toBe('Posten, Seite 2 von 2')
    // Amounts stand at the end of their column.
    const right = pages[0]!.filter(({ text }) => text.endsWith('€') && !text.startsWith('1.234'))
    expect(Math.min(...right.map(({ x }) => x))).toBeGreaterThan(450)
  })

  it('has no table where no rows were given and none is wanted', async () => {
    const rendered = await renderTemplate(ctx, 'w', { snapshot, source: { path }, markerPages: [] }, new Map())
    if ('problems' in rendered) throw new Error(JSON.stringify(rendered.problems))
    expect(rendered.pages).toHaveLength(2)
    const [page] = await pdfJsTexts(Buffer.concat([template, rendered.delta]))
    expect(page!.map(({ text }) => text)).toEqual(['Page 1'])
  })

  it('is not made of another file', async () => {
    const altered = { ...snapshot, file: { ...snapshot.file, sha256: '0'.repeat(64) } }
    await expect(
      renderTemplate(ctx, 'w', { snapshot: altered, source: { path }, markerPages: [] }, new Map()),
    ).rejects.toThrow('differ')
  })
})
