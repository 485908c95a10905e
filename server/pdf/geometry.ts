import { deflateSync } from 'node:zlib'
import { PDFArray, type PDFDict, type PDFObject, type PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { type ContentEnd, contentEnd } from './content-end.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { PdfError } from './errors.ts'
import { get, nameOf, numbers } from './objects.ts'
import type { Box } from './types.ts'

/** `[a b c d e f]` as in `cm` (ISO 32000-1, 8.3.3). */
export type Matrix = [number, number, number, number, number, number]

/** Lower left and upper right corner, user space. */
export type Rect = [x0: number, y0: number, x1: number, y1: number]

/** Named resources of a piece of content; the names are private to it and cannot collide with the page's. */
export interface ContentResources {
  XObject?: Record<string, PDFRef>
  Font?: Record<string, PDFRef>
  ExtGState?: Record<string, PDFRef>
  ColorSpace?: Record<string, PDFRef>
  Properties?: Record<string, PDFObject>
}

/** The place of an annotation, with its corners in order. */
export function rectangleOf(annotation: PDFDict): Rect {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(get.array(annotation, 'Rect'))
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}

/** First `a`, then `b`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ]
}

/**
 * Where to draw a box: `q <matrix> cm` gives a coordinate system whose origin is the box's lower left corner as
 * displayed, upright whatever the page's `/Rotate`, in points; the box measures `width` x `height` in it.
 */
export function toUserSpace(page: PdfPage, box: Omit<Box, 'page'>): { matrix: Matrix; width: number; height: number } {
  const { x, y, width: cropWidth, height: cropHeight } = page.cropBox
  const left = box.x * page.width
  const bottom = (1 - box.y - box.h) * page.height
  const size = { width: box.w * page.width, height: box.h * page.height }
  switch (page.rotate) {
    case 90:
      return { matrix: [0, 1, -1, 0, x + cropWidth - bottom, y + left], ...size }
    case 180:
      return { matrix: [-1, 0, 0, -1, x + cropWidth - left, y + cropHeight - bottom], ...size }
    case 270:
      return { matrix: [0, -1, 1, 0, x + bottom, y + cropHeight - left], ...size }
    default:
      return { matrix: [1, 0, 0, 1, x + left, y + bottom], ...size }
  }
}

/** A rectangle of user space as fractions of the page as displayed, origin top left. Not clipped to the page. */
export function toFractions(page: PdfPage, [x0, y0, x1, y1]: Rect): { x: number; y: number; w: number; h: number } {
  const [ax, ay] = pointToFractions(page, x0, y0)
  const [bx, by] = pointToFractions(page, x1, y1)
  return { x: Math.min(ax, bx), y: Math.min(ay, by), w: Math.abs(ax - bx), h: Math.abs(ay - by) }
}

/** A point of user space, likewise. */
export function pointToFractions({ cropBox, rotate }: PdfPage, x: number, y: number): [number, number] {
  const u = (x - cropBox.x) / cropBox.width
  const v = (y - cropBox.y) / cropBox.height
  switch (rotate) {
    case 90:
      return [v, u]
    case 180:
      return [1 - u, v]
    case 270:
      return [1 - v, 1 - u]
    default:
      return [u, 1 - v]
  }
}

/**
 * Draws on top of a page: `operators` (in the page's user space, see `toUserSpace`) become a form XObject with
 * resources of its own, and the page gets one more content stream that paints it. The content before it is
 * wrapped in q/Q first where it could leave a shifted or clipped coordinate system behind, and becomes a form
 * XObject itself where it breaks off, is faulty or cannot be decoded: nothing in a form reaches what is
 * painted after it. Dictionaries the page inherits or shares are copied into the page, never changed.
 */
export function addContent(
  pdf: PdfFile,
  page: PdfPage,
  operators: string | Uint8Array,
  resources: ContentResources,
): void {
  addContents(pdf, page, [{ operators, resources }])
}

/** A piece of content with its own resources; in a tagged file with the operator that opens its marked content. */
export interface ContentPiece {
  operators: string | Uint8Array
  resources: ContentResources
  open?: string | undefined
}

/** Draws several pieces on top of a page, one after the other, as `addContent`. */
export function addContents(pdf: PdfFile, page: PdfPage, pieces: ContentPiece[]): void {
  const content = readableContent(pdf, page)
  const end = content && contentEnd(content)
  let before = contentStreams(pdf, page)
  let restore = ''
  if (!end?.closed || !end.sound || before.some((ref) => isAbbreviated(pdf, ref)))
    before = [paintedAsForms(pdf, page, content, end)]
  else if (end.open > 0) {
    before.unshift(pdf.register(pdf.context.stream('q '.repeat(end.open))))
    restore = `${end.inText ? 'ET ' : ''}${'Q '.repeat(end.close)}`
  }
  const paints = pieces.map(({ operators, resources, open }) => {
    const paint = `q /${addForm(pdf, page, operators, resourceDict(pdf, resources))} Do Q`
    return open === undefined ? paint : `${open} ${paint} EMC`
  })
  const painted = pdf.register(pdf.context.stream(`\n${restore}${paints.join('\n')}\n`))
  page.dict.set(nameOf('Contents'), pdf.context.obj([...before, painted]))
  pdf.touch(page.ref)
}

/** Not every viewer knows the short name of a filter outside an inline image, and takes what is encoded for content. */
function isAbbreviated(pdf: PdfFile, ref: PDFRef): boolean {
  const stream = pdf.lookup(ref)
  return stream instanceof PDFStream && stream.dict.has(nameOf('F'))
}

/**
 * A content stream that paints the page's own content as one form XObject; where it cannot be decoded, each of its
 * streams as one, as it is: viewers paint as much of it as they can. In MuPDF marked content reaches beyond a form, so
 * that it is closed besides: in the form, or after it where that is not read any more.
 */
function paintedAsForms(
  pdf: PdfFile,
  page: PdfPage,
  content: Uint8Array | undefined,
  end: ContentEnd | undefined,
): PDFRef {
  const resources = page.resources ?? pdf.context.obj({})
  const ends = ' EMC'.repeat(end?.marked ?? 0)
  const names = content
    ? [addForm(pdf, page, end?.closed ? Buffer.concat([content, Buffer.from(ends)]) : content, resources)]
    : contentStreams(pdf, page).flatMap((ref) => {
        const stream = pdf.lookup(ref)
        if (!(stream instanceof PDFStream)) return []
        const form = pdf.context.stream(stream.getContents(), formDict(page, resources))
        for (const [key, value] of stream.dict.entries()) if (!form.dict.has(key)) form.dict.set(key, value)
        return addToResources(pdf, page, 'XObject', 'CS', pdf.register(form))
      })
  return pdf.register(
    pdf.context.stream(`${names.map((name) => `q /${name} Do Q`).join('\n')}${end?.closed ? '' : ends}`),
  )
}

function readableContent(pdf: PdfFile, page: PdfPage): Uint8Array | undefined {
  try {
    return pageContent(pdf, page)
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'damaged') return undefined
    throw error
  }
}

