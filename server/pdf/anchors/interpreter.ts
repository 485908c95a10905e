import { PDFDict, type PDFRef, type PDFStream } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { type Matrix, multiply, pageContent } from '../geometry.ts'
import { skipInlineImage } from '../inline-image.ts'
import { decodeName, Lexer, latin1, packKeyword, Token } from '../lexer.ts'
import { LIMITS, STEPS } from '../limits.ts'
import { get, items, numbers } from '../objects.ts'
import { type Font, loadFont } from './fonts.ts'
import { type DecodedForm, Forms } from './form-cost.ts'
import { type ContentOwner, type Glyph, placeGlyphs, type ShowOperation, type TextState } from './glyphs.ts'

/** The part of the graphics state that text depends on (ISO 32000-1, 8.4.1 and 9.3.1). */
interface State extends TextState {
  leading: number
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const SAVED_STATES = 50_000
/** More than any operator has; `re` and `cm` come closest. */
const MOST_OPERANDS = 16

/**
 * Reads the text of pages from their content streams (ISO 32000-1, 9.4): every glyph with its exact place and the
 * bytes that show it. Colour, rendering mode, clipping and optional content are ignored: the result is what
 * copying the page's text would yield.
 */
export class ContentInterpreter {
  private readonly pdf: PdfFile
  private readonly fonts = new Map<PDFDict, Font>()
  private readonly forms: Forms
  private documentOperators = 0
  private pageOperators = 0
  private steps = 0
  private glyphs: Glyph[] = []

  constructor(pdf: PdfFile) {
    this.pdf = pdf
    this.forms = new Forms(pdf)
  }

  /** The glyphs of a page in the order they are painted. @throws PdfError `too_complex`, `damaged`. */
  glyphsOf(page: PdfPage): Glyph[] {
    this.glyphs = []
    this.pageOperators = 0
    const owner: ContentOwner = {
      page,
      form: undefined,
      bytes: pageContent(this.pdf, page, LIMITS.streamBytes),
      resources: page.resources,
    }
    this.run(owner, IDENTITY, new Set())
    return this.glyphs
  }

  /** The glyphs of an annotation's appearance stream, in its own coordinates. @throws PdfError `too_complex`. */
  glyphsOfAppearance(page: PdfPage, ref: PDFRef, stream: PDFStream): Glyph[] {
    this.glyphs = []
    this.paintForm(page, this.forms.of(ref, stream, page.resources), IDENTITY, new Set())
    return this.glyphs
  }

  private run(owner: ContentOwner, ctm: Matrix, path: Set<PDFRef>) {
    this.spend(owner.bytes.length * STEPS.byte)
    const lexer = new Lexer(owner.bytes)
    const fonts = owner.resources && get.dict(owner.resources, 'Font')
    const stack: State[] = []
    let state: State = {
      ctm,
      font: undefined,
      fontSize: 0,
      charSpacing: 0,
      wordSpacing: 0,
      scale: 1,
      leading: 0,
      rise: 0,
    }
    let textMatrix = IDENTITY
    let lineMatrix = IDENTITY
    // Operands of the operator to come.
    const args = new Float64Array(MOST_OPERANDS)
    let argCount = 0
    let nameStart = 0
    let nameEnd = 0
    let shown: (number | Uint8Array)[] = []
    let start = -1
    let inArray = false
    let inDict = 0

    const arg = (i: number) => (i < argCount ? args[i]! : 0)
    const matrixArg = (): Matrix => [arg(0), arg(1), arg(2), arg(3), arg(4), arg(5)]
    const nameArg = () => decodeName(latin1(owner.bytes, nameStart, nameEnd))
    const nextLine = (x: number, y: number) => {
      lineMatrix = multiply([1, 0, 0, 1, x, y], lineMatrix)
      textMatrix = lineMatrix
    }
    const setFont = (dict: PDFDict | undefined, size: number) => {
      state.font = dict && this.font(dict)
      state.fontSize = size
    }
    const show = (operator: ShowOperation['operator']) => {
      if (!state.font) return
      const found = {
        owner,
        operator,
        items: shown,
        spacing: [arg(0), arg(1)] as [number, number],
        start,
        end: lexer.pos,
      }
      const before = this.glyphs.length
      textMatrix = placeGlyphs(this.glyphs, found, state, state.font, textMatrix)
      this.spend(STEPS.shownText + (this.glyphs.length - before) * STEPS.glyph)
    }

    while (lexer.next() !== Token.End) {
      if (start < 0) start = lexer.start
      switch (lexer.kind) {
        case Token.Number:
          if (inDict) continue
          if (inArray) shown.push(lexer.number)
          else if (argCount < MOST_OPERANDS) args[argCount++] = lexer.number
          continue
        case Token.Literal:
        case Token.Hex:
          if (!inDict) shown.push(lexer.string())
          continue
        case Token.Name:
          if (inDict) continue
          nameStart = lexer.start + 1
          nameEnd = lexer.pos
          continue
        case Token.ArrayOpen:
          inArray = true
          if (!inDict) shown = []
          continue
        case Token.ArrayClose:
          inArray = false
          continue
        case Token.DictOpen:
          inDict++
          continue
        case Token.DictClose:
          inDict = Math.max(0, inDict - 1)
          continue
      }
      this.countOperator()
      switch (lexer.keyword) {
        case OP.q:
          if (stack.length >= SAVED_STATES) throw new PdfError('too_complex', 'The graphics state is saved too often')
          stack.push({ ...state })
          break
        case OP.Q:
          state = stack.pop() ?? state
          break
        case OP.cm:
          state.ctm = multiply(matrixArg(), state.ctm)
          break
        case OP.BT:
          textMatrix = lineMatrix = IDENTITY
          break
        case OP.Tf:
          setFont(fonts && get.dict(fonts, nameArg()), arg(0))
          break
        case OP.gs: {
          const states = owner.resources && get.dict(owner.resources, 'ExtGState')
          const graphics = states && get.dict(states, nameArg())
          const font = graphics && get.array(graphics, 'Font')
          const dict = items(font)[0]
          if (dict instanceof PDFDict) setFont(dict, numbers(font)[1] ?? 0)
          break
        }
        case OP.Tc:
          state.charSpacing = arg(0)
          break
        case OP.Tw:
          state.wordSpacing = arg(0)
          break
        case OP.Tz:
          state.scale = arg(0) / 100
          break
        case OP.TL:
          state.leading = arg(0)
          break
        case OP.Ts:
          state.rise = arg(0)
          break
        case OP.Td:
          nextLine(arg(0), arg(1))
          break
        case OP.TD:
          state.leading = -arg(1)
          nextLine(arg(0), arg(1))
          break
        case OP.Tm:
          textMatrix = lineMatrix = matrixArg()
          break
        case OP['T*']:
          nextLine(0, -state.leading)
          break
        case OP.Tj:
          show('Tj')
          break
        case OP.TJ:
          show('TJ')
          break
        case OP["'"]:
          nextLine(0, -state.leading)
          show("'")
          break
        case OP['"']:
          state.wordSpacing = arg(0)
          state.charSpacing = arg(1)
          nextLine(0, -state.leading)
          show('"')
          break
        case OP.Do:
          this.paint(owner, nameArg(), state.ctm, path)
          break
        case OP.BI:
          skipInlineImage(lexer)
      }
      argCount = 0
      if (shown.length) shown = []
      start = -1
      inArray = false
      inDict = 0
    }
  }

