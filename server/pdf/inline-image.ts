import { isSpace, type Lexer, packKeyword, Token } from './lexer.ts'

const BEGIN_DATA = packKeyword('ID')

/**
 * Moves the lexer from behind `BI` to behind `EI` (ISO 32000-1, 8.9.7). The data is binary and its length is
 * written nowhere, so the end is the first `EI` between white space after which the bytes look like content.
 */
export function skipInlineImage(lexer: Lexer): void {
  while (lexer.next() !== Token.End) if (lexer.kind === Token.Keyword && lexer.keyword === BEGIN_DATA) break
  const { bytes } = lexer
  for (let p = lexer.pos + 1; p < bytes.length; p++) {
    if (bytes[p] !== 0x45 || bytes[p + 1] !== 0x49 || !isSpace(bytes[p - 1])) continue
    if (p + 2 < bytes.length && !isSpace(bytes[p + 2])) continue
    if (bytes.subarray(p + 2, p + 12).every((byte) => isSpace(byte) || (byte >= 32 && byte < 127))) {
      lexer.pos = p + 2
      return
    }
  }
  lexer.pos = bytes.length
}