/** A form XObject as large as the page, named in the page's resources. Returns the name. */
function addForm(pdf: PdfFile, page: PdfPage, operators: string | Uint8Array, resources: PDFDict): string {
  return addToResources(pdf, page, 'XObject', 'CS', pdf.register(flate(pdf, operators, formDict(page, resources))))
}

function formDict({ cropBox: { x, y, width, height } }: PdfPage, Resources: PDFDict) {
  return { Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height], Resources }
}

/** Appends a page whose content is `operators`, or made for it; `width` and `height` in points. */
export function addPage(
  pdf: PdfFile,
  width: number,
  height: number,
  operators: string | Uint8Array | ((page: PdfPage) => string),
  resources: ContentResources,
): PdfPage {
  const { pages } = pdf
  const parentRef = get.ref(pdf.catalog, 'Pages')!
  const parent = get.dict(pdf.catalog, 'Pages')!
  const own = resourceDict(pdf, resources)
  // Everything a page could inherit is set here, so that the tree above cannot rotate or crop it.
  const dict = pdf.context.obj({
    Type: 'Page',
    Parent: parentRef,
    MediaBox: [0, 0, width, height],
    CropBox: [0, 0, width, height],
    Rotate: 0,
    Resources: own,
  })
  const page: PdfPage = {
    ref: pdf.register(dict),
    dict,
    userUnit: 1,
    isCropOutside: false,
    cropBox: { x: 0, y: 0, width, height },
    rotate: 0,
    resources: own,
    width,
    height,
  }
  const content = typeof operators === 'function' ? operators(page) : operators
  dict.set(nameOf('Contents'), pdf.register(flate(pdf, content, {})))
  get.array(parent, 'Kids')!.push(page.ref)
  parent.set(nameOf('Count'), pdf.context.obj(pages.length + 1))
  pdf.touch(get.ref(parent, 'Kids') ?? parentRef)
  pdf.touch(parentRef)
  pages.push(page)
  return page
}

