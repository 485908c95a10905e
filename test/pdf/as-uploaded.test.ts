import { beforeAll, expect, test } from 'vitest'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { mutool, renderMupdf } from '../support/ink.ts'
import { type Picture, pdftoppm, render } from '../support/pdf-checks.ts'
import { object, source, stream, type XrefRow } from '../support/pdf-source.ts'
import { createCa } from '../support/pki.ts'
import { type SealTools, sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'

/** A broken file is mended by a viewer as long as nothing follows its fault: our revision must not end that. */

let tools: SealTools
beforeAll(async () => {
  const ca = await createCa()
  const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
  tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-T' }, key, tsa }
})

const shape = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
/** A black picture on the lower half of the page, which is the first object and so the first to be lost. */
const OBJECTS = [
  object(1, stream('\0', shape)),
  object(2, stream('q 400 0 0 300 100 100 cm /I Do Q')),
  object(
    3,
    '<< /Type /Page /Parent 4 0 R /MediaBox [0 0 595 842] /Contents 2 0 R /Resources << /XObject << /I 1 0 R >> >> >>',
  ),
  object(4, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
  object(5, '<< /Type /Catalog /Pages 4 0 R >>'),
]
const TRAILER = { trailer: '/Root 5 0 R' }
const withTable = (table: (text: string) => string) => source(OBJECTS, { ...TRAILER, table })
const withRows = (rows: (rows: Map<number, XrefRow>) => void) => source(OBJECTS, { ...TRAILER, rows })

const VIEWERS = [
  [pdftoppm, render],
  [mutool, renderMupdf],
] as const

test.each<[string, Buffer]>([
  ['a table that starts at 1', withTable((text) => text.replace('0 6', '1 6'))],
  ['one that starts at 3', withTable((text) => text.replace('0 6', '3 6'))],
  [
    'one that starts at 2, without the head of the free objects',
    withTable((text) => text.replace(/0 6\n.*\n/, '2 5\n')),
  ],
  ['one in two parts, of which the second starts too late', withTable((text) => splitAt(text, 3, 4))],
  ['a row called free beside one that leads nowhere', withRows((rows) => rows.set(1, [0, 0, 1]).set(3, [1, 4, 0]))],
  ['a row that is missing beside one that leads nowhere', withRows((rows) => rows.set(3, [1, 4, 0]).delete(1))],
  ['offsets that are off by one', withTable((text) => text.replace(/^(\d{9})\d (\d{5}) n/gm, '$19 $2 n'))],
])('%s: the sealed file shows the page as uploaded', async (_, file) => {
  const outcome = await sendAndSeal(file, tools)
  if ('refused' in outcome) throw new Error(`refused as ${outcome.refused}: ${outcome.message}`)
  for (const [viewer, draw] of VIEWERS) {
    if (!viewer) continue
    const [before, after] = [lowerHalf(draw(file)), lowerHalf(draw(outcome.sealed))]
    expect(before.includes(0)).toBe(true)
    expect(after.equals(before)).toBe(true)
  }
})

/** Rows from `row` on in a part of their own that says it starts at `first`. */
function splitAt(table: string, row: number, first: number): string {
  const [keyword, , ...rows] = table.trimEnd().split('\n')
  const parts = [`0 ${row}`, ...rows.slice(0, row), `${first} ${rows.length - row}`, ...rows.slice(row)]
  return `${[keyword, ...parts].join('\n')}\n`
}

/** Where `sendAndSeal` puts no mark. */
const lowerHalf = ({ pixels }: Picture) => pixels.subarray(pixels.length / 2)
