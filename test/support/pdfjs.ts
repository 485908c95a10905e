import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfJsText {
  text: string
  /** Origin in user space, rounded to a tenth of a point. */
  x: number
  y: number
}

/** The text of every page as pdf.js sees it: the second opinion on what our own interpreter finds and removes. */
export async function pdfJsTexts(bytes: Uint8Array): Promise<PdfJsText[][]> {
  return withPdfJs(bytes, async (document) => {
    const pages: PdfJsText[][] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: false })
      pages.push(
        items.flatMap((item) =>
          'str' in item && item.str.trim() !== ''
            ? [{ text: item.str, x: tenth(item.transform[4]), y: tenth(item.transform[5]) }]
            : [],
        ),
      )
    }
    return pages
  })
}

export async function withPdfJs<T>(bytes: Uint8Array, use: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  // pdf.js takes the buffer over: it gets a copy.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false })
  try {
    return await use(await task.promise)
  } finally {
    await task.destroy()
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10
