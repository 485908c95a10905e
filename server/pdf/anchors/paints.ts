import type { PDFDict, PDFRef } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { type Matrix, multiply, pageContent, type Rect } from '../geometry.ts'
import { skipInlineImage } from '../inline-image.ts'
import { decodeName, Lexer, latin1, packKeyword, Token } from '../lexer.ts'
import { LIMITS, STEPS } from '../limits.ts'
import { get, numbers } from '../objects.ts'
import { type DecodedForm, Forms } from './form-cost.ts'
import { PathRecorder } from './path.ts'

/** Something that is painted other than text, by the rectangle around it in user space. */
export interface Paint {
  rect: Rect
  /** An area of one colour or pattern, on which other things may stand; false: a line or an image. */
  isArea: boolean
}

/** Beyond these a page is a drawing, not a form. */
const MOST_PAINTS = 20_000
const MOST_STEPS = 60_000_000
const MOST_OPERANDS = 8
const SAVED_STATES = 1_000

interface State {
  ctm: Matrix
  lineWidth: number
  /** White on paper is not to be seen. */
  fillsWhite: boolean
  strokesWhite: boolean
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const EVERYWHERE: Rect = [-1e6, -1e6, 1e6, 1e6]

/**
 * Reads what pages paint besides text (ISO 32000-1, 8.5 to 8.9): lines, areas and images. Clipping, transparency and
 * optional content are ignored: what may not be seen counts as painted.
 */
export class PaintReader {
  private readonly pdf: PdfFile
  private readonly forms: Forms
  private steps = 0
  private paints: Paint[] = []

  constructor(pdf: PdfFile) {
    this.pdf = pdf
    this.forms = new Forms(pdf)
  }

  /** Null for a page that cannot be decoded, or holds more than a form does. */
  paintsOf(page: PdfPage): Paint[] | null {
    this.paints = []
    try {
      this.run(pageContent(this.pdf, page, LIMITS.streamBytes), page.resources, IDENTITY, new Set())
      return this.paints
    } catch (error) {
      if (error instanceof PdfError) return null
      throw error
    }
  }

  private run(bytes: Uint8Array, resources: PDFDict | undefined, ctm: Matrix, path: ReadonlySet<PDFRef>): void {
    this.spend(bytes.length * STEPS.byte)
    const lexer = new Lexer(bytes)
    const args: number[] = []
    const stack: State[] = []
    let state: State = { ctm, lineWidth: 1, fillsWhite: false, strokesWhite: false }
    const recorder = new PathRecorder()
    let name = ''
    let depth = 0
    const arg = (i: number) => args[i] ?? 0
    while (lexer.next() !== Token.End) {
      switch (lexer.kind) {
        case Token.Number:
          if (depth === 0 && args.length < MOST_OPERANDS) args.push(lexer.number)
          continue
        case Token.Name:
          if (depth === 0) name = decodeName(latin1(bytes, lexer.start + 1, lexer.pos))
          continue
        case Token.ArrayOpen:
        case Token.DictOpen:
          depth++
          continue
        case Token.ArrayClose:
        case Token.DictClose:
          depth = Math.max(0, depth - 1)
          continue
        case Token.Keyword:
          break
        default:
          continue
      }
      this.spend(STEPS.operator)
      switch (lexer.keyword) {
        case OP.q:
          if (stack.length >= SAVED_STATES) throw tooMuch()
          stack.push({ ...state })
          break
        case OP.Q:
          state = stack.pop() ?? state
          break
        case OP.cm:
          state.ctm = multiply([arg(0), arg(1), arg(2), arg(3), arg(4), arg(5)], state.ctm)
          break
        case OP.w:
          state.lineWidth = arg(0)
          break
        case OP.g:
        case OP.rg:
        case OP.k:
        case OP.sc:
        case OP.scn:
          state.fillsWhite = isWhite(args, lexer.keyword)
          break
        case OP.G:
        case OP.RG:
        case OP.K:
        case OP.SC:
        case OP.SCN:
          state.strokesWhite = isWhite(args, lexer.keyword)
          break
        case OP.cs:
          state.fillsWhite = false
          break
        case OP.CS:
          state.strokesWhite = false
          break
        case OP.m:
          recorder.moveTo(state.ctm, arg(0), arg(1))
          break
        case OP.l:
          recorder.lineTo(state.ctm, arg(0), arg(1))
          break
        case OP.c:
        case OP.v:
        case OP.y:
          recorder.curveTo(state.ctm, args)
          break
        case OP.h:
          recorder.close()
          break
        case OP.re:
          recorder.rectangle(state.ctm, arg(0), arg(1), arg(2), arg(3))
          break
        case OP.s:
        case OP.b:
        case OP['b*']:
          recorder.close()
          this.paint(recorder, state, lexer.keyword !== OP.s, true)
          break
        case OP.S:
          this.paint(recorder, state, false, true)
          break
        case OP.f:
        case OP.F:
        case OP['f*']:
          this.paint(recorder, state, true, false)
          break
        case OP.B:
        case OP['B*']:
          this.paint(recorder, state, true, true)
          break
        case OP.n:
          recorder.clear()
          break
        case OP.sh:
          // As far as the clipping path, which is not known here.
          this.add(EVERYWHERE, false)
          break
        case OP.Do:
          this.paintObject(resources, name, state.ctm, path)
          break
        case OP.BI:
          this.paintImage(state.ctm)
          skipInlineImage(lexer)
      }
      args.length = 0
      depth = 0
    }
  }

