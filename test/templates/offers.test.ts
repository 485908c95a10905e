import { describe, expect, it } from 'vitest'
import type { ScalarDefinition } from '../../server/domain/fields/definition.ts'
import type { TemplateModel } from '../../server/domain/templates/model.ts'
import type { OfferedBox } from '../../server/domain/templates/offers/find.ts'
import { keyOf } from '../../server/domain/templates/offers/key.ts'
import { takeOffers } from '../../server/domain/templates/offers/take.ts'
import type { KnownField } from '../../server/domain/templates/problem.ts'
import { formBoxes } from '../../server/pdf/form-boxes.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { tenantForm } from '../support/pdf-forms.ts'

const EMPTY: TemplateModel = {
  format: 1,
  name: 'Lease',
  description: null,
  locale: 'de',
  signing_mode: 'parallel',
  expires_in_days: null,
  message: null,
  slots: [],
  boxes: [],
}
const place = { page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.03 }
const marker = (more: object): OfferedBox => ({
  ...place,
  source: 'marker',
  kind: 'text',
  role: 'tenant',
  fieldKey: null,
  label: null,
  ...more,
})
const field = (more: object): OfferedBox => ({
  ...place,
  source: 'form',
  kind: 'text',
  name: 'iban',
  label: null,
  required: false,
  multiline: false,
  maxLength: null,
  options: [],
  option: null,
  ...more,
})
const known = (key: string, more: Partial<ScalarDefinition> = {}, archived = false): [string, KnownField] => [
  key,
  {
    definition: {
      ...{ key, kind: 'scalar', type: 'text', options: [], currency: null, decimals: null, max_length: null },
      ...{ labels: {}, example: null, ...more },
    },
    archived,
  },
]

describe('the fields of a form', () => {
  it('are found with their place, name and kind; buttons are not', async () => {
    const found = formBoxes(await tenantForm())
    expect(found.map(({ page, kind, name, option }) => [page, kind, name, option])).toEqual([
      [1, 'text', "Tenant's name", null],
      [1, 'text', 'notes', null],
      [1, 'checkbox', 'pets', null],
      [1, 'checkbox', 'heating', expect.any(String)],
      [1, 'checkbox', 'heating', expect.any(String)],
      [1, 'text', 'Stockwerk', null],
      [2, 'text', "Tenant's name", null],
      [2, 'text', '名前', null],
    ])
    expect(found[0]).toMatchObject({ required: true, maxLength: 60, multiline: false })
    expect(found[0]!.x).toBeCloseTo(72 / 595, 2)
    expect(found[0]!.y).toBeCloseTo((842 - 720) / 842, 2)
    expect(found[1]).toMatchObject({ multiline: true, required: false })
    expect(found[5]!.options).toEqual(['ground', 'first'])
  })

  it('are left out where nobody would see them, and a loop of fields ends', () => {
    const widget = (more: string) => `<< /Subtype /Widget /FT /Tx /T (x) /Rect [10 10 90 30] ${more} >>`
    const seen = (page: string, objects: string[] = []) => formBoxes(makePdf({ page, objects })).length
    expect(seen(`/Annots [${widget('')}]`)).toBe(1)
    expect(seen(`/Annots [${widget('/F 2')}]`)).toBe(0)
    expect(seen(`/Annots [${widget('/Rect [900 10 990 30]')}]`)).toBe(0)
    expect(seen('/Annots [<< /Subtype /Widget /FT /Tx /T (x) >>]')).toBe(0)
    expect(seen('/Annots 7')).toBe(0)
    const loop = '<< /Subtype /Widget /T (x) /Rect [10 10 90 30] /Parent 10 0 R >>'
    expect(seen('/Annots [10 0 R]', [loop])).toBe(0)
  })
})