  private countOperator() {
    this.spend(STEPS.operator)
    if (++this.pageOperators > LIMITS.operatorsPerPage || ++this.documentOperators > LIMITS.operatorsPerDocument)
      throw tooManyOperators()
  }

  /** Counts work on the content. @throws PdfError `too_complex` beyond `LIMITS.contentSteps` */
  readonly spend = (steps: number): void => {
    this.steps += steps
    if (this.steps > LIMITS.contentSteps) throw tooManyOperators()
  }

  private font(dict: PDFDict): Font {
    let font = this.fonts.get(dict)
    if (!font) {
      font = loadFont(this.pdf, dict)
      this.fonts.set(dict, font)
    }
    return font
  }

  /** `Do` of a form XObject (ISO 32000-1, 8.10). Rejects a form that would exceed the limits before interpreting it. */
  private paint(owner: ContentOwner, name: string, ctm: Matrix, path: Set<PDFRef>) {
    const form = this.forms.find(owner.resources, name)
    if (form) this.paintForm(owner.page, form, ctm, path)
  }

  private paintForm(page: PdfPage, form: DecodedForm, ctm: Matrix, path: Set<PDFRef>) {
    if (path.has(form.ref)) return
    const cost = this.forms.costOf(form, path)
    if (
      this.pageOperators + cost.operators > LIMITS.operatorsPerPage ||
      this.documentOperators + cost.operators > LIMITS.operatorsPerDocument ||
      this.steps + cost.bytes * STEPS.byte > LIMITS.contentSteps
    )
      throw tooManyOperators()
    if (!cost.showsText) return
    if (path.size >= LIMITS.formDepth) throw new PdfError('too_complex', 'Form XObjects are nested too deep')
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(get.array(form.stream.dict, 'Matrix'))
    const { ref, bytes, resources } = form
    const inner: ContentOwner = { page, form: ref, bytes, resources }
    this.run(inner, multiply([a, b, c, d, e, f], ctm), new Set(path).add(ref))
  }
}

const tooManyOperators = () => new PdfError('too_complex', 'The pages hold too many drawing operators')

const OPERATORS = [
  ...(['q', 'Q', 'cm', 'gs', 'Do', 'BI', 'BT', 'Tf', 'Tc', 'Tw', 'Tz', 'TL', 'Ts'] as const),
  ...(['Td', 'TD', 'Tm', 'T*', 'Tj', 'TJ', "'", '"'] as const),
]
const OP = Object.fromEntries(OPERATORS.map((operator) => [operator, packKeyword(operator)])) as Record<
  (typeof OPERATORS)[number],
  number
>
