import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnDefinition, FieldDefinition, FieldType, ValueType } from '../../server/domain/fields/definition.ts'
import { LOCALES, type Locale } from '../../server/domain/locales.ts'
import {
  type BoxFormat,
  DEFAULT_STYLE,
  type TemplateBox,
  type TemplateModel,
} from '../../server/domain/templates/model.ts'
import { checkValues, type Value } from '../../server/domain/values/check.ts'
import { valuePrinter } from '../../server/domain/values/print.ts'

const type = (name: FieldType, more: Partial<ValueType> = {}): ValueType => ({
  ...{ type: name, options: [], currency: null, decimals: null, max_length: null, labels: {} },
  ...more,
})

const scalar = (key: string, name: FieldType, more: Partial<ValueType> = {}): FieldDefinition => ({
  ...{ key, kind: 'scalar', example: null },
  ...type(name, more),
})

const column = (key: string, name: FieldType, more: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  ...type(name),
  ...{ key, required: false },
  ...more,
})

const box = (field: string, more: Partial<TemplateBox> = {}): TemplateBox => ({
  ...{ id: field, page: 1, x: 0.1, y: 0.1, w: 0.5, h: 0.05, kind: 'text', slot: null, field, option: null },
  ...{ required: false, prefill: 'editable', label: null, max_length: null, style: null, format: null, table: null },
  ...more,
})

const table = (field: string, columns: string[], more: Partial<TemplateBox> = {}): TemplateBox =>
  box(field, {
    kind: 'table',
    style: DEFAULT_STYLE,
    table: {
      columns: columns.map((key) => ({ key, share: 1 / columns.length, align: null })),
      ...{ header: true, zebra: false, max_rows: 3, empty: 'header', continuation_page: null },
    },
    ...more,
  })

const model = (boxes: TemplateBox[]): TemplateModel => ({
  ...{ format: 1, name: 'Test', description: null, locale: 'en', signing_mode: 'parallel', expires_in_days: null },
  ...{ message: null, slots: [], boxes },
})

/** One scalar field, not required. */
const check = (definition: FieldDefinition, given: unknown, more: Partial<TemplateBox> = {}) =>
  checkValues({ model: model([box(definition.key, more)]), fields: [definition] }, { [definition.key]: given })

const kept = (definition: FieldDefinition, given: unknown): Value | undefined => {
  const { problems, values } = check(definition, given)
  expect(problems).toEqual([])
  return values.get(definition.key)?.value
}

const refused = (definition: FieldDefinition, given: unknown) => {
  const { problems, values } = check(definition, given)
  expect(values.size).toBe(0)
  return problems.map(({ code }) => code)
}

const AMOUNT = scalar('amount', 'number')
const RENT = scalar('rent', 'money', { currency: 'CHF' })