/** A compressed stream, not yet registered. */
export function flate(
  pdf: PdfFile,
  content: string | Uint8Array,
  dict: Parameters<PdfFile['context']['stream']>[1],
): PDFRawStream {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  return pdf.context.stream(deflateSync(bytes), { ...dict, Filter: 'FlateDecode' })
}

function resourceDict(pdf: PdfFile, resources: ContentResources): PDFDict {
  const dict = pdf.context.obj({})
  for (const [category, names] of Object.entries(resources)) {
    if (names) dict.set(nameOf(category), pdf.context.obj(names))
  }
  return dict
}

/**
 * Names an object in the page's resources, in copies of whatever dictionaries it shares with other pages.
 * The name is `prefix` and the first free number.
 */
export function addToResources(pdf: PdfFile, page: PdfPage, category: string, prefix: string, ref: PDFRef): string {
  const resources = copyDict(pdf, page.resources)
  const entries = copyDict(pdf, page.resources && get.dict(page.resources, category))
  let number = 0
  while (entries.has(nameOf(`${prefix}${number}`))) number++
  entries.set(nameOf(`${prefix}${number}`), ref)
  resources.set(nameOf(category), entries)
  page.dict.set(nameOf('Resources'), resources)
  page.resources = resources
  pdf.touch(page.ref)
  return `${prefix}${number}`
}

function copyDict(pdf: PdfFile, dict: PDFDict | undefined): PDFDict {
  const copy = pdf.context.obj({})
  for (const [key, value] of dict?.entries() ?? []) copy.set(key, value)
  return copy
}

/** The content streams of a page; elements that are no streams are left out. */
export function contentStreams(pdf: PdfFile, page: PdfPage): PDFRef[] {
  const contents = page.dict.get(nameOf('Contents'))
  const value = pdf.lookup(contents)
  const list: PDFObject[] = value instanceof PDFArray ? value.asArray() : contents ? [contents] : []
  return list.filter((item): item is PDFRef => item instanceof PDFRef && pdf.lookup(item) instanceof PDFStream)
}

const LINE_FEED = Buffer.from('\n')

/**
 * The decoded content of a page, each stream with a line feed after it: an operator cannot span streams, but a stream
 * does not have to end in white space (ISO 32000-1, 7.8.2).
 * @param maxBytes of it
 * @throws PdfError `too_complex`; `damaged` for a filter that cannot be decoded
 */
export function pageContent(pdf: PdfFile, page: PdfPage, maxBytes = Number.POSITIVE_INFINITY): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  for (const ref of contentStreams(pdf, page)) {
    const stream = pdf.lookup(ref)
    if (!(stream instanceof PDFStream)) continue
    const bytes = pdf.streamContents(stream)
    length += bytes.length
    if (length > maxBytes) throw new PdfError('too_complex', 'The content of a page is too large')
    parts.push(bytes, LINE_FEED)
  }
  return Buffer.concat(parts)
}
