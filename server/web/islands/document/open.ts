import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import { type Painted, paintedBy } from './painted.ts'
import workerUrl from './pdf-worker.ts?worker&url'
import { openFile, type RangedFile } from './ranges.ts'

export type Pdfjs = typeof import('pdfjs-dist')

/** A PDF that pdf.js has opened. */
export interface OpenPdf {
  pdfjs: Pdfjs
  pdf: PDFDocumentProxy
  painted: Painted
  /** Rejects when a part of the file, or the worker, cannot be had any more, for which pdf.js would wait forever. */
  lost: Promise<never>
  /** Opens a small file as well, with the same fonts and in the same worker; destroy it when it is not shown any more. */
  openSmall(bytes: Uint8Array): PDFDocumentLoadingTask
}

/** A part of the viewer itself did not arrive, was blocked, or does not run in this browser. */
export class ViewerMissing extends Error {}

/**
 * Opens the document. pdf.js, its worker and both ends of the file are fetched at the same time, the rest of the file
 * as the pages need it.
 * @throws ViewerMissing, FileRefused, TypeError when the server cannot be reached, and errors of pdf.js
 */
export async function loadPdf(url: string): Promise<OpenPdf> {
  const port = startWorker()
  const painted = paintedBy(port)
  const dead = neverStarted(port)
  try {
    const [pdfjs, file] = await Promise.race([Promise.all([loadPdfjs(), openFile(url)]), dead])
    const { range, lost: cutOff } = transportOf(pdfjs, file)
    const lost = Promise.race([cutOff, dead])
    lost.catch(() => {})
    const own = `/assets/pdfjs-${pdfjs.version}`
    // What it makes of an odd document is nothing for the console of whoever reads it.
    const verbosity = pdfjs.VerbosityLevel.ERRORS
    const common = {
      worker: pdfjs.PDFWorker.create({ port, verbosity }),
      verbosity,
      // A document never runs code here, whatever it contains (CVE-2024-4367).
      isEvalSupported: false,
      enableXfa: false,
      // The same glyphs on every device: fonts that the file does not embed come from here, not from the system.
      useSystemFonts: false,
      cMapUrl: `${own}/cmaps/`,
      standardFontDataUrl: `${own}/standard_fonts/`,
      wasmUrl: `${own}/wasm/`,
      iccUrl: `${own}/iccs/`,
    }
    // Read in ranges only: what is not looked at is not downloaded.
    const { promise } = pdfjs.getDocument({ ...common, range, disableStream: true, disableAutoFetch: true })
    const openSmall = (data: Uint8Array) => pdfjs.getDocument({ ...common, data })
    return { pdfjs, pdf: await Promise.race([promise, lost]), painted, lost, openSmall }
  } catch (error) {
    port.terminate()
    throw error
  }
}

/** Lets pdf.js read the file by ranges. */
function transportOf({ PDFDataRangeTransport }: Pdfjs, file: RangedFile) {
  const range = new PDFDataRangeTransport(file.length, file.head)
  const lost = new Promise<never>((_, reject) => {
    range.requestDataRange = (begin, end) => {
      file.read(begin, end).then((bytes) => range.onDataRange(begin, bytes), reject)
    }
  })
  return { range, lost }
}

/** @throws ViewerMissing where a policy forbids workers */
function startWorker(): Worker {
  try {
    return new Worker(workerUrl, { type: 'module' })
  } catch (cause) {
    throw new ViewerMissing('the worker is forbidden', { cause })
  }
}

/** Rejects when the worker's script fails before pdf.js in it has said that it is there. */
function neverStarted(port: Worker): Promise<never> {
  const dead = new Promise<never>((_, reject) => {
    const failed = () => reject(new ViewerMissing('the worker did not start'))
    port.addEventListener('error', failed)
    port.addEventListener('message', () => port.removeEventListener('error', failed), { once: true })
  })
  dead.catch(() => {})
  return dead
}

async function loadPdfjs(): Promise<Pdfjs> {
  try {
    return (await import('pdfjs-dist/legacy/build/pdf.min.mjs')) as Pdfjs
  } catch (cause) {
    throw new ViewerMissing('pdf.js did not load', { cause })
  }
}