/** Of at most 15 digits, six of them after the point, without needless zeros in front. */
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.stringMatching(/^(\.[0-9]{1,6})?$/))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction}`)
  .filter((text) => !/^-[0.]*$/.test(text))

describe('numbers', () => {
  it('are kept as decimal strings, digit by digit', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        expect(kept(AMOUNT, text)).toBe(text)
      }),
    )
    expect(kept(AMOUNT, '007.50')).toBe('7.50')
    expect(kept(AMOUNT, '-0.00')).toBe('0.00')
    expect(kept(AMOUNT, -0)).toBe('0')
  })

  it('are refused when a JSON number was rounded, and taken when it was not', () => {
    expect(refused(AMOUNT, 0.1 + 0.2)).toEqual(['invalid_number'])
    expect(kept(AMOUNT, 0.3)).toBe('0.3')
    for (const given of [2 ** 53, 1e15, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 12345678901234.56]) {
      expect(refused(AMOUNT, given)).toEqual(['invalid_number'])
    }
    const exact = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => Number(value.toPrecision(15)))
    fc.assert(
      fc.property(exact, (given) => {
        const value = check(AMOUNT, given).values.get('amount')?.value
        if (value !== undefined) expect(Number(value)).toBe(given + 0)
      }),
    )
  })

  it('have no other form', () => {
    const others = [
      '',
      ' 1',
      '1 ',
      '+1',
      '1.',
      '.5',
      '1,5',
      '1e3',
      '0x10',
      '1_000',
      '١٢',
      '1.1234567',
      '1234567890123456',
    ]
    for (const given of [...others, true, [], {}, ['1']]) expect(refused(AMOUNT, given)).toEqual(['invalid_number'])
  })

  it('have no more decimals than their field or currency', () => {
    expect(kept(scalar('n', 'number', { decimals: 2 }), '1.25')).toBe('1.25')
    expect(check(scalar('n', 'number', { decimals: 0 }), '1.5').problems).toMatchObject([
      { field: 'n', code: 'invalid_number', meta: { decimals: 0 } },
    ])
    expect(refused(RENT, '1.005')).toEqual(['invalid_number'])
    expect(refused(scalar('yen', 'money', { currency: 'JPY' }), '1.5')).toEqual(['invalid_number'])
    expect(kept(scalar('dinar', 'money', { currency: 'KWD' }), '1.005')).toBe('1.005')
  })
})

describe('days', () => {
  const DAY = scalar('day', 'date')

  it('are those of the calendar', () => {
    const anyDay = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(anyDay, (date) => {
        const text = date.toISOString().slice(0, 10)
        expect(kept(DAY, text)).toBe(text)
      }),
    )
    const parts = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(99), fc.nat(99))
    fc.assert(
      fc.property(parts, ([y, m, d]) => {
        const last = [31, y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0) ? 29 : 28, 31, 30, 31, 30]
        const lengths = [...last, 31, 31, 30, 31, 30, 31]
        const real = d >= 1 && d <= (lengths[m - 1] ?? 0)
        const pad = (value: number, length: number) => String(value).padStart(length, '0')
        expect(check(DAY, `${pad(y, 4)}-${pad(m, 2)}-${pad(d, 2)}`).problems).toHaveLength(real ? 0 : 1)
      }),
    )
    const others = [
      '2026-02-30',
      '2025-02-29',
      '1900-02-29',
      '0000-01-01',
      '2026-2-3',
      '26-02-03',
      '2026-01-01T00:00',
      5,
    ]
    for (const given of others) expect(refused(DAY, given)).toEqual(['invalid_date'])
    expect(kept(DAY, '2024-02-29')).toBe('2024-02-29')
  })
})

describe('texts', () => {
  const NAME = scalar('name', 'text')
  const LINES = scalar('lines', 'multiline')

  it('are kept in NFC without what reorders them, and trimmed at their end', () => {
    expect(kept(NAME, 'Zu\u0308rich \n')).toBe('Z\u00fcrich')
    expect(kept(NAME, 'a\u202eb\u2066c')).toBe('abc')
    expect(kept(LINES, 'a\r\nb\rc\u2028d ')).toBe('a\nb\nc\nd')
    expect(kept(NAME, '\u200b \u2800')).toBeUndefined()
  })

  it('are refused with control characters and halves of characters', () => {
    for (const given of ['a\u0000', '\u0000', 'a\tb', 'a\nb', '\ud800', 'a\u0007']) {
      expect(refused(NAME, given)).toEqual(['control_characters'])
    }
    expect(refused(LINES, 'a\tb')).toEqual(['control_characters'])
    for (const given of [1, true, ['a'], {}]) expect(refused(NAME, given)).toEqual(['wrong_type'])
  })

  it('have a limit in characters, the shortest of definition and boxes', () => {
    expect(kept(scalar('name', 'text', { max_length: 2 }), '🙂🙂')).toBe('🙂🙂')
    const { problems } = check(scalar('name', 'text', { max_length: 5 }), '🙂🙂🙂', { max_length: 2 })
    expect(problems).toMatchObject([{ field: 'name', code: 'too_long', meta: { max_length: 2 } }])
    expect(refused(NAME, 'a'.repeat(2001))).toEqual(['too_long'])
  })
})

describe('other types', () => {
  it.each<[FieldType, unknown[], string, unknown[]]>([
    ['boolean', [true, false], 'wrong_type', ['true', 1, 0, '', []]],
    ['enum', ['red', 'blue'], 'not_an_option', ['Red', '', 1, 'constructor']],
    ['email', ['a@example.com'], 'invalid_email', ['a', 'a@b', '', 1, 'ä@example.com']],
    ['phone', ['+41791234567'], 'invalid_phone', ['0791234567', '+41 79 123 45 67', '', 41791234567]],
  ])('%s', (name, good, code, bad) => {
    const definition = scalar('value', name, { options: ['red', 'blue'] })
    for (const given of good) expect(kept(definition, given)).toBe(given)
    for (const given of bad) expect(refused(definition, given)).toEqual([code])
  })

  it('names the options of an enum', () => {
    const { problems } = check(scalar('c', 'enum', { options: ['red'] }), 'blue')
    expect(problems).toMatchObject([{ field: 'c', code: 'not_an_option', meta: { options: ['red'] } }])
  })
})

const ITEMS: FieldDefinition = {
  ...{ key: 'items', kind: 'collection', max_rows: 1000, labels: { en: 'Items' } },
  columns: [
    column('what', 'text', { required: true, max_length: 10 }),
    column('price', 'money', { currency: 'CHF' }),
    column('constructor', 'text'),
    column('hidden', 'text', { required: true }),
  ],
}
const items = (given: unknown, more: Partial<TemplateBox> = {}) =>
  checkValues(
    { model: model([table('items', ['what', 'price', 'constructor'], more)]), fields: [ITEMS] },
    { items: given },
  )

describe('rows', () => {
  it('report every problem at once with its path, from top to bottom', () => {
    const { problems, values } = items([
      { price: 'x' },
      'row',
      { what: 'far too long', price: '1.234' },
      { what: 'one too many' },
    ])
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['items', 'too_many_rows'],
      ['items[0].what', 'column_required'],
      ['items[0].price', 'invalid_number'],
      ['items[1]', 'wrong_type'],
      ['items[2].what', 'too_long'],
      ['items[2].price', 'invalid_number'],
    ])
    expect(problems[0]).toMatchObject({ meta: { max_rows: 3 } })
    expect(values.size).toBe(0)
    for (const given of ['a', {}, 1, true]) expect(items(given).problems).toMatchObject([{ code: 'not_a_list' }])
  })

  it('keep the cells that are given, and name the columns that the table lacks once', () => {
    const { values, warnings } = items([
      { what: 'Desk', price: 1.5, colour: 1, hidden: 'x' },
      { what: 'Lamp', colour: 2 },
    ])
    expect(values.get('items')).toEqual({
      value: [{ what: 'Desk', price: '1.5' }, { what: 'Lamp' }],
      ...{ slot: null, printed: true },
    })
    expect(warnings.map(({ field, code }) => [field, code])).toEqual([
      ['items.colour', 'unknown_column'],
      ['items.hidden', 'unknown_column'],
    ])
  })

  it('and fields suggest what was meant for the first ten that are unknown', () => {
    const unknown = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`pric_${n}`, 1]))
    const fields = { model: model([box('price')]), fields: [scalar('price', 'number')] }
    for (const { warnings } of [items([unknown]), checkValues(fields, unknown)]) {
      expect(warnings).toHaveLength(30_000)
      expect(warnings.filter(({ message }) => message.includes('did you mean "price"'))).toHaveLength(10)
    }
  })

  it('may be none where the table is optional or a signer would fill it in', () => {
    expect(items([]).values.get('items')).toMatchObject({ value: [], printed: true })
    expect(items([], { required: true }).problems).toMatchObject([{ field: 'items', code: 'required' }])
    expect(items([], { required: true, slot: 1 })).toMatchObject({ problems: [], missingOptional: [] })
    const open = items(undefined, { required: true, slot: 1 })
    expect(open).toMatchObject({
      problems: [],
      missingOptional: [{ field: 'items', type: null, labels: { en: 'Items' } }],
    })
  })
})

describe('owners', () => {
  const given = { name: 'Ada' }
  const NAME = scalar('name', 'text', { labels: { en: 'Name' } })
  const of = (more: Partial<TemplateBox>, value: Record<string, unknown> = given) =>
    checkValues({ model: model([box('name', more)]), fields: [NAME] }, value)

  it('make a value for a signer a proposal, a printed one, or a problem', () => {
    expect(of({}).values.get('name')).toEqual({ value: 'Ada', slot: null, printed: true })
    expect(of({ slot: 2 }).values.get('name')).toEqual({ value: 'Ada', slot: 2, printed: false })
    expect(of({ slot: 2, prefill: 'fixed' }).values.get('name')).toEqual({ value: 'Ada', slot: 2, printed: true })
    expect(of({ slot: 2, prefill: 'refused' }).problems).toMatchObject([{ field: 'name', code: 'signer_owned' }])
    expect(of({ slot: 2, prefill: 'refused' }, { name: null }).problems).toEqual([])
  })

  it('leave only the sender without excuse', () => {
    expect(of({ required: true }, {}).problems).toMatchObject([{ field: 'name', code: 'required' }])
    expect(of({ required: true }, { name: ' ' }).problems).toMatchObject([{ field: 'name', code: 'required' }])
    expect(of({ required: true, slot: 1 }, {})).toMatchObject({ problems: [], missingOptional: [] })
    expect(of({}, {}).missingOptional).toEqual([{ field: 'name', type: 'text', labels: { en: 'Name' } }])
  })
})

describe('all values together', () => {
  const snapshot = {
    model: model([box('rent'), table('items', ['what']), box('constructor', { required: true }), box('day')]),
    fields: [ITEMS, RENT, scalar('constructor', 'text'), scalar('day', 'date')],
  }

  it('are reported in the order of the template, whatever the order of the call', () => {
    const { problems, warnings } = checkValues(snapshot, { day: 1, zebra: 1, items: [{}], rent: 'x', apple: null })
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['rent', 'invalid_number'],
      ['items[0].what', 'column_required'],
      ['constructor', 'required'],
      ['day', 'invalid_date'],
    ])
    expect(warnings.map(({ field }) => field)).toEqual(['zebra', 'apple'])
  })

  it('are only those of the call, never of its prototype', () => {
    const given = JSON.parse('{"__proto__": {"rent": "1"}, "constructor": "own", "\\ud800": 1}')
    const { values, warnings, problems } = checkValues(snapshot, given)
    expect(problems).toEqual([])
    expect([...values.keys()]).toEqual(['constructor'])
    expect(warnings.map(({ field }) => field)).toEqual(['__proto__', '\ufffd'])
  })

  it('that are kept pass the check again unchanged', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    const anything = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), decimals, fc.constant(null))
    const cells = fc.record({ what: anything, price: anything }, { requiredKeys: [] })
    const calls = fc.record({
      rent: anything,
      day: anything,
      constructor: text,
      items: fc.array(cells, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(calls, (given) => {
        const { values } = checkValues(snapshot, given)
        const again = Object.fromEntries([...values].map(([key, { value }]) => [key, value]))
        const stored = JSON.parse(JSON.stringify(again))
        const second = checkValues(snapshot, stored)
        expect(second.values).toEqual(values)
        expect(second.warnings).toEqual([])
      }),
    )
  })
})

describe('on paper', () => {
  const print = (locale: Locale, value: string | boolean, of: ValueType, format: BoxFormat | null = null) =>
    valuePrinter(locale)(value, of, format)
  const CHF = type('money', { currency: 'CHF' })

  it('numbers are grouped as in the language, every digit of them', () => {
    expect(print('en', '999999999999999.999999', type('number'))).toBe('999,999,999,999,999.999999')
    expect(print('de', '-1234.50', type('number'))).toBe('-1.234,50')
    expect(print('de', '1234.5', type('number', { decimals: 3 }))).toBe('1.234,500')
    expect(print('fr', '1234.50', type('number'), 'plain')).toBe('1234.50')
    fc.assert(
      fc.property(decimals, fc.constantFrom(...LOCALES), (value, locale) => {
        const digits = (text: string) => text.replace(/\D/g, '')
        expect(digits(print(locale, value, type('number')))).toBe(digits(value))
      }),
    )
  })

  it('money has its currency and its decimals', () => {
    expect(print('en', '1200.5', CHF)).toBe('CHF\u00a01,200.50')
    expect(print('de', '1200.5', CHF)).toBe('1.200,50\u00a0CHF')
    expect(print('fr', '1200.5', CHF)).toBe('1\u00a0200,50\u00a0CHF')
    expect(print('de', '1200.5', CHF, 'number')).toBe('1.200,50')
    expect(print('en', '1200.5', CHF, 'plain')).toBe('1200.5')
    expect(print('en', '1200', type('money', { currency: 'JPY' }))).toBe('¥1,200')
  })

  it('days say which month they are in', () => {
    expect(print('en', '2026-11-02', type('date'))).toBe('November 2, 2026')
    expect(print('en', '2026-11-02', type('date'), 'date_short')).toBe('Nov 2, 2026')
    expect(print('de', '2026-11-02', type('date'), 'date_short')).toBe('02.11.2026')
    expect(print('ar', '2026-11-02', type('date'))).toBe('2 نوفمبر 2026')
    expect(print('it', '0001-01-01', type('date'), 'iso')).toBe('0001-01-01')
  })

  it('everything else is printed as it is, yes and no as words', () => {
    expect(print('cs', true, type('boolean'))).toBe('Ano')
    expect(print('ar', false, type('boolean'))).toBe('لا')
    expect(print('de', '+41791234567', type('phone'))).toBe('+41791234567')
    expect(print('de', 'red', type('enum'))).toBe('red')
  })
})
