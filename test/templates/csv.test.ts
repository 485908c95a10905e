import { describe, expect, it } from 'vitest'
import { fieldsOf, modelOf } from '../../server/api/template-input.ts'
import { readCell } from '../../server/domain/bulk/cell.ts'
import { csvColumnsOf, headingOf, readRow } from '../../server/domain/bulk/columns.ts'
import { readCsv, writeCsv } from '../../server/domain/bulk/csv.ts'
import { guessNames, mappingProblems } from '../../server/domain/bulk/mapping.ts'
import { decideStyle, readStyled } from '../../server/domain/bulk/style.ts'
import type { ValueType } from '../../server/domain/fields/definition.ts'
import type { Locale } from '../../server/domain/locales.ts'
import { FieldModel, TemplateModel } from '../../server/generated/schemas.ts'
import { LEASE_FIELDS, leaseModel } from '../support/templates.ts'

const lease = {
  model: modelOf(TemplateModel.parse(leaseModel())),
  fields: fieldsOf(LEASE_FIELDS.map((field) => FieldModel.parse(field))),
}
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('a CSV file is read as spreadsheets write it', () => {
  const SHEET = [
    ['a', 'b'],
    ['1', 'Zoë, "the" 山田'],
    ['2', 'two\r\nlines'],
  ]
  const quoted = (mark: string, end: string) =>
    ['a', 'b'].join(mark) +
    end +
    ['1', '"Zoë, ""the"" 山田"'].join(mark) +
    end +
    ['2', '"two\r\nlines"'].join(mark) +
    end

  it.each([
    ['commas', quoted(',', '\n')],
    ['semicolons, and CRLF', quoted(';', '\r\n')],
    ['tabs, and CR', quoted('\t', '\r')],
    ['a byte order mark', `\ufeff${quoted(',', '\r\n')}`],
    ["Excel's line that names the separator", `sep=;\r\n${quoted(';', '\r\n')}`],
    ['a byte order mark before that line', `\ufeffsep=;\n${quoted(';', '\n')}`],
    ['no line end at the end', quoted(',', '\n').trimEnd()],
  ])('with %s', (_, text) => {
    expect(readCsv(Buffer.from(text)).rows).toEqual(SHEET)
  })

  it('with rows that another program has added with other line ends', () => {
    const rows = [
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'q'],
      ['3', 'y'],
      ['4', 'z'],
    ]
    expect(readCsv(Buffer.from('a,b\r\n1,x\n2,"q"\r3,y\n4,z')).rows).toEqual(rows)
    expect(readCsv(Buffer.from('name\r\nAda\nBob\n')).rows).toEqual([['name'], ['Ada'], ['Bob']])
  })

  it.each(['le', 'be'] as const)('in UTF-16 %s, which Excel calls Unicode text', (order) => {
    expect(readCsv(utf16(quoted('\t', '\r\n'), order)).rows).toEqual(SHEET)
  })

  it('with a separator in a quoted heading, and empty lines as rows', () => {
    expect(readCsv(Buffer.from('"x,y,z";b\n\n1;2')).rows).toEqual([['x,y,z', 'b'], [''], ['1', '2']])
  })

  it.each([
    ['an empty file', Buffer.from(' \n'), 'The file is empty.'],
    ['a workbook', Buffer.from('PK\x03\x04rest'), 'This is a workbook'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'This is a workbook'],
    ['Latin-1', Buffer.from('a\nZo\xeb', 'latin1'), 'not in UTF-8'],
    ['UTF-16 without a mark', Buffer.from('a;b', 'utf16le'), 'characters that are no text'],
    ['half a character', Buffer.concat([utf16('a', 'le'), Buffer.from([0x41])]), 'not in UTF-8'],
    [
      'a quotation mark that is not closed',
      Buffer.from('a,b\n1,2\n3,"4\n5,6\n7,8'),
      'Row 3: A quotation mark is opened and never closed',
    ],
    ['text after a closing mark', Buffer.from('a,b\n"x\ny",2\n1,"2"3'), 'Row 3: After a closing quotation mark'],
    ['a mark inside a cell', Buffer.from('a,b\n1,2"3'), 'Row 2: A quotation mark stands inside'],
  ])('%s is refused in words', (_, bytes, words) => {
    expect(() => readCsv(bytes)).toThrow(words)
  })

  it('with any number of empty rows at the end', () => {
    expect(readCsv(Buffer.from(`a,b\r\n1,\r\n${' ,,\r\n'.repeat(900_000)}`)).rows).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
    expect(readCsv(Buffer.from(`a;b\n1;""${'\n'.repeat(5_000_000)}`)).rows).toHaveLength(2)
  })

  it('with many line ends and commas in quotation marks', () => {
    const sheet = readCsv(Buffer.from(`a\n"${'""\n'.repeat(10_000)}${','.repeat(1_000_000)}"`))
    const [, [cell] = []] = sheet.rows
    expect(cell).toHaveLength(1_020_000)
  })

  it.each([
    ['empty lines', `a,b\n${'\n'.repeat(5_000_000)}1,2`, 'There are more than 5,000 lines; at most 1,000 rows'],
    ['lines that end with CR', `a,b\r${'\r'.repeat(5_000_000)}1,2`, 'There are more than 5,000 lines'],
    ['cells', `a,b\n${','.repeat(5_000_000)}1`, 'There are more than 1,000,000 cells'],
  ])('without making objects of five million %s', (_, text, words) => {
    expect(() => readCsv(Buffer.from(text))).toThrow(words)
  })

  it.each([',', ';', '\t', '|'] as const)('what is written with %s can be read, and is no formula', (separator) => {
    const rows = [
      ['=1+1', 'a"b'],
      ['+41', 'x\ny'],
      ['-2', ';'],
    ]
    const text = writeCsv(rows, separator)
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text).toContain(`'=1+1${separator}`)
    expect(text).toContain(`'+41${separator}`)
    expect(text).toContain(`'-2${separator}`)
    expect(readCsv(Buffer.from(text))).toEqual({ rows, separator })
  })
})

