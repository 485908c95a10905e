import { PDFArray, PDFDict, PDFHexString, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { PdfError } from '../errors.ts'
import { skipInlineImage } from '../inline-image.ts'
import { Lexer, packKeyword, Token } from '../lexer.ts'
import { LIMITS } from '../limits.ts'
import { get, nameOf, readObject } from '../objects.ts'
import type { ContentOwner } from './glyphs.ts'
import { MARKER_START, removeMarkers } from './grammar.ts'

/** Replacement text, alternative description, expansion of an abbreviation (ISO 32000-1, 14.9.3 to 14.9.5). */
const TEXT_KEYS = ['ActualText', 'Alt', 'E']

const BDC = packKeyword('BDC')
const BMC = packKeyword('BMC')
const EMC = packKeyword('EMC')
const DP = packKeyword('DP')
const BI = packKeyword('BI')

interface Range {
  start: number
  end: number
}

/**
 * The edits that remove markers from marked content's property lists (ISO 32000-1, 14.6): a list around rewritten glyphs
 * loses its texts, because they describe glyphs that are gone; any other list loses only the markers in its texts.
 */
export function blankMarkedContent(owner: ContentOwner, rewritten: Range[]): (Range & { text: string })[] {
  const properties = owner.resources && get.dict(owner.resources, 'Properties')
  const context = owner.page.dict.context
  const edits: (Range & { text: string })[] = []
  const starts = rewritten.toSorted((a, b) => a.start - b.start)
  const open: ({ list: Range; dict: PDFDict } | undefined)[] = []
  const lexer = new Lexer(owner.bytes)
  let list: (Range & { dict: PDFDict | undefined }) | undefined
  const close = (end: number) => {
    const sequence = open.pop()
    if (!sequence) return
    const blanked = blank(sequence.dict, encloses(starts, sequence.list.end, end))
    if (blanked) edits.push({ ...sequence.list, text: blanked.toString() })
  }
  while (lexer.next() !== Token.End) {
    if (lexer.kind === Token.DictOpen) {
      const { start } = lexer
      lexer.pos = start
      const dict = readObject(lexer, context)
      list = { start, end: lexer.pos, dict: dict instanceof PDFDict ? dict : undefined }
    } else if (lexer.kind === Token.Name)
      list = { start: lexer.start, end: lexer.pos, dict: properties && get.dict(properties, lexer.text()) }
    else if (lexer.kind === Token.Keyword) {
      const sequence = list?.dict && { list, dict: list.dict }
      if (lexer.keyword === BDC || lexer.keyword === DP) open.push(sequence)
      else if (lexer.keyword === BMC) open.push(undefined)
      if (lexer.keyword === EMC || lexer.keyword === DP) close(lexer.start)
      if (lexer.keyword === BI) skipInlineImage(lexer)
      list = undefined
    }
  }
  while (open.length > 0) close(owner.bytes.length)
  return edits
}

/** Whether one of the ranges, which are sorted and do not overlap, lies between the two offsets. */
function encloses(sorted: Range[], start: number, end: number): boolean {
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.start < start) low = middle + 1
    else high = middle
  }
  const first = sorted[low]
  return first !== undefined && first.end <= end
}

/** A copy without the markers in its texts (`all`: without the texts); undefined when there is nothing to change. */
function blank(dict: PDFDict, all: boolean): PDFDict | undefined {
  const copy = dict.clone(dict.context)
  let changed = false
  for (const key of TEXT_KEYS) {
    const text = textOf(get.object(dict, key))
    if (text === undefined) continue
    const left = all ? '' : removeMarkers(text)
    if (left === text) continue
    changed = true
    if (all) copy.delete(nameOf(key))
    else copy.set(nameOf(key), PDFHexString.fromText(left))
  }
  return changed ? copy : undefined
}

/** Removes markers from the structure tree's texts (ISO 32000-1, 14.7.2), where tagged PDFs repeat the page's text. */
export function blankStructureTree(pdf: PdfFile): void {
  const root = pdf.catalog.get(nameOf('StructTreeRoot'))
  const seen = new Set<PDFObject>()
  const queue: { object: PDFObject | undefined; holder: PDFRef }[] = [{ object: root, holder: pdf.catalogRef }]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const holder = next.object instanceof PDFRef ? next.object : next.holder
    const object = pdf.lookup(next.object)
    if (!object || seen.has(object)) continue
    seen.add(object)
    if (seen.size > LIMITS.walkedNodes)
      throw new PdfError('placement_failed', 'The structure tree is too large to be masked')
    if (object instanceof PDFArray) for (const item of object.asArray()) queue.push({ object: item, holder })
    if (!(object instanceof PDFDict)) continue
    for (const key of TEXT_KEYS) {
      const text = textOf(get.object(object, key))
      if (!text?.includes(MARKER_START)) continue
      object.set(nameOf(key), PDFHexString.fromText(removeMarkers(text)))
      pdf.touch(holder)
    }
    queue.push({ object: object.get(nameOf('K')), holder })
  }
}

const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined
