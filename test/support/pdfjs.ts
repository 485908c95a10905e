import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfJsText {
  text: string
  /** Origin in user space, rounded to a tenth of a point. */
  x: number
  y: number
  /** Drawn from left to right in user space. */
  upright: boolean
}

/** The text of every page as pdf.js sees it: the second opinion on what our own interpreter finds and removes. */
export async function pdfJsTexts(bytes: Uint8Array): Promise<PdfJsText[][]> {
  return withPdfJs(bytes, async (document) => {
    const pages: PdfJsText[][] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: false })
      pages.push(
        items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [toText(item.str, item.transform)] : [])),
      )
    }
    return pages
  })
}

export async function withPdfJs<T>(bytes: Uint8Array, use: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  // pdf.js takes ownership of the buffer, so it gets a copy.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false })
  try {
    return await use(await task.promise)
  } finally {
    await task.destroy()
  }
}

const toText = (text: string, [a, b, , , x, y]: number[]): PdfJsText => ({
  text,
  x: tenth(x!),
  y: tenth(y!),
  upright: b === 0 && a! > 0,
})

const tenth = (value: number) => Math.round(value * 10) / 10
