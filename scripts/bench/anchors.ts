import { inspect } from '../../server/pdf/inspect.ts'
import { makePdf, textAt } from '../../test/support/pdf-fixtures.ts'
import { median, ms, report, time } from './measure.ts'

const PAGES = 100
const LINES = 50

/** The whole inspection including the search for markers, against pdf.js extracting only the text. */
export async function benchAnchors(): Promise<void> {
  const pdf = makePdf({
    pages: PAGES,
    content: (page) =>
      Array.from({ length: LINES }, (_, line) =>
        textAt(50, 780 - line * 14, `Page ${page} line ${line}: the quick brown fox`, 10),
      ).join('') + textAt(50, 40, `[[ls:initial:tenant]]`),
  })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const found = inspect(pdf).markers.length
  if (found !== PAGES) throw new Error(`found ${found} of ${PAGES} markers`)
  const own = median(await time(7, async () => inspect(pdf), 2))
  const theirs = median(
    await time(
      7,
      async () => {
        const task = getDocument({ data: new Uint8Array(pdf), isEvalSupported: false, verbosity: 0 })
        const document = await task.promise
        for (let page = 1; page <= document.numPages; page++) await (await document.getPage(page)).getTextContent()
        await task.destroy()
      },
      2,
    ),
  )
  report(`anchor scan, ${PAGES} pages`, ms(own), `pdf.js text alone ${ms(theirs)}`, own / theirs)
}
