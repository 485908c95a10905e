import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Room } from '../types.ts'

/** A part of a page in colours: four bytes a pixel, blue first, from the top left. */
export interface DrawnPart {
  bytes: Uint8Array
  width: number
  height: number
}

export interface ViewOptions {
  /** Pixels for each unit of the page. */
  scale: number
  /** As it would be printed, not as a screen shows it. */
  print?: boolean
}

/** A file as PDFium shows it, the engine of Chrome. */
export interface FileView {
  /** @param page 1-based. @returns null for a page that it cannot show, or not in the time that is left */
  draw(page: number, part: Room, options: ViewOptions): DrawnPart | null
}

const ANNOTATIONS = 0x01
const PRINTING = 0x800
const WHITE = 0xffffffff
const PAPER = 0
/** What `FPDF_RenderPageBitmap_Start` returns for a page that is finished. */
const DONE = 2
/** Of a picture. */
const MAX_PIXELS = 4_000_000
/** PDFium keeps what it learns of fonts, and its memory never shrinks: after so many uses it starts anew, */
const USES = 500
/** and after a file that made its memory larger than this, in bytes. */
const MEMORY = 48 * 1024 * 1024

/** Its memory is typed by a package of global types that we do without. */
type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } }

interface Engine {
  pdfium: Pdfium
  uses: number
  /** Asked between the objects of a page whether to stop (`IFSDK_PAUSE` of PDFium). */
  pause: { at: number; until: number }
  /** What it reads from, as it needs it: its own memory holds no copy of the file. */
  file: { read: number; bytes: Uint8Array }
}

let engine: Engine | undefined

async function start(): Promise<Engine> {
  if (!engine || engine.uses >= USES) {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
    const pdfium = (await init({ wasmBinary: new Uint8Array(wasm).buffer })) as Pdfium
    pdfium.PDFiumExt_Init()
    engine = { pdfium, uses: 0, pause: createPause(pdfium), file: createReader(pdfium) }
  }
  engine.uses++
  return engine
}

function createPause(pdfium: Pdfium): Engine['pause'] {
  const pause = { at: 0, until: 0 }
  const isOver = pdfium.pdfium.addFunction(() => (performance.now() > pause.until ? 1 : 0), 'ii')
  // Its version, the function, and what is handed to it.
  pause.at = structOf(pdfium, [1, isOver, 0])
  return pause
}

/** @returns where it stands in PDFium's memory */
function structOf({ pdfium: { HEAPU8, wasmExports } }: Pdfium, members: number[]): number {
  const at = wasmExports.malloc(4 * members.length)
  for (const [i, member] of members.entries()) new DataView(HEAPU8.buffer).setInt32(at + 4 * i, member, true)
  return at
}

const NOTHING = new Uint8Array()

function createReader({ pdfium }: Pdfium): Engine['file'] {
  const file = { read: 0, bytes: NOTHING }
  const read = (_: number, position: number, to: number, size: number) => {
    const start = position >>> 0
    const part = file.bytes.subarray(start, start + size)
    pdfium.HEAPU8.set(part, to)
    return part.length === size ? 1 : 0
  }
  file.read = pdfium.addFunction(read, 'iiiii')
  return file
}

export interface Revisions {
  /** In bytes from the start of the file. */
  lengths: readonly number[]
  /** Form fields are drawn, too. */
  hasForms: boolean
  /** Nothing is drawn any more from then on, as `performance.now`. */
  until: number
}

/**
 * Shows a file at several of its revisions.
 * @param look gets a view of each; null for one that PDFium cannot open
 * @returns what `look` does; null when PDFium breaks down over the file
 */
export async function withViews<T>(
  bytes: Uint8Array,
  { lengths, hasForms, until }: Revisions,
  look: (views: (FileView | null)[]) => T,
): Promise<T | null> {
  const own = await start()
  const { pdfium } = own
  own.pause.until = until
  own.file.bytes = bytes
  try {
    const opened: Opened[] = []
    try {
      return look(
        lengths.map((length) => {
          const view = Opened.to(own, length, hasForms)
          if (view) opened.push(view)
          return view
        }),
      )
    } finally {
      for (const view of opened) view.close()
      own.file.bytes = NOTHING
      if (pdfium.pdfium.HEAPU8.length > MEMORY && engine === own) engine = undefined
    }
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    // Its memory may be in any state now.
    engine = undefined
    return null
  }
}

