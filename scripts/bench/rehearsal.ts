import { openPdf } from '../../server/pdf/document.ts'
import { hashPdf } from '../../server/pdf/hashed.ts'
import { prepareAndRehearse } from '../../server/pdf/prepare.ts'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { Ink } from '../../server/pdf/types.ts'
import { judgeMarks } from '../../server/pdf/view/marks.ts'
import { makePdf, textAt } from '../../test/support/pdf-fixtures.ts'
import { median, ms, report, time } from './measure.ts'

const RUNS = 60
const WARM = 30
const BOX = { page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.07 }
const INK: Ink = { type: 'drawn', width: 100, height: 1, strokes: [[0, 0, 100, 0]] }

/** Looking at the marks of a trial seal against the whole trial, which it is part of. */
export async function benchRehearsal(): Promise<void> {
  const rehearsal = { pki: await createRehearsalPki(), level: 'B-LT' as const }
  const line = (i: number) =>
    textAt(60, 780 - 12 * i, 'The tenant pays the rent by the third working day of each month.')
  const full = Array.from({ length: 60 }, (_, i) => line(i)).join('\n')
  for (const [name, bytes] of [
    ['1 page', makePdf()],
    ['a page full of text', makePdf({ content: full })],
    ['20 pages', makePdf({ pages: 20 })],
  ] as const) {
    const upload = hashPdf(bytes)
    const options = { maskPages: [], append: [], marks: [{ ref: 'a', boxes: [BOX] }], title: 'Lease' }
    const { delta } = await prepareAndRehearse(upload, options, rehearsal)
    const shown = Buffer.concat([bytes, delta])
    const marks = await stampFields(shown, [{ ...BOX, kind: 'signature', ink: INK, caption: null }])
    const marked = Buffer.concat([shown, marks])
    const pdf = openPdf(marked)
    const lengths = { shown: shown.length, marked: marked.length }
    const look = () => judgeMarks(marked, lengths, pdf, [BOX])
    const trial = () => prepareAndRehearse(upload, options, rehearsal)
    await time(0, look, WARM)
    await time(0, trial, WARM)
    const [looks, trials]: [number[], number[]] = [[], []]
    for (let i = 0; i < RUNS; i++) {
      looks.push(...(await time(1, look, 0)))
      trials.push(...(await time(1, trial, 0)))
    }
    const [own, whole] = [median(looks), median(trials)]
    report(`look at the marks, ${name}`, ms(own), `the whole trial seal ${ms(whole)}`, own / whole)
  }
}
