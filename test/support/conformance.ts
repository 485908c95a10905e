import { readFileSync } from 'node:fs'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepare } from '../../server/pdf/prepare.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { ConformanceLoss, Stamp } from '../../server/pdf/types.ts'
import { makePng } from './ink.ts'
import { NAMES, WITHOUT_FONT } from './names.ts'

export type Fixture = 'pdfa-1a' | 'pdfa-2b-ua' | 'pdfa-3b'

/** Exported by LibreOffice 7.4 from one text with two markers; all three are tagged. */
export const fixture = (name: Fixture): Buffer =>
  readFileSync(new URL(`../fixtures/conformance/${name}.pdf`, import.meta.url))

/** A stroke that fades out, on nothing. */
const PICTURE = makePng(60, 20, (x, y) => [10, 20, 90, Math.abs(y - 10) < 4 ? 255 - x * 4 : 0])
const CAPTION = { name: 'Anna Müller', facts: '2026-11-22, SES' }

/** One mark of every kind, with a picture, a joined script, an emoji and a character that no font has. */
export const MARKS: Stamp[] = [
  {
    page: 1,
    x: 0.1,
    y: 0.5,
    w: 0.3,
    h: 0.06,
    kind: 'signature',
    ink: { type: 'image', bytes: PICTURE },
    caption: CAPTION,
  },
  {
    page: 1,
    x: 0.5,
    y: 0.5,
    w: 0.3,
    h: 0.06,
    kind: 'signature',
    ink: { type: 'typed', text: NAMES.arabic },
    caption: CAPTION,
  },
  {
    page: 1,
    x: 0.1,
    y: 0.6,
    w: 0.2,
    h: 0.05,
    kind: 'initial',
    ink: { type: 'drawn', width: 10, height: 10, strokes: [[1, 1, 9, 9]] },
    caption: null,
  },
  { page: 1, x: 0.1, y: 0.7, w: 0.4, h: 0.03, kind: 'name', text: `${NAMES.korean} 🚀` },
  { page: 1, x: 0.1, y: 0.75, w: 0.4, h: 0.03, kind: 'text', text: `الله ${WITHOUT_FONT.gothic}` },
  { page: 1, x: 0.6, y: 0.7, w: 0.3, h: 0.03, kind: 'date', text: '22 November 2026' },
  { page: 1, x: 0.6, y: 0.75, w: 0.05, h: 0.03, kind: 'checkbox', checked: true },
]

/** The file as sent to two signers, and as both have signed it. */
export async function signedByTwo(upload: Uint8Array): Promise<{ bytes: Buffer; lost: ConformanceLoss[] }> {
  const { markers } = await inspect(upload)
  const block = {
    name: 'Anna Müller',
    email: 'anna@example.com',
    role: 'tenant',
    position: 'Managing Director, Acme AG',
  }
  const { delta, lost, appended } = await prepare(upload, {
    maskPages: markers.length > 0 ? [1] : [],
    marks: [],
    append: [
      { ref: '0', ...block },
      { ref: '1', ...block, name: NAMES.tamil },
    ],
    title: 'Lease of a flat.pdf',
  })
  let bytes = Buffer.concat([upload, delta])
  bytes = Buffer.concat([bytes, await stampFields(bytes, MARKS)])
  const last = appended.filter(({ ref, kind }) => ref === '1' && kind !== 'signature')
  const texts = last.map((box): Stamp => ({ ...box, kind: 'text', text: 'Signed last' }))
  return { bytes: Buffer.concat([bytes, await stampFields(bytes, texts)]), lost }
}