describe('boxes made of what a PDF offers', () => {
  it('belong to the slot of a marker, which is added once', () => {
    const offers = [
      marker({ kind: 'signature' }),
      marker({ role: 'landlord', kind: 'signature' }),
      marker({ fieldKey: 'IBAN', label: 'Konto' }),
    ]
    const { model, fields } = takeOffers(EMPTY, offers, new Map())
    expect(model.slots.map(({ slot, role }) => [slot, role])).toEqual([
      [1, 'tenant'],
      [2, 'landlord'],
    ])
    expect(model.boxes.map(({ kind, slot, field, required }) => [kind, slot, field, required])).toEqual([
      ['signature', 1, null, true],
      ['signature', 2, null, true],
      ['text', 1, 'iban', true],
    ])
    expect(fields).toMatchObject([{ key: 'iban', type: 'text', labels: { de: 'Konto' } }])
    expect(EMPTY).toMatchObject({ slots: [], boxes: [] })
  })

  it('are filled in by the sender where the form has a field; one name is one key', () => {
    const offers = [
      field({ name: 'Mieter', required: true, maxLength: 9_000 }),
      field({ name: 'Mieter', page: 2 }),
      field({ name: 'Haustiere', kind: 'checkbox' }),
      field({ name: 'Heizung', kind: 'checkbox', option: 'Gas' }),
      field({ name: 'Heizung', kind: 'checkbox', option: 'Öl' }),
      field({ name: 'Stock', options: ['EG', 'OG'] }),
      field({ name: 'sig', kind: 'signature' }),
    ]
    const { model, fields } = takeOffers(EMPTY, offers, new Map())
    expect(model.boxes.map(({ slot, field, option }) => [slot, field, option])).toEqual([
      [null, 'mieter', null],
      [null, 'mieter', null],
      [null, 'haustiere', null],
      [null, 'heizung', 'Gas'],
      [null, 'heizung', 'Öl'],
      [null, 'stock', null],
      [1, null, null],
    ])
    expect(fields).toMatchObject([
      { key: 'mieter', type: 'text', max_length: 2_000 },
      { key: 'haustiere', type: 'boolean' },
      { key: 'heizung', type: 'enum', options: ['Gas', 'Öl'] },
      { key: 'stock', type: 'enum', options: ['EG', 'OG'] },
    ])
  })

  it('use the fields of the registry that can hold them, and another key where one cannot', () => {
    const registry = new Map([known('iban'), known('pets', { type: 'text' }), known('floor', { type: 'enum' })])
    const offers = [field({}), field({ name: 'pets', kind: 'checkbox' }), field({ name: 'floor', options: ['1'] })]
    const { model, fields } = takeOffers(EMPTY, offers, registry)
    expect(model.boxes.map((box) => box.field)).toEqual(['iban', 'pets_2', 'floor_2'])
    expect(fields.map(({ key }) => key)).toEqual(['pets_2', 'floor_2'])
    // Of the tenant already: the sender cannot fill it in too.
    const mixed = takeOffers(EMPTY, [marker({ fieldKey: 'iban' }), field({})], registry)
    expect(mixed.model.boxes.map((box) => box.field)).toEqual(['iban', 'iban_2'])
  })

  it('have another key than a field that is archived', () => {
    const registry = new Map([known('iban', {}, true)])
    const { model, fields } = takeOffers(EMPTY, [field({})], registry)
    expect([model.boxes.map((box) => box.field), fields.map(({ key }) => key)]).toEqual([['iban_2'], ['iban_2']])
  })

  it('take any text where a list has more options, or longer ones, than a field can have', () => {
    const many = Array.from({ length: 201 }, (_, index) => `${index}`)
    const offers = [
      field({ name: 'country', options: many }),
      field({ name: 'bank', options: ['x'.repeat(201)] }),
      field({ name: 'canton', options: ['ü'.repeat(200), ...many.slice(2)] }),
    ]
    const { fields } = takeOffers(EMPTY, offers, new Map())
    expect(fields.map((one) => [one.key, one.kind === 'scalar' && [one.type, one.options.length]])).toEqual([
      ['country', ['text', 0]],
      ['bank', ['text', 0]],
      ['canton', ['enum', 200]],
    ])
  })

  it('leave out a choice of radio buttons that no field can have', () => {
    const offers = ['x'.repeat(201), 'y'].map((option) => field({ name: 'bank', kind: 'checkbox', option }))
    const { model, fields } = takeOffers(EMPTY, [...offers, field({})], new Map())
    expect([model.boxes.map((box) => box.field), fields.map(({ key }) => key)]).toEqual([['iban'], ['iban']])
  })

  it('stop where a model is full', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => field({ name: `f${index}` }))
    expect(takeOffers(EMPTY, many, new Map()).model.boxes).toHaveLength(1_000)
    const roles = Array.from({ length: 25 }, (_, index) => marker({ role: `r${index}`, kind: 'signature' }))
    const { model } = takeOffers(EMPTY, roles, new Map())
    expect([model.slots.length, model.boxes.length]).toEqual([20, 20])
  })

  it.each([
    ["Tenant's Name", 'tenant_s_name'],
    ['Straße/Nr.', 'stra_e_nr'],
    ['Prénom', 'prenom'],
    ['2nd line', 'field_2nd_line'],
    ['名前', 'field'],
    ['', 'field'],
    ['x'.repeat(80), 'x'.repeat(41)],
  ])('%s becomes the key %s', (name, key) => {
    expect(keyOf(name, () => true)).toBe(key)
    expect(keyOf(name, (candidate) => candidate !== key)).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
  })
})
