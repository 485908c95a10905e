import { skipInlineImage } from './inline-image.ts'
import { Lexer, packKeyword, Token } from './lexer.ts'

/** What stands in the way of drawing after a page's content. */
export interface ContentEnd {
  /**
   * Whether every string, array, dictionary and inline image is closed, and so in the eyes of every viewer. Otherwise
   * what follows may be taken for the rest of it and never be painted.
   */
  closed: boolean
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

/**
 * Reads how a page's content ends. It may lack a Q, have one too many that would undo a wrapping q, or break off.
 * @param content ends in white space
 */
export function contentEnd(content: Uint8Array): ContentEnd {
  const lexer = new Lexer(content)
  /** The brackets that are open. */
  const nesting: Token[] = []
  let closed = true
  let depth = 0
  let lowest = 0
  let inText = false
  let isolated = true
  while (lexer.next() !== Token.End) {
    switch (lexer.kind) {
      case Token.Literal:
      case Token.Hex:
        // Behind its end there is at least that white space.
        if (lexer.pos === content.length) closed = false
        continue
      case Token.ArrayOpen:
      case Token.DictOpen:
        nesting.push(lexer.kind)
        continue
      case Token.ArrayClose:
        if (nesting.pop() !== Token.ArrayOpen) closed = false
        continue
      case Token.DictClose:
        if (nesting.pop() !== Token.DictOpen) closed = false
        continue
      case Token.Keyword:
        break
      default:
        continue
    }
    if (nesting.length > 0) {
      // An operator in brackets: some viewers skip it, others leave the brackets.
      if (!(lexer.is('true') || lexer.is('false') || lexer.is('null'))) closed = false
      continue
    }
    if (lexer.keyword === Q_SAVE) depth++
    else if (lexer.keyword === Q_RESTORE) lowest = Math.min(lowest, --depth)
    else if (depth <= 0) isolated = false
    if (lexer.keyword === BEGIN_TEXT) inText = true
    else if (lexer.keyword === END_TEXT) inText = false
    else if (lexer.keyword === BEGIN_IMAGE) {
      skipInlineImage(lexer)
      if (lexer.pos === content.length) closed = false
    }
  }
  if (nesting.length > 0) closed = false
  if (isolated && depth === 0 && lowest === 0) return { closed, open: 0, close: 0, inText }
  return { closed, open: 1 - lowest, close: 1 - lowest + depth, inText }
}
