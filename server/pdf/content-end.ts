import { skipInlineImage } from './inline-image.ts'
import { Lexer, packKeyword, Token } from './lexer.ts'

/** What stands in the way of drawing after a page's content. */
export interface ContentEnd {
  /**
   * Whether every string, array, dictionary and inline image is closed, and so in the eyes of every viewer. Otherwise
   * what follows may be taken for the rest of it and never be painted.
   */
  closed: boolean
  /**
   * Whether each piece of marked content is closed once, since one may belong to a layer that is hidden, and each
   * operator is known and has its operands: poppler ends the page where one lacks them, MuPDF after too many errors.
   */
  sound: boolean
  /** It takes as many `EMC` after it to close what is open. */
  marked: number
  /** It takes as many `q` before the content ... */
  open: number
  /** ... and `Q` after it to come back to the initial graphics state; both 0 where all stands between q and Q. */
  close: number
  inText: boolean
}

const Q_SAVE = packKeyword('q')
const Q_RESTORE = packKeyword('Q')
const BEGIN_TEXT = packKeyword('BT')
const END_TEXT = packKeyword('ET')
const BEGIN_IMAGE = packKeyword('BI')
const BEGIN_MARKED = ['BMC', 'BDC'].map(packKeyword)
const END_MARKED = packKeyword('EMC')

/** How many operands each operator takes, at least (ISO 32000-1, annex A). */
const OPERANDS = new Map(
  [
    'q Q n b B b* B* f F f* s S h W W* BT ET T* BX EX EMC BI ID EI',
    "g G w J j M i ri gs Do sh Tc Tw Tz TL Tr Ts Tj TJ ' cs CS sc SC scn SCN MP BMC",
    'm l d d0 Td TD Tf BDC DP',
    'rg RG "',
    're v y k K',
    '',
    'c cm Tm d1',
  ].flatMap((operators, count) =>
    operators
      .split(' ')
      .filter(Boolean)
      .map((operator) => [packKeyword(operator), count] as const),
  ),
)

/**
 * Reads how a page's content ends. It may lack a Q or EMC, have one too many that would undo one around it, break off,
 * or have faults at which some viewers stop.
 * @param content ends in white space
 */
export function contentEnd(content: Uint8Array): ContentEnd {
  const lexer = new Lexer(content)
  /** The brackets that are open. */
  const nesting: Token[] = []
  let closed = true
  let depth = 0
  let lowest = 0
  let marked = 0
  let sound = true
  let inText = false
  let isolated = true
  let operands = 0
  while (lexer.next() !== Token.End) {
    switch (lexer.kind) {
      case Token.Literal:
      case Token.Hex:
        // Behind its end there is at least that white space.
        if (lexer.pos === content.length) closed = false
        operands++
        continue
      case Token.ArrayOpen:
      case Token.DictOpen:
        nesting.push(lexer.kind)
        continue
      case Token.ArrayClose:
        if (nesting.pop() !== Token.ArrayOpen) closed = false
        operands++
        continue
      case Token.DictClose:
        if (nesting.pop() !== Token.DictOpen) closed = false
        operands++
        continue
      case Token.Keyword:
        break
      default:
        operands++
        continue
    }
    if (lexer.is('true') || lexer.is('false') || lexer.is('null')) {
      operands++
      continue
    }
    if (nesting.length > 0) {
      // An operator in brackets: some viewers skip it, others leave the brackets.
      closed = false
      continue
    }
    const needed = OPERANDS.get(lexer.keyword)
    if (needed === undefined || operands < needed) sound = false
    operands = 0
    if (lexer.keyword === Q_SAVE) depth++
    else if (lexer.keyword === Q_RESTORE) lowest = Math.min(lowest, --depth)
    else if (depth <= 0) isolated = false
    if (lexer.keyword === BEGIN_TEXT) inText = true
    else if (lexer.keyword === END_TEXT) inText = false
    else if (BEGIN_MARKED.includes(lexer.keyword)) marked++
    else if (lexer.keyword === END_MARKED) {
      // One too many closes nothing.
      if (marked === 0) sound = false
      else marked--
    } else if (lexer.keyword === BEGIN_IMAGE) {
      skipInlineImage(lexer)
      if (lexer.pos === content.length) closed = false
    }
  }
  if (nesting.length > 0) closed = false
  if (marked > 0) sound = false
  const inside = { closed, sound, marked, inText }
  if (isolated && depth === 0 && lowest === 0) return { ...inside, open: 0, close: 0 }
  return { ...inside, open: 1 - lowest, close: 1 - lowest + depth }
}
