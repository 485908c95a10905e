import type { PDFRef } from 'pdf-lib'
import { isUnderAnnotation } from './annotations-over.ts'
import { fitCaption, showCaption } from './caption.ts'
import { type Conformance, conformanceOf, structureRole } from './conformance/index.ts'
import { skipDanglingReferences } from './dangling.ts'
import { openPdf, type PdfFile } from './document.ts'
import { type FontLibrary, type FontOptions, FontSet, num, openFontLibrary } from './fonts/index.ts'
import {
  addContent,
  addContents,
  type ContentResources,
  flate,
  type Matrix,
  multiply,
  toUserSpace,
} from './geometry.ts'
import { type EmbeddedImage, embedImage } from './image.ts'
import { addMarkFields, addMarkStamps } from './mark-fields.ts'
import { isSigned } from './signed.ts'
import {
  drawingScale,
  MIN_PRINT_SIZE,
  MIN_TEXT_SIZE,
  sizeOf,
  TALL_LINES,
  TEXT_SIZE,
  TYPED_SIZE,
  unitsOf,
} from './sizes.ts'
import { drawStrokes } from './strokes.ts'
import { alignedX, centredBaseline, fitBlock, fitLine, LINE_HEIGHT, showBlock } from './text.ts'
import { layOutText, roomFor } from './text-box.ts'
import type { Caption, Ink, Stamp } from './types.ts'

/** Blue-black, so that a signature stands out from the print. */
const INK = '0.05 0.11 0.35'
export const PRINT = '0.07 0.07 0.09'
export const SMALL_PRINT = '0.38 0.41 0.47'

/** In ems: names of one line stand on one baseline, whatever their letters. */
const DESCENT = 0.25

/** Points of `drawingScale`; below this a typed signature goes on in a second line. */
const MIN_TYPED_SIZE = 9

/** What drawing shares: the fonts in use and the pictures that are embedded already. */
export interface Drawing {
  library: FontLibrary
  fonts: FontSet
  images: Map<Uint8Array, EmbeddedImage>
  /** Pictures are drawn without transparency. */
  opaque: boolean
  /** `MIN_TEXT_SIZE` in points of the page's `drawingScale`. */
  minTextSize: number
}

/** A stamp's operators in a box of `width` x `height`, origin at the lower left, and the images they name. */
export interface Drawn {
  operators: string
  images: PDFRef[]
}

/**
 * Draws a signer's marks, each as a form XObject that stands upright in its box whatever the page's rotation and
 * CropBox, and returns the bytes of that revision (ISO 32000-1, 7.5.6). Nothing to draw yields no bytes.
 * @throws PdfError as `openPdf`; ImageError for a picture that cannot be embedded; RangeError for a page that does
 *   not exist or ink beyond the limits of `drawStrokes`.
 */
export async function stampFields(bytes: Uint8Array, stamps: Stamp[], options: FontOptions = {}): Promise<Uint8Array> {
  const pdf = openPdf(bytes)
  await drawStamps(pdf, stamps, options)
  return pdf.appendRevision()
}

/**
 * Draws the marks for the next revision: into the pages, or over them where the file is signed (decision 0410) or an
 * annotation stays that would cover them.
 * @throws as `stampFields`
 */
