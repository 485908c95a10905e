import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPdfPool } from '../../server/pdf/pool.ts'
import type { PrintedTable } from '../../server/pdf/print/types.ts'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import { ms, percentile, report, time } from './measure.ts'

const RUNS = 15
const WARM = 3
const BOX = { page: 2, x: 0.1, y: 0.8, w: 0.3, h: 0.06 }

/** Documents of a template with a table, against what every send costs: the preparation of the same file. */
export async function benchTemplates(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const pool = createPdfPool()
  try {
    const bytes = makePdf({ pages: 2 })
    const path = join(folder, 'template.pdf')
    await writeFile(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const engine = pool.of('workspace')
    const marks = [{ ref: '1', boxes: [BOX] }]
    const prepare = () => engine.prepare([{ path }], { maskPages: [], append: [], marks, title: 'Bench' })
    await time(0, prepare, WARM)
    for (const rows of [0, 200, 1000]) {
      const render = () =>
        engine.renderTemplate([{ path }], sha256, { prints: [tableOf(rows)], backgrounds: [], marks, maskPages: [] })
      await time(0, render, WARM)
      // Alternating, so that other load on the machine slows both.
      const [own, least]: [number[], number[]] = [[], []]
      for (let i = 0; i < RUNS; i++) {
        own.push(...(await time(1, render, 0)))
        least.push(...(await time(1, prepare, 0)))
      }
      for (const [of, percent] of [
        ['median', 50],
        ['fastest', 0],
      ] as const) {
        const [a, b] = [percentile(own, percent), percentile(least, percent)]
        report(`a table of ${rows} rows, ${of}`, ms(a), `preparation ${ms(b)}`, a / b)
      }
    }
  } finally {
    await pool.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Three columns, every fifth row of two lines. */
function tableOf(count: number): PrintedTable {
  const name = (index: number) =>
    index % 5 === 0 ? 'A service described at length, so that it wraps '.repeat(2) : 'Item'
  return {
    ...{ kind: 'table', page: 1, x: 0.1, y: 0.3, w: 0.8, h: 0.5, zebra: true, size: null },
    columns: [
      { share: 0.1, align: 'end' },
      { share: 0.6, align: 'start' },
      { share: 0.3, align: 'end' },
    ],
    header: ['#', 'Item', 'Price'],
    rows: Array.from({ length: count }, (_, i) => [String(i + 1), name(i), `CHF ${i}.50`]),
    ...{ direction: 'ltr', continuationPage: null, caption: 'Items, page {page} of {pages}' },
  }
}
