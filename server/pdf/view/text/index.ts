import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { VIEW_LIMITS } from '../limits.ts'
import { withPdf } from '../open.ts'
import { laidOutBlocks } from './layout.ts'
import { piecesOf } from './pieces.ts'
import { taggedBlocks } from './tagged.ts'
import type { ReadingPage, ReadingText } from './types.ts'

/** The text of the whole document as `ReadingText`, in JSON; null: more than is read for anyone. */
export function readingText(file: Uint8Array): Promise<Uint8Array | null> {
  return withPdf(file, async (pdf) => {
    let left: number = VIEW_LIMITS.documentPieces
    const spend = (pieces: number) => {
      left -= pieces
      return left >= 0
    }
    const pages: ReadingPage[] = []
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(pdf, number, spend))
    const text: ReadingText = { pages }
    const bytes = new TextEncoder().encode(JSON.stringify(text))
    return bytes.length <= VIEW_LIMITS.textBytes ? bytes : null
  })
}

async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  spend: (pieces: number) => boolean,
): Promise<ReadingPage> {
  const page = await pdf.getPage(number)
  try {
    const pieces = await piecesOf(page, spend)
    if (!pieces) return { blocks: [], complete: false }
    const tree = await page.getStructTree()
    const { width, height } = page.getViewport({ scale: 1 })
    return { blocks: (tree && taggedBlocks(tree, pieces)) || laidOutBlocks(pieces, width / height), complete: true }
  } finally {
    page.cleanup()
  }
}
