import { beforeAll, expect, test } from 'vitest'
import { render } from '../../server/pdf/print/render.ts'
import type { Print, PrintedTable } from '../../server/pdf/print/types.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { pdftotext, popplerText } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { createCa, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, seal } from '../support/sealing.ts'
import { ACCEPTED, allInstalled, askAll, type Opinions } from '../support/validators.ts'

const CRL_URL = 'http://127.0.0.1:1/crl'
let root: TestCa
let key: SealKey
let tsa: TsaClient
beforeAll(async () => {
  root = await createCa('Root')
  key = await keyOf(await root.issue({ name: 'Seal', purposes: [Purpose.emailProtection], crlUrl: CRL_URL }))
  tsa = await builtInTsa(root, CRL_URL)
})

const template = makePdf({ pages: 3, content: (index) => textAt(72, 780, `Template page ${index + 1}`) })
const table = (rows: string[][], more: Partial<PrintedTable> = {}): PrintedTable => ({
  ...{
    kind: 'table',
    page: 1,
    x: 0.1,
    y: 0.2,
    w: 0.8,
    h: 0.3,
    header: ['Item', 'Price'],
    rows,
    zebra: true,
    size: null,
  },
  columns: [
    { share: 0.7, align: 'start' },
    { share: 0.3, align: 'end' },
  ],
  ...{ direction: 'ltr', continuationPage: null, caption: 'Items, page {page} of {pages}' },
  ...more,
})
const SCRIPTS = ['Καλημέρα κόσμε', 'مرحبا بالعالم', '請負契約書', 'Zürich']
const ROWS = Array.from({ length: 200 }, (_, i) => [`No. ${i + 1}: ${SCRIPTS[i % 4]}`, `${i}.50`])
const TALL = [['tall '.repeat(1200).trim(), '1']]
const CASES: [string, Print[]][] = [
  ['a table of 200 rows in four scripts', [table(ROWS)]],
  ['a row that is higher than a page', [table(TALL)]],
  ['two tables on one page', [table(ROWS.slice(0, 80)), table(ROWS.slice(80), { y: 0.6 })]],
]

/** Signs on the template's second page, wherever it is now, and seals. */
async function sealed(prints: Print[]) {
  const rendered = await render(template, { prints, backgrounds: [], marks: [], maskPages: [] })
  if ('overflow' in rendered) throw new Error(JSON.stringify(rendered.overflow))
  const shown = Buffer.concat([template, rendered.delta])
  const place = { page: rendered.pageOf[1]!, x: 0.1, y: 0.5, w: 0.4, h: 0.1 }
  const ink = { type: 'typed', text: 'Ada Lovelace' } as const
  const mark = await stampFields(shown, [{ ...place, kind: 'signature', ink, caption: null }])
  const { bytes } = await seal(Buffer.concat([shown, mark]), { key, tsas: [tsa], level: 'B-T' })
  return { bytes, page: place.page }
}

test.each(CASES)('%s: signed and sealed, the template is a prefix, and every validator agrees', async (_, prints) => {
  const { bytes } = await sealed(prints)
  expect(bytes.subarray(0, template.length).equals(template)).toBe(true)
  const { checks } = await verifyPdf(bytes, { roots: [root.pem] })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  if (!allInstalled) return
  const opinions = askAll(bytes, [root.pem])
  for (const [name, patterns] of Object.entries(ACCEPTED)) {
    for (const pattern of patterns) expect(opinions[name as keyof Opinions], name).toMatch(pattern)
  }
})

test.skipIf(!pdftotext)('every row is read from the sealed file in its order, in every script', async () => {
  const { bytes, page } = await sealed([table(ROWS)])
  const text = popplerText(bytes).replace(/[\u200e\u200f\u202a-\u202e]/g, '')
  const lines = text.split('\n').filter((line) => line.includes('No. '))
  expect(lines.map((line) => Number(/No\. (\d+):/.exec(line)?.[1]))).toEqual(ROWS.map((_, i) => i + 1))
  lines.forEach((line, i) => {
    expect(line).toContain(SCRIPTS[i % 4])
    expect(line).toContain(`${i}.50`)
  })
  const pages = text.split('\f')
  expect(pages[page - 1]).toMatch(/Template page 2[\s\S]*Ada Lovelace/)
})
