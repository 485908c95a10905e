import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readingText } from '../../server/pdf/view/text/index.ts'
import type { Block, ReadingText } from '../../server/pdf/view/text/types.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'

/** The document's text in blocks (decision 0045). */

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/labels', `${name}.pdf`))
/** Printed by Chromium, without tags. */
const printed = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/reading', `${name}.pdf`))

async function read(pdf: Uint8Array): Promise<ReadingText> {
  return JSON.parse(new TextDecoder().decode((await readingText(new Uint8Array(pdf)))!)) as ReadingText
}

/** The blocks of the first page as words. */
async function outline(pdf: Uint8Array): Promise<string[]> {
  const { pages } = await read(pdf)
  return pages[0]!.blocks.map((block: Block) =>
    block.kind === 'table'
      ? `table ${block.rows.map(({ cells }) => cells.join(' | ')).join(' / ')}`
      : `${block.kind}${block.kind === 'heading' ? block.level : ''} ${block.text}`,
  )
}

test('a tagged file is read by its tags: headings, paragraphs, tables with their cells', async () => {
  const [heading, table, paragraph] = await outline(fixture('table'))
  expect(heading).toBe('heading2 Consent to an MRI scan')
  expect(table).toMatch(/^table Patient’s name \| \S+ \/ Known allergies \| \S+ \/ Current medication \| \S+$/)
  expect(paragraph).toMatch(/^paragraph I have been told .* I agree to the scan and to the use of a contrast agent\.$/)
})

test('right-to-left text is read in its order, whatever order its letters are painted in', async () => {
  const blocks = await outline(fixture('arabic'))
  expect(blocks[0]).toBe('heading2 عقد إيجار')
  expect(blocks[1]).toBe('paragraph يلتزم المستأجر بدفع الإيجار في اليوم الأول من كل شهر.')
  expect((await outline(fixture('hebrew-table')))[1]).toContain('שם מלא')
})

test('what a browser prints from right to left is read letter by letter as it was written', async () => {
  expect(await outline(printed('arabic'))).toEqual([
    'heading1 عقد إيجار',
    'paragraph أبرم هذا العقد في الرياض بتاريخ 1 ديسمبر 2026 بين شركة الإنشاءات المتحدة ذات المسؤولية المحدودة والمستأجر المذكور أدناه، ويسري لمدة 12 شهراً.',
    'heading1 الالتزامات',
    'item 1. دفع الإيجار في أول كل شهر.',
    'item 2. المحافظة على العقار، ورقم العقد هو AB-1234/2026.',
    'table البند | المبلغ / الإيجار الشهري | 4,500.00 ر.س / التأمين | 9,000.00 ر.س',
    'paragraph الاسم: ________',
    'paragraph التوقيع: ________',
  ])
  expect(await outline(printed('hebrew'))).toEqual([
    'heading1 הסכם שכירות',
    'paragraph הסכם זה נערך ונחתם בתל אביב ביום 1 בדצמבר 2026 בין חברת Northwind Lettings Ltd. לבין השוכר, בסכום של 4,500.50 ש"ח לחודש (כולל מע"מ).',
    'paragraph ארנונה',
    'paragraph מים, חשמל וגז',
    'paragraph שם: ________',
  ])
})

test('an address, a list without bullets and a closing keep their lines; columns keep their paragraphs', async () => {
  const letter = await outline(printed('letter'))
  for (const line of [
    ...['Northwind Lettings Ltd', '14 Mill Lane', 'London NW1 2AB'],
    ...['Water and drainage', 'Heating from October', 'Yours sincerely,', 'Grace Hopper'],
  ])
    expect(letter).toContain(`paragraph ${line}`)
  expect(letter.filter((line) => /^paragraph (The landlord|One parking space)/.test(line))).toHaveLength(3)
  // Two above the columns, four in them, one of which goes on in the second column.
  const columns = await outline(printed('columns'))
  expect(columns.filter((line) => line.startsWith('paragraph'))).toHaveLength(7)
})

test('letters that a font names as radicals are letters', async () => {
  const words = (await outline(fixture('japanese'))).join(' ')
  expect([words.includes('氏名'), words.includes('日付'), /[\u2e80-\u2fd5]/u.test(words)]).toEqual([true, true, false])
})

test('a file without tags is read by its layout', async () => {
  const content =
    textAt(60, 780, 'Terms of delivery', 20) +
    textAt(60, 740, 'The goods are delivered within two weeks of the order, at the place that') +
    textAt(60, 724, 'the buyer has named.') +
    textAt(60, 690, '1. The seller bears the cost.') +
    textAt(60, 674, '2. The buyer checks the goods.') +
    textAt(60, 630, 'Item') +
    textAt(250, 630, 'Price') +
    textAt(60, 614, 'Chair') +
    textAt(250, 614, '40')
  expect(await outline(makePdf({ pages: 1, content: () => content }))).toEqual([
    'heading1 Terms of delivery',
    'paragraph The goods are delivered within two weeks of the order, at the place that the buyer has named.',
    'item 1. The seller bears the cost.',
    'item 2. The buyer checks the goods.',
    'table Item | Price / Chair | 40',
  ])
})

test('blocks stand where their print stands, as fractions of the page', async () => {
  const { pages } = await read(
    makePdf({ pages: 1, content: () => textAt(60, 742, 'Somewhere near') + textAt(170, 742, 'the top') }),
  )
  const [block] = pages[0]!.blocks
  expect(block!.x0).toBeCloseTo(60 / 595, 2)
  expect(block!.y1).toBeGreaterThan(0.11)
  expect(block!.y1).toBeLessThan(0.13)
})

test('a page without text is empty; one with more than anyone reads says that it is not complete', async () => {
  expect((await read(makePdf({ pages: 1, content: () => '' }))).pages).toEqual([{ blocks: [], complete: true }])
  const endless = Array.from({ length: 51_000 }, (_, i) => textAt(10, 10 + (i % 800), 'x', 1)).join('')
  expect((await read(makePdf({ pages: 1, content: () => endless }))).pages).toEqual([{ blocks: [], complete: false }])
})
