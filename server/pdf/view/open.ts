import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { VIEW_LIMITS } from './limits.ts'

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string) => `${join(PDFJS, name)}/`

/** Opens the PDF as the signer's browser does, runs `work` on it, and lets go of it. @throws errors of pdf.js */
export async function withPdf<T>(data: Uint8Array, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    // A document never runs code here, whatever it contains (CVE-2024-4367).
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    maxImageSize: VIEW_LIMITS.imagePixels,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  })
  try {
    return await work(await task.promise)
  } finally {
    await task.destroy()
  }
}