export async function drawStamps(pdf: PdfFile, stamps: Stamp[], options: FontOptions = {}): Promise<void> {
  const signed = isSigned(pdf)
  if (signed) skipDanglingReferences(pdf)
  const conformance = conformanceOf(pdf)
  const { opaque, structure } = conformance
  const shared: Omit<Drawing, 'minTextSize'> = {
    library: await openFontLibrary({ ...options, embedAll: options.embedAll || conformance.embedAll }),
    fonts: new FontSet(),
    images: new Map(),
    opaque,
  }
  for (const stamp of stamps) {
    if (!pdf.pages[stamp.page - 1]) throw new RangeError(`the document has no page ${stamp.page}`)
    if ('ink' in stamp && stamp.ink.type === 'image' && !shared.images.has(stamp.ink.bytes)) {
      shared.images.set(stamp.ink.bytes, embedImage(pdf.context, stamp.ink.bytes, opaque))
    }
  }

  const drawn = stamps.map((stamp) => {
    const page = pdf.pages[stamp.page - 1]!
    const scale = drawingScale(page)
    const own = stamp.kind === 'text' ? roomFor(shared.library, { ...stamp, page: sizeOf(page), box: stamp }) : stamp
    const box = toUserSpace(page, own)
    const matrix = multiply([scale, 0, 0, scale, 0, 0], box.matrix)
    const [width, height] = [box.width / scale, box.height / scale]
    const drawing = { ...shared, minTextSize: unitsOf(MIN_TEXT_SIZE, page) / scale }
    const grown = own.h > stamp.h
    return { page, matrix, width, height, stamp, ...drawStamp(drawing, stamp, { width, height, grown }) }
  })
  const visible = drawn.filter(({ operators }) => operators !== '')
  const fonts = shared.fonts.write(pdf, conformance.first)
  const formOver = (mark: (typeof visible)[number]) => form(pdf, mark, conformance, fonts, mark.matrix)
  if (signed) {
    addMarkFields(pdf, visible, formOver)
    return
  }
  const above = visible.filter(({ page, stamp }) => isUnderAnnotation(pdf, page, stamp))
  const within = visible.filter((mark) => !above.includes(mark))
  for (const page of new Set(within.map(({ page }) => page))) {
    const marks = within
      .filter((mark) => mark.page === page)
      .map((mark, i) => ({
        ...mark,
        name: `S${i}`,
        ref: form(pdf, mark, conformance, fonts),
        paint: `q ${mark.matrix.map(num).join(' ')} cm /S${i} Do Q`,
      }))
    if (structure === null) {
      const XObject = Object.fromEntries(marks.map(({ name, ref }) => [name, ref]))
      addContent(pdf, page, marks.map(({ paint }) => paint).join('\n'), { XObject })
      continue
    }
    const pieces = marks.map(({ stamp, matrix, width, height, name, ref, paint }) => ({
      operators: paint,
      resources: { XObject: { [name]: ref } },
      open: structure.open(page, structureRole(stamp, matrix, width, height)),
    }))
    addContents(pdf, page, pieces)
  }
  addMarkStamps(pdf, above, formOver)
}

function form(
  pdf: PdfFile,
  drawn: Drawn & { width: number; height: number },
  { opaque, colours }: Conformance,
  fonts: Record<string, PDFRef>,
  matrix?: Matrix,
): PDFRef {
  const { width, height } = drawn
  const used = Object.entries(fonts).filter(([name]) => drawn.operators.includes(`/${name} `))
  const resources: ContentResources = { ...colours }
  if (used.length > 0) resources.Font = Object.fromEntries(used)
  if (drawn.images.length > 0) {
    resources.XObject = Object.fromEntries(drawn.images.map((ref, i) => [`Im${i}`, ref]))
    if (!opaque) resources.ExtGState = { Paper: pdf.register(pdf.context.obj({ Type: 'ExtGState', BM: 'Multiply' })) }
  }
  const shape = { BBox: [0, 0, width, height], ...(matrix && { Matrix: [...matrix] }) }
  const dict = { Type: 'XObject', Subtype: 'Form', ...shape, Resources: { ...resources } }
  return pdf.register(flate(pdf, drawn.operators, dict))
}

/** `grown`: it goes on below its box, whose first line stays the first. */
interface Extent {
  width: number
  height: number
  grown: boolean
}

function drawStamp(drawing: Drawing, stamp: Stamp, { width, height, grown }: Extent): Drawn {
  switch (stamp.kind) {
    case 'signature':
    case 'initial':
      return drawSignature(drawing, stamp.ink, stamp.caption, width, height)
    case 'checkbox':
      return { operators: stamp.checked ? tick(width, height, INK) : '', images: [] }
    case 'date':
    case 'name':
    case 'text': {
      const isTall = stamp.kind === 'text' && (grown || height > TALL_LINES * TEXT_SIZE)
      return { operators: drawText(drawing, stamp.text, width, height, isTall), images: [] }
    }
  }
}

function drawSignature(drawing: Drawing, ink: Ink, caption: Caption | null, width: number, height: number): Drawn {
  const below = caption && fitCaption(drawing.library, caption, width, height)
  // A little air, so that the ink does not run into a line that stands there.
  const foot = (below?.height ?? 0) + Math.min(2, height * 0.04)
  const drawn = drawInk(drawing, ink, { width, height: height - foot, below: below ? 0 : 0.5 })
  const operators = drawn.operators ? [`q 1 0 0 1 0 ${num(foot)} cm`, drawn.operators, 'Q'] : []
  if (below) operators.push(`${SMALL_PRINT} rg`, showCaption(drawing.fonts, below))
  return { operators: operators.join('\n'), images: drawn.images }
}

