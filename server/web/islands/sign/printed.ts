import type { PDFPageProxy } from 'pdfjs-dist'
import { PRINTED } from '../../../limits.ts'
import type { WebError } from '../../signing/client-data.ts'
import { pageOf } from '../document/fit.ts'
import type { OpenPdf } from '../document/open.ts'
import { paintOver } from '../document/paint-over.ts'
import { placeBox } from '../dom.ts'
import { data } from './data.ts'
import { type Field, SHOWN } from './fields.ts'

/** A window that is being dragged larger is painted once, at the end. */
const RESIZED_MS = 120

/** A text as it is shown now. */
interface Print {
  field: Field
  text: string
  /** A PDF, and the page of it that has the text; null until the server has set it. */
  source: { file: Uint8Array; page: number } | null
  /** Null until it is painted, on a sheet of `width` pixels. */
  canvas: HTMLCanvasElement | null
  width: number
}

/**
 * Typed texts exactly as they will be sealed (decision 0461): the server sets them, in a PDF with one page for each, and
 * pdf.js paints them over their boxes, as it paints what is sealed. Until then, and where that fails, a box shows its
 * text about as it will be (`fit.ts`).
 * @returns what the opened document is given to: from then on texts can be painted
 */
export function wirePrints(fields: Field[]): (open: OpenPdf) => void {
  const prints = new Map<Field, Print>()
  const waiting = new Set<Field>()
  let open: OpenPdf | null = null
  let isAsking = false

  /** Has the field's text set, unless it is the one that is shown already. */
  function show(field: Field): void {
    const before = prints.get(field)
    const text = field.value?.type === 'text' ? field.value.text : ''
    if (before?.text !== text) {
      before?.canvas?.remove()
      prints.delete(field)
      if (text !== '') {
        prints.set(field, { field, text, source: null, canvas: null, width: 0 })
        waiting.add(field)
        void ask()
      } else placeBox(field.button, field)
    }
    field.button.classList.toggle('printed', Boolean(prints.get(field)?.canvas))
  }

  /** One call at a time: what is typed meanwhile is in the next one. */
  async function ask(): Promise<void> {
    if (isAsking || !open) return
    isAsking = true
    try {
      while (waiting.size > 0) {
        const batch = [...waiting].slice(0, PRINTED.maxTexts)
        for (const field of batch) waiting.delete(field)
        await print(batch.flatMap((field) => prints.get(field) ?? []))
      }
    } catch (error) {
      console.info('typed texts are shown about as they will be printed', error)
    } finally {
      isAsking = false
    }
  }

  async function print(batch: Print[]): Promise<void> {
    if (batch.length === 0) return
    const answer = await textsSet(batch)
    if ('file' in answer) {
      for (const [page, print] of batch.entries()) print.source = { file: answer.file, page: page + 1 }
      return paint(batch)
    }
    // Saving it says why; it does not keep the others from being shown.
    const others = batch.filter(({ field }) => field.id !== answer.refused)
    for (const { field } of batch) if (field.id === answer.refused) placeBox(field.button, field)
    if (others.length < batch.length) await print(others)
  }

  /** Paints texts of one file. */
  async function paint(batch: Print[]): Promise<void> {
    const file = batch[0]?.source?.file
    if (!file || !open) return
    // pdf.js takes the bytes it is given away.
    const task = open.openSmall(file.slice())
    try {
      const pdf = await task.promise
      for (const print of batch) {
        const width = widthOf(print.field)
        if (width === 0) continue
        const canvas = document.createElement('canvas')
        canvas.className = 'print'
        canvas.setAttribute('aria-hidden', 'true')
        const part = await pdf.getPage(print.source!.page)
        await paintOver(canvas, part, sheetOf(print.field), pageOf(print.field))
        // Typed over meanwhile.
        if (prints.get(print.field) !== print) continue
        print.canvas?.remove()
        print.canvas = canvas
        print.width = width
        placeBox(print.field.button, placeOf(part, pageOf(print.field)))
        sheetOf(print.field).querySelector('.fields')!.append(canvas)
        print.field.button.classList.add('printed')
      }
    } finally {
      await task.destroy()
    }
  }

  async function repaint(): Promise<void> {
    const files = new Map<Uint8Array, Print[]>()
    for (const print of prints.values()) {
      const { source, field, width } = print
      if (source && width !== widthOf(field)) files.set(source.file, [...(files.get(source.file) ?? []), print])
    }
    for (const batch of files.values()) await paint(batch)
  }

  for (const field of fields) field.button.addEventListener(SHOWN, () => show(field))
  let pause: ReturnType<typeof setTimeout> | undefined
  const resized = new ResizeObserver(() => {
    clearTimeout(pause)
    pause = setTimeout(() => void repaint().catch((error: unknown) => console.info(error)), RESIZED_MS)
  })
  for (const sheet of new Set(fields.map(sheetOf))) resized.observe(sheet)
  return (opened) => {
    open = opened
    for (const field of fields) show(field)
    void ask()
  }
}

/** Where the text stands: a long one outgrows its box (decision 0461), and the frame goes around all of it. */
function placeOf({ view: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }: PDFPageProxy, page: { width: number; height: number }) {
  const { width, height } = page
  return { x: x0 / width, y: (height - y1) / height, w: (x1 - x0) / width, h: (y1 - y0) / height }
}

const sheetOf = ({ button }: Field) => button.closest<HTMLElement>('.sheet')!

/** Of the field's page on screen, in pixels; 0 while the document is shown as text. */
function widthOf(field: Field): number {
  return sheetOf(field).querySelector('.shape')!.getBoundingClientRect().width
}

/**
 * The texts as the server sets them, or the field whose text it refuses. Not a call that has to succeed, so the page that
 * embeds this one is told of no failure.
 * @throws TypeError without a connection; Error for any other answer
 */
async function textsSet(batch: Print[]): Promise<{ file: Uint8Array } | { refused: unknown }> {
  const values = Object.fromEntries(batch.map(({ field, text }) => [field.id, { type: 'text', text }]))
  const response = await fetch(`${data.base}/printed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ values }),
  })
  if (response.ok) return { file: new Uint8Array(await response.arrayBuffer()) }
  if (response.status !== 400) throw new Error(`status ${response.status}`)
  const { meta } = (await response.json()) as WebError
  return { refused: meta?.field_id }
}