class Opened implements FileView {
  private readonly pdfium: Pdfium
  private readonly pause: Engine['pause']
  private readonly document: number
  /** Where its `FPDF_FILEACCESS` stands: while the document is open. */
  private readonly access: number
  private readonly forms: { info: number; form: number } | null
  private page: { number: number; handle: number } | undefined

  private constructor({ pdfium, pause }: Engine, access: number, document: number, hasForms: boolean) {
    this.pdfium = pdfium
    this.pause = pause
    this.access = access
    this.document = document
    this.forms = null
    if (!hasForms) return
    // Form fields are drawn by the form layer alone, as in Chrome.
    const info = pdfium.PDFiumExt_OpenFormFillInfo()
    this.forms = { info, form: pdfium.PDFiumExt_InitFormFillEnvironment(document, info) }
  }

  static to(engine: Engine, length: number, hasForms: boolean): Opened | null {
    const { pdfium, file } = engine
    const access = structOf(pdfium, [length, file.read, 0])
    const document = pdfium.FPDF_LoadCustomDocument(access, '')
    if (document !== 0) return new Opened(engine, access, document, hasForms)
    pdfium.pdfium.wasmExports.free(access)
    return null
  }

  draw(number: number, part: Room, { scale, print = false }: ViewOptions): DrawnPart | null {
    const page = this.turnTo(number)
    if (page === 0) return null
    const { pdfium } = this
    const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const area = part.w * pageWidth * part.h * pageHeight
    const fitting = Math.min(scale, Math.sqrt(MAX_PIXELS / area))
    const [wholeWidth, wholeHeight] = [Math.round(pageWidth * fitting), Math.round(pageHeight * fitting)]
    const [width, height] = [Math.ceil(part.w * wholeWidth), Math.ceil(part.h * wholeHeight)]
    if (!(width > 0 && height > 0)) return null
    const bitmap = pdfium.FPDFBitmap_Create(width, height, PAPER)
    if (bitmap === 0) return null
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      // The picture is as large as the part; the page is moved under it.
      const [left, top] = [Math.round(-part.x * wholeWidth), Math.round(-part.y * wholeHeight)]
      const flags = ANNOTATIONS | (print ? PRINTING : 0)
      const place = [left, top, wholeWidth, wholeHeight, 0, flags] as const
      const state = pdfium.FPDF_RenderPageBitmap_Start(bitmap, page, ...place, this.pause.at)
      pdfium.FPDF_RenderPage_Close(page)
      if (state !== DONE) return null
      if (this.forms) pdfium.FPDF_FFLDraw(this.forms.form, bitmap, page, ...place)
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
      const length = pdfium.FPDFBitmap_GetStride(bitmap) * height
      return { bytes: pdfium.pdfium.HEAPU8.slice(start, start + length), width, height }
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  }

  close() {
    this.leave()
    if (this.forms) {
      this.pdfium.PDFiumExt_ExitFormFillEnvironment(this.forms.form)
      this.pdfium.PDFiumExt_CloseFormFillInfo(this.forms.info)
    }
    this.pdfium.FPDF_CloseDocument(this.document)
    this.pdfium.pdfium.wasmExports.free(this.access)
  }

  /** One page is open at a time: its pictures are drawn one after the other. */
  private turnTo(number: number): number {
    if (this.page?.number !== number) {
      this.leave()
      const handle = this.pdfium.FPDF_LoadPage(this.document, number - 1)
      if (handle !== 0 && this.forms) this.pdfium.FORM_OnAfterLoadPage(handle, this.forms.form)
      this.page = { number, handle }
    }
    return this.page.handle
  }

  private leave() {
    if (this.page && this.page.handle !== 0) {
      if (this.forms) this.pdfium.FORM_OnBeforeClosePage(this.page.handle, this.forms.form)
      this.pdfium.FPDF_ClosePage(this.page.handle)
    }
    this.page = undefined
  }
}
