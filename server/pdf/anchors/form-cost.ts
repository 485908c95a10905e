import { type PDFDict, type PDFRef, PDFStream } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { PdfError } from '../errors.ts'
import { skipInlineImage } from '../inline-image.ts'
import { decodeName, Lexer, latin1, packKeyword, Token } from '../lexer.ts'
import { LIMITS } from '../limits.ts'
import { get, nameOf } from '../objects.ts'

/** The cost of interpreting a piece of content, including all the forms it paints. */
export interface ContentCost {
  operators: number
  /** Bytes read by the lexer. */
  bytes: number
  /** Whether it, or a form it paints, shows text. Forms that show none are never interpreted. */
  showsText: boolean
}

/** A form XObject's content, decoded. */
export interface DecodedForm {
  ref: PDFRef
  stream: PDFStream
  bytes: Uint8Array
  /** Its own, else those of the content that paints it (ISO 32000-1, 8.10.1). */
  resources: PDFDict | undefined
}

/** Decoded forms kept for the next page that shows them. */
const FORM_CACHE_BYTES = 32 * 1024 * 1024

const SHOWS = new Set(['Tj', 'TJ', "'", '"'].map(packKeyword))
const DO = packKeyword('Do')
const BI = packKeyword('BI')

/**
 * The form XObjects of a document and what each costs to interpret. The cost is computed by reading every form
 * once, so that forms which paint each other exponentially often are rejected before any of them is interpreted.
 */
export class Forms {
  private readonly pdf: PdfFile
  private readonly costs = new Map<PDFRef, Map<PDFDict | undefined, ContentCost>>()
  private readonly read = new Map<PDFRef, FormContent>()
  private steps = 0
  private contents = new Map<PDFRef, Uint8Array>()
  private cachedBytes = 0

  constructor(pdf: PdfFile) {
    this.pdf = pdf
  }

  /** The form that `name` stands for in these resources; undefined for an image or a name that is not defined. */
  find(resources: PDFDict | undefined, name: string): DecodedForm | undefined {
    const objects = resources && get.dict(resources, 'XObject')
    const ref = objects && get.ref(objects, name)
    const stream = ref && objects.lookup(nameOf(name))
    if (!ref || !(stream instanceof PDFStream) || get.name(stream.dict, 'Subtype') !== 'Form') return undefined
    return this.of(ref, stream, resources)
  }

  /** A stream as a form that is painted by content with these resources. */
  of(ref: PDFRef, stream: PDFStream, resources: PDFDict | undefined): DecodedForm {
    const own = get.dict(stream.dict, 'Resources')
    return { ref, stream, bytes: this.content(ref, stream), resources: own ?? resources }
  }

  /**
   * The cost of painting a form once. For forms that paint each other in a circle it is a lower bound.
   * @param path the forms being painted: painting one of them again has no effect
   * @throws PdfError `too_complex` where forms are nested deeper than `LIMITS.formDepth`, or are too many
   */
  costOf(form: DecodedForm, path: ReadonlySet<PDFRef>): ContentCost {
    const known = this.costs.get(form.ref)?.get(form.resources)
    if (known) return known
    if (path.size >= LIMITS.formDepth) throw new PdfError('too_complex', 'Form XObjects are nested too deep')
    if (++this.steps > LIMITS.walkedNodes) throw new PdfError('too_complex', 'The PDF has too many form XObjects')
    const inner = new Set(path).add(form.ref)
    const { painted, ...own } = this.read.get(form.ref) ?? readForm(form.bytes)
    this.read.set(form.ref, { painted, ...own })
    const cost: ContentCost = { ...own }
    for (const [name, times] of painted) {
      const child = this.find(form.resources, name)
      if (!child || inner.has(child.ref)) continue
      const once = this.costOf(child, inner)
      if (!once.showsText) continue
      cost.showsText = true
      cost.operators += once.operators * times
      cost.bytes += once.bytes * times
    }
    const byResources = this.costs.get(form.ref) ?? new Map<PDFDict | undefined, ContentCost>()
    this.costs.set(form.ref, byResources.set(form.resources, cost))
    return cost
  }

  private content(ref: PDFRef, stream: PDFStream): Uint8Array {
    const known = this.contents.get(ref)
    if (known) return known
    const bytes = this.pdf.streamContents(stream)
    this.cachedBytes += bytes.length
    if (this.cachedBytes > FORM_CACHE_BYTES) {
      this.contents = new Map()
      this.cachedBytes = bytes.length
    }
    this.contents.set(ref, bytes)
    return bytes
  }
}

/** A form's content by itself, and how often it paints each XObject. */
interface FormContent extends ContentCost {
  painted: Map<string, number>
}

function readForm(bytes: Uint8Array): FormContent {
  const lexer = new Lexer(bytes)
  const painted = new Map<string, number>()
  let operators = 0
  let showsText = false
  let name = ''
  while (lexer.next() !== Token.End) {
    if (lexer.kind === Token.Name) name = decodeName(latin1(bytes, lexer.start + 1, lexer.pos))
    if (lexer.kind !== Token.Keyword) continue
    operators++
    if (lexer.keyword === DO) painted.set(name, (painted.get(name) ?? 0) + 1)
    else if (SHOWS.has(lexer.keyword)) showsText = true
    else if (lexer.keyword === BI) skipInlineImage(lexer)
  }
  return { operators, bytes: bytes.length, showsText, painted }
}