/** The room for ink, in points, and the part of the height left over that stays below it. */
export interface InkRoom {
  width: number
  height: number
  below: number
}

/** A signature from the left edge of its box. @throws RangeError as `drawStrokes` */
export function drawInk(drawing: Drawing, ink: Ink, room: InkRoom): Drawn {
  const { width, height, below } = room
  switch (ink.type) {
    case 'drawn': {
      const strokes = drawStrokes(ink, room)
      return { operators: strokes && `${INK} RG\n${strokes}`, images: [] }
    }
    case 'typed':
      return { operators: drawTyped(drawing, ink, room), images: [] }
    case 'image': {
      const image = drawing.images.get(ink.bytes)!
      const scale = Math.min(width / image.width, height / image.height)
      const place = [image.width * scale, 0, 0, image.height * scale, 0, (height - image.height * scale) * below]
      // Multiplied, so that the white paper of a photograph does not cover the line under it.
      return {
        operators: `${drawing.opaque ? '' : '/Paper gs '}${place.map(num).join(' ')} cm /Im0 Do`,
        images: [image.ref],
      }
    }
  }
}

function drawTyped(
  { library, fonts, minTextSize }: Drawing,
  { text, style: hand }: Extract<Ink, { type: 'typed' }>,
  { width, height, below }: InkRoom,
): string {
  const margin = 1
  const along = width - 2 * margin
  const style = { style: hand ?? 'hand', width: along * 0.97, size: TYPED_SIZE } as const
  const { line, size } = fitLine(library, text, { ...style, minSize: 0 })
  if (line.text === '') return ''
  if (size < MIN_TYPED_SIZE) {
    const sizes = { minSize: minTextSize, cutSize: minTextSize * (MIN_PRINT_SIZE / MIN_TEXT_SIZE) }
    const block = fitBlock(library, text, { ...style, ...sizes, height })
    const slack = Math.max(0, height - block.lines.length * LINE_HEIGHT * block.size)
    return `${INK} rg\n${showBlock(fonts, block, margin, height - slack * (1 - below), along)}`
  }
  const fitting = Math.min(size, (height - margin) / Math.max(line.top - line.bottom, 0.9))
  const middle = centredBaseline(line, fitting, 0, height)
  const baseline = below === 0 ? Math.min(middle, Math.max(-line.bottom, DESCENT) * fitting) : middle
  return `${INK} rg\n${fonts.show(line, alignedX(line, fitting, margin, along), baseline, fitting)}`
}

function drawText(
  { library, fonts, minTextSize }: Drawing,
  text: string,
  width: number,
  height: number,
  tall: boolean,
): string {
  const { block, margin, room } = layOutText(library, text, { width, height, minSize: minTextSize })
  if (block.lines.every((line) => line.text === '')) return ''
  const [only] = block.lines
  if (block.lines.length > 1 || tall || !only) {
    const leading = LINE_HEIGHT * block.size
    const slack = Math.max(0, room.height - block.lines.length * leading)
    const top = height - margin - (tall ? 0 : slack / 2)
    return `${PRINT} rg\n${showBlock(fonts, block, margin, top, room.width)}`
  }
  const baseline = centredBaseline(only, block.size, 0, height)
  const x = alignedX(only, block.size, margin, room.width)
  return `${PRINT} rg\n${fonts.show(only, x, baseline, block.size)}`
}

/** A tick in the largest square in the middle of the box. */
export function tick(width: number, height: number, colour: string): string {
  const side = Math.min(width, height) * 0.8
  const x = (width - side) / 2
  const y = (height - side) / 2
  const point = (fx: number, fy: number) => `${num(x + fx * side)} ${num(y + fy * side)}`
  const path = `${point(0.08, 0.52)} m ${point(0.38, 0.18)} l ${point(0.92, 0.88)} l S`
  return `${colour} RG 1 J 1 j ${num(Math.max(0.8, side * 0.13))} w\n${path}`
}