describe('how a column is written', () => {
  const number: ValueType = {
    type: 'number',
    currency: null,
    options: [],
    max_length: null,
    labels: {},
    decimals: null,
  }
  const money: ValueType = { ...number, type: 'money', currency: 'CHF' }
  const date: ValueType = { ...number, type: 'date' }
  const read = (cells: string[], type: ValueType, locale: Locale = 'en') => {
    const { style, openCell } = decideStyle(type, cells, locale)!
    return { read: cells.map((cell) => readStyled(cell, type, style)), openCell }
  }

  it.each<[type: ValueType, cells: string[], read: string[]]>([
    [money, ['50.000,00', '1.850', '12,5', '7'], ['50000.00', '1850', '12.5', '7']],
    [money, ['50,000.00', '1,850', '12.5', 'CHF 7'], ['50000.00', '1850', '12.5', '7']],
    [money, ['50 000,00', '50\u00a0000,00', '50\u202f000'], ['50000.00', '50000.00', '50000']],
    [money, ["50'000.00", '1’850.50'], ['50000.00', '1850.50']],
    // A third digit is none of an amount.
    [money, ['1.850'], ['1850']],
    [number, ['1.855', '1.855,5'], ['1855', '1855.5']],
    [number, ['1,855', '1,855.5'], ['1855', '1855.5']],
    [number, ['0,5', '12,25'], ['0.5', '12.25']],
    [date, ['2.1.2026', '31.12.2026'], ['2026-01-02', '2026-12-31']],
    [date, ['1/2/2026', '31/12/2026'], ['2026-02-01', '2026-12-31']],
    [date, ['1/2/2026', '12/31/2026'], ['2026-01-02', '2026-12-31']],
    [date, ['2026-01-02', '2026/1/3'], ['2026-01-02', '2026-01-03']],
    [date, ['1/1/2026', '2/2/2026'], ['2026-01-01', '2026-02-02']],
  ])('%# is decided by all of its rows', (type, cells, expected) => {
    for (const locale of ['en', 'de'] as const)
      expect(read(cells, type, locale)).toEqual({ read: expected, openCell: null })
  })

  it.each<[type: ValueType, cells: string[], open: string, en: string, de: string]>([
    [number, ['7', '1.855'], '1.855', '1.855', '1855'],
    [number, ['1,855'], '1,855', '1855', '1.855'],
    [date, ['1/1/2026', '1/2/2026'], '1/2/2026', '2026-01-02', '2026-02-01'],
  ])('%# is asked for where every row can be read in two ways', (type, cells, open, en, de) => {
    expect(read(cells, type, 'en')).toMatchObject({ openCell: open, read: expect.arrayContaining([en]) })
    expect(read(cells, type, 'de')).toMatchObject({ openCell: open, read: expect.arrayContaining([de]) })
  })

  it('says what is wrong with a cell in its own way of writing', () => {
    expect(readCell('5O.000,00', money, 'comma')).toEqual({
      problem: expect.stringContaining('letter among its digits'),
    })
    expect(readCell('much', money, 'comma')).toEqual({
      problem: 'must be a number with at most 2 decimals, such as 1.850,50',
    })
    expect(readCell('50.000,00', money, 'point')).toEqual({ problem: expect.stringContaining('such as 1,850.50') })
    expect(readCell('soon', date, 'month')).toEqual({ problem: 'must be a day, such as 2026-12-31 or 12/31/2026' })
    expect(readCell('31.2.2026', date, 'day')).toEqual({ problem: 'is no day that the calendar has' })
  })
})