  private paint(recorder: PathRecorder, state: State, fills: boolean, strokes: boolean): void {
    if (fills && !state.fillsWhite) for (const rect of recorder.areas()) this.add(rect, true)
    const [a, b, c, d] = state.ctm
    const width = state.lineWidth * Math.max(Math.hypot(a, b), Math.hypot(c, d))
    if (strokes && !state.strokesWhite) for (const rect of recorder.lines(width)) this.add(rect, false)
    recorder.clear()
  }

  private paintObject(resources: PDFDict | undefined, name: string, ctm: Matrix, path: ReadonlySet<PDFRef>): void {
    const form = this.forms.find(resources, name)
    if (form) this.paintForm(form, ctm, path)
    else this.paintImage(ctm)
  }

  private paintForm({ ref, stream, bytes, resources }: DecodedForm, ctm: Matrix, path: ReadonlySet<PDFRef>): void {
    if (path.has(ref)) return
    if (path.size >= LIMITS.formDepth) throw tooMuch()
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(get.array(stream.dict, 'Matrix'))
    this.run(bytes, resources, multiply([a, b, c, d, e, f], ctm), new Set(path).add(ref))
  }

  /** The unit square (ISO 32000-1, 8.9.5). */
  private paintImage(ctm: Matrix): void {
    const square = new PathRecorder()
    square.rectangle(ctm, 0, 0, 1, 1)
    for (const rect of square.areas()) this.add(rect, false)
  }

  private add(rect: Rect, isArea: boolean): void {
    if (this.paints.length >= MOST_PAINTS) throw tooMuch()
    this.paints.push({ rect, isArea })
  }

  private spend(steps: number): void {
    this.steps += steps
    if (this.steps > MOST_STEPS) throw tooMuch()
  }
}

const tooMuch = () => new PdfError('too_complex', 'The pages hold too many drawing operators')

const OPERATORS = [
  ...(['q', 'Q', 'cm', 'w', 'g', 'rg', 'k', 'sc', 'scn', 'cs', 'G', 'RG', 'K', 'SC', 'SCN', 'CS'] as const),
  ...(['m', 'l', 'c', 'v', 'y', 'h', 're', 's', 'S', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'] as const),
  ...(['sh', 'Do', 'BI'] as const),
]
const OP = Object.fromEntries(OPERATORS.map((operator) => [operator, packKeyword(operator)])) as Record<
  (typeof OPERATORS)[number],
  number
>
const SUBTRACTIVE: ReadonlySet<number> = new Set([OP.k, OP.K])
/** Of any colour space: one component may be of an ink, of which 1 is the most. */
const GENERAL: ReadonlySet<number> = new Set([OP.sc, OP.scn, OP.SC, OP.SCN])

function isWhite(components: number[], operator: number): boolean {
  if (SUBTRACTIVE.has(operator)) return components.every((component) => component === 0)
  if (GENERAL.has(operator) && components.length !== 3) return false
  return components.length > 0 && components.every((component) => component >= 1)
}
