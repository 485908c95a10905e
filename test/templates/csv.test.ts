import { describe, expect, it } from 'vitest'
import { fieldsOf, modelOf } from '../../server/api/template-input.ts'
import { readCell } from '../../server/domain/bulk/cell.ts'
import { csvColumnsOf, readHeading, readRow } from '../../server/domain/bulk/columns.ts'
import { readCsv, type Separator, writeCsv } from '../../server/domain/bulk/csv.ts'
import type { ValueType } from '../../server/domain/fields/definition.ts'
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

describe('a number that can be two', () => {
  const NUMBERS = ['1.855', '1,855', '1.850', '-1,850', '1.000', '1.855,50', '1.855,5055', '1.855.000', '1.855,']
  const type: ValueType = { type: 'number', currency: null, options: [], max_length: null, labels: {}, decimals: null }
  const read = (text: string, decimals: number, separator: Separator) =>
    readCell(text, { ...type, decimals }, separator)

  it.each([';', '\t', '|'] as const)('is refused with advice that is taken, where %j separates cells', (separator) => {
    for (const text of NUMBERS) {
      for (const decimals of [0, 1, 2, 3, 4, 6]) {
        const reading = read(text, decimals, separator)
        if (!('problem' in reading)) continue
        const advised = /(?:, as | is: )(\S+)(?: or (\S+))?$/.exec(reading.problem)?.slice(1) ?? ['1850']
        for (const one of advised.filter((found) => found !== undefined)) {
          expect([text, decimals, one, read(one, decimals, separator)]).toEqual([
            ...[text, decimals, one],
            { value: expect.any(String) },
          ])
        }
      }
    }
  })

  it('with three decimals is written with a zero more, where the separator says nothing of the country', () => {
    const problem = (text: string, rest: string) => ({ problem: `must say which number "${text}" is: ${rest}` })
    for (const separator of ['\t', '|'] as const) {
      expect(read('1.855', 3, separator)).toEqual(problem('1.855', '1855 or 1.8550'))
      expect(read('1,855', 3, separator)).toEqual(problem('1,855', '1855 or 1,8550'))
      for (const written of ['1.8550', '1,8550']) expect(read(written, 3, separator)).toEqual({ value: '1.855' })
      expect(read('1.8551', 3, separator)).toMatchObject({ problem: expect.stringContaining('at most 3 decimals') })
    }
    expect(read('1.8550', 3, ';')).toMatchObject({ problem: expect.stringContaining('at most 3 decimals') })
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

  it('may come in any order and case, and a row says what they name', () => {
    const heading = ['Tenant_name', ' slot2.email', 'slot1.email', 'monthly_rent', 'pets', 'items.300.what', '']
    const read = readHeading(lease, heading)
    if ('problems' in read) throw new Error(read.problems.join())
    expect(readRow(read, [' Ada ', 'g@example.com', 'a@example.com', '1850', 'TRUE', 'Desk', ''], ';')).toEqual({
      recipients: [
        { slot: 1, email: 'a@example.com' },
        { slot: 2, email: 'g@example.com' },
      ],
      values: { tenant_name: 'Ada', monthly_rent: '1850', pets: true, items: [{ what: 'Desk' }] },
      tableRows: { items: [300] },
      title: null,
    })
  })

  it('that are unknown, twice or missing are all named', () => {
    const read = readHeading(lease, ['slot1.email', 'tenant_nam', 'monthly_rent', 'monthly_rent', 'items.301.what'])
    expect(read).toEqual({
      problems: [
        'The template has no column "tenant_nam"; did you mean "tenant_name"?',
        'The column "monthly_rent" is there twice.',
        expect.stringContaining('The template has no column "items.301.what"'),
        'The column "slot2.email" is missing.',
        'The column "tenant_name" is missing.',
      ],
    })
  })

  it('that are unknown by the thousand are named to the twentieth, with suggestions to the tenth', () => {
    const unknown = Array.from({ length: 300_000 }, () => 'tenant_nam')
    const read = readHeading(lease, [...unknown, `x${'y'.repeat(1_000_000)}`])
    if (!('problems' in read)) throw new Error('There is a problem with each column.')
    expect(read.problems).toHaveLength(21)
    expect(read.problems.filter((problem) => problem.includes('did you mean'))).toHaveLength(10)
    // And four that are missing.
    expect(read.problems.at(-1)).toBe('There are 299,985 more problems with the heading.')
    const long = readHeading(lease, [`x${'y'.repeat(1_000_000)}`])
    expect(long).toMatchObject({
      problems: expect.arrayContaining([`The template has no column "x${'y'.repeat(99)}".`]),
    })
  })
})
