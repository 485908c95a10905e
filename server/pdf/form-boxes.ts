import { PDFArray, PDFDict, PDFHexString, type PDFObject, PDFString } from 'pdf-lib'
import { openPdf, type PdfFile, type PdfPage } from './document.ts'
import { PdfError } from './errors.ts'
import { rectangleOf, toFractions } from './geometry.ts'
import { LIMITS, UPLOAD_LIMITS } from './limits.ts'
import { get, items, nameText } from './objects.ts'
import type { FormBox } from './types.ts'

/** Of `/F` (ISO 32000-1, 12.5.3): hidden, and not to be viewed. */
export const UNSEEN = 0x02 | 0x20
/** Of `/Ff` (12.7.3.1, 12.7.4.2 and 12.7.4.3). */
const FLAG = { required: 0x2, multiline: 0x1000, radio: 0x8000, push: 0x10000 } as const
/** Deeper trees of fields are not followed. */
const MAX_DEPTH = 32

/**
 * The places of a form that somebody can fill in, page by page from top to bottom. Push buttons and what a viewer does
 * not show are left out.
 * @throws PdfError as `openPdf`, and `too_complex`
 */
export function formBoxes(bytes: Uint8Array): FormBox[] {
  return formBoxesOf(openPdf(bytes, UPLOAD_LIMITS))
}

/** As `formBoxes`, of a file that is open. */
export function formBoxesOf(pdf: PdfFile): FormBox[] {
  let seen = 0
  return pdf.pages.flatMap((page, index) => {
    const found = items(get.array(page.dict, 'Annots')).flatMap((annotation) => {
      if (++seen > LIMITS.walkedNodes) throw new PdfError('too_complex', 'The form has too many fields')
      return annotation instanceof PDFDict ? boxOf(page, index + 1, annotation) : []
    })
    return found.sort((a, b) => a.y - b.y || a.x - b.x)
  })
}

function boxOf(page: PdfPage, number: number, widget: PDFDict): FormBox[] {
  if (get.name(widget, 'Subtype') !== 'Widget' || (get.number(widget, 'F') ?? 0) & UNSEEN) return []
  const place = toFractions(page, rectangleOf(widget))
  const isOnPage = place.w > 0 && place.h > 0 && place.x >= 0 && place.y >= 0
  if (!isOnPage || place.x + place.w > 1 || place.y + place.h > 1) return []
  const line = lineOf(widget)
  const flags = numberIn(line, 'Ff') ?? 0
  const common = {
    ...{ page: number, ...place },
    name: line
      .toReversed()
      .flatMap((dict) => textIn(dict, 'T') ?? [])
      .join('.'),
    label: line.map((dict) => textIn(dict, 'TU')).find((text) => text !== null) ?? null,
    required: (flags & FLAG.required) !== 0,
    multiline: false,
    maxLength: null,
    options: [],
    option: null,
  }
  switch (inherited(line, (dict) => get.name(dict, 'FT'))) {
    case 'Sig':
      return [{ ...common, kind: 'signature' }]
    case 'Tx': {
      const length = numberIn(line, 'MaxLen')
      const maxLength = length !== undefined && Number.isInteger(length) && length > 0 ? length : null
      return [{ ...common, kind: 'text', multiline: (flags & FLAG.multiline) !== 0, maxLength }]
    }
    case 'Ch':
      return [{ ...common, kind: 'text', options: choices(line) }]
    case 'Btn':
      if (flags & FLAG.push) return []
      return [{ ...common, kind: 'checkbox', option: flags & FLAG.radio ? onState(widget) : null }]
    default:
      return []
  }
}

/** The widget and the fields above it. */
function lineOf(widget: PDFDict): PDFDict[] {
  const line = [widget]
  for (let above = get.dict(widget, 'Parent'); above && line.length < MAX_DEPTH; above = get.dict(above, 'Parent')) {
    if (line.includes(above)) break
    line.push(above)
  }
  return line
}

function inherited<T>(line: PDFDict[], read: (dict: PDFDict) => T | undefined): T | undefined {
  for (const dict of line) {
    const value = read(dict)
    if (value !== undefined) return value
  }
  return undefined
}

const numberIn = (line: PDFDict[], key: string) => inherited(line, (dict) => get.number(dict, key))

function textIn(dict: PDFDict, key: string): string | null {
  return textOf(get.object(dict, key))
}

function textOf(object: PDFObject | undefined): string | null {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null
  const text = object
    .decodeText()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? null : text
}

/** What a choice shows, of `/Opt`, each once. */
function choices(line: PDFDict[]): string[] {
  const listed = inherited(line, (dict) => get.array(dict, 'Opt'))
  const texts = items(listed).flatMap((item) => {
    // Either the text, or a pair of what is exported and what is shown.
    return textOf(item instanceof PDFArray ? items(item)[1] : item) ?? []
  })
  return [...new Set(texts)]
}

/** The state of a radio button that stands for its option: the one of its appearances that is not `Off`. */
function onState(widget: PDFDict): string | null {
  const appearances = get.dict(widget, 'AP')
  const normal = appearances && get.dict(appearances, 'N')
  return (
    normal
      ?.keys()
      .map(nameText)
      .find((name) => name !== undefined && name !== 'Off') ?? null
  )
}