describe('the columns of a template', () => {
  it('are recipients, values and the first rows of tables', () => {
    expect(csvColumnsOf(lease).map(({ name }) => name)).toEqual([
      ...['slot1.name', 'slot1.email', 'slot1.phone_e164', 'slot1.locale'],
      ...['slot2.name', 'slot2.email', 'slot2.phone_e164', 'slot2.locale'],
      ...['tenant_name', 'monthly_rent', 'start_date', 'pets', 'iban'],
      ...['items.1.what', 'items.1.amount', 'items.2.what', 'items.2.amount', 'items.3.what', 'items.3.amount'],
      'title',
    ])
  })

  const file = (heading: string[], ...rows: string[][]) => ({ heading, rows })

  it('may come in any order and case, and a row says what they name', () => {
    const heading = ['Tenant_name', ' slot2.email', 'slot1.email', 'monthly_rent', 'pets', 'items.300.what', '']
    const cells = [' Ada ', 'g@example.com', 'a@example.com', '1850', 'TRUE', 'Desk', '']
    const guess = guessNames(lease, file(heading, cells), {})!
    expect(guess.isSure).toBe(true)
    expect(readRow(headingOf(lease, guess.names), cells, {})).toEqual({
      recipients: [
        { slot: 1, email: 'a@example.com' },
        { slot: 2, email: 'g@example.com' },
      ],
      values: { tenant_name: 'Ada', monthly_rent: '1850', pets: true, items: [{ what: 'Desk' }] },
      tableRows: { items: [300] },
      title: null,
    })
  })

  it('are known by their labels in any language, by a part of a person, and by what stands below them', () => {
    const heading = ['Mieter E-Mail', 'LANDLORD · Courriel', 'Tenant name', 'Monthly-Rent', 'Kontakt', 'Items 2 what']
    const rows = [['a@example.com', 'b@example.com', 'Ada', '1', 'x', 'Desk']]
    expect(guessNames(lease, file(heading, ...rows), {})!.names.slice(1)).toEqual([
      ...['slot2.email', 'tenant_name', 'monthly_rent', '', 'items.2.what'],
    ])
    const byContent = guessNames(
      lease,
      file(['E-Mail', 'Kontakt', 'Name'], ['x@example.com', 'y@example.com', 'Y']),
      {},
    )!
    expect(byContent).toEqual({ names: ['slot1.email', 'slot2.email', 'slot1.name'], isSure: false })
  })

  it('are known by what the template remembers, if it still has it', () => {
    const heading = ['Vermieter', 'Miete', 'Abteilung', 'Alt']
    const remembered = { vermieter: 'slot2.email', miete: 'monthly_rent', abteilung: '', alt: 'gone' }
    const guess = guessNames(lease, file(heading, ['b@example.com', '1', 'Sales', 'x']), remembered)
    expect(guess).toEqual({ names: ['slot2.email', 'monthly_rent', '', ''], isSure: false })
    expect(guessNames(lease, file(heading.slice(0, 3), ['b@example.com', '1', 'x']), remembered)?.isSure).toBe(true)
  })

  it('that are there twice or missing are named as people call them', () => {
    const names = ['slot1.email', 'monthly_rent', 'monthly_rent', '']
    expect(mappingProblems(lease, names)).toEqual([
      expect.stringContaining('No column is “Landlord · Email”'),
      expect.stringContaining('No column is “Tenant”'),
      expect.stringMatching(/^Two columns are “Monthly rent”/),
    ])
  })

  it('that nobody knows by the thousand are another file', () => {
    const unknown = Array.from({ length: 300_000 }, () => 'tenant_nam')
    expect(guessNames(lease, file(unknown, ['x']), {})).toBeNull()
  })
})
