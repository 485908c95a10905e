import { PdfError } from '../errors.ts'
import { Lexer, Token } from '../lexer.ts'
import { LIMITS } from '../limits.ts'

/** Values for single codes and for ranges of codes; a range is never expanded, so its width costs nothing. */
export class CodeMap<T> {
  private readonly single = new Map<number, T>()
  private readonly ranges: { low: number; high: number; value: T }[] = []
  private sorted = true

  get size() {
    return this.single.size + this.ranges.length
  }

  set(low: number, high: number, value: T) {
    if (this.size >= LIMITS.cmapEntries) throw new PdfError('too_complex', 'A font maps too many codes')
    if (low === high) this.single.set(low, value)
    else if (high > low) {
      this.ranges.push({ low, high, value })
      this.sorted = false
    }
  }

  /** The value and how far into its range the code lies. */
  get(code: number): { value: T; offset: number } | undefined {
    const value = this.single.get(code)
    if (value !== undefined) return { value, offset: 0 }
    if (!this.sorted) this.ranges.sort((a, b) => a.low - b.low)
    this.sorted = true
    let from = 0
    let to = this.ranges.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.ranges[middle]!.low <= code) from = middle + 1
      else to = middle
    }
    const range = this.ranges[from - 1]
    return range && code <= range.high ? { value: range.value, offset: code - range.low } : undefined
  }
}

export interface CMap {
  /** Code to text (ToUnicode). */
  unicode: CodeMap<string>
  /** Code to CID (the CMap of a composite font). */
  cids: CodeMap<number>
  /** How many bytes a code has: the code space ranges. */
  codeSpaces: { bytes: number; low: number; high: number }[]
  vertical: boolean
}

type Operand = Uint8Array | number | (Uint8Array | number)[]

const toNumber = (value: Operand | undefined) =>
  value instanceof Uint8Array ? value.reduce((sum, byte) => sum * 256 + byte, 0) : typeof value === 'number' ? value : 0

const toText = (value: Operand | undefined) => {
  if (!(value instanceof Uint8Array)) return ''
  const bytes = Buffer.from(value.length % 2 ? [0, ...value] : value)
  return bytes.swap16().toString('utf16le')
}

/** Reads an embedded CMap (ISO 32000-1, 9.7.5.4 and 9.10.3; Adobe technical note 5411). Lenient: junk is skipped. */
export function parseCMap(bytes: Uint8Array): CMap {
  const cmap: CMap = { unicode: new CodeMap(), cids: new CodeMap(), codeSpaces: [], vertical: false }
  const lexer = new Lexer(bytes)
  let operands: Operand[] = []
  let array: (Uint8Array | number)[] | undefined
  let name = ''
  while (lexer.next() !== Token.End) {
    switch (lexer.kind) {
      case Token.Hex:
      case Token.Literal:
        ;(array ?? operands).push(lexer.string())
        break
      case Token.Number:
        ;(array ?? operands).push(lexer.number)
        break
      case Token.ArrayOpen:
        array = []
        break
      case Token.ArrayClose:
        if (array) operands.push(array)
        array = undefined
        break
      case Token.Name:
        name = lexer.text()
        break
      case Token.Keyword: {
        const keyword = lexer.text()
        if (keyword === 'def' && name === 'WMode') cmap.vertical = operands.at(-1) === 1
        apply(cmap, keyword, operands)
        operands = []
        array = undefined
      }
    }
  }
  return cmap
}

function apply(cmap: CMap, keyword: string, operands: Operand[]) {
  const step = keyword.endsWith('char') ? 2 : keyword === 'endcodespacerange' ? 2 : 3
  if (!keyword.startsWith('end')) return
  for (let i = 0; i + step <= operands.length; i += step) {
    const [first, second, third] = operands.slice(i, i + step)
    const low = toNumber(first)
    switch (keyword) {
      case 'endcodespacerange':
        if (first instanceof Uint8Array && cmap.codeSpaces.length < 1000)
          cmap.codeSpaces.push({ bytes: first.length, low, high: toNumber(second) })
        break
      case 'endbfchar':
        cmap.unicode.set(low, low, toText(second))
        break
      case 'endbfrange':
        if (Array.isArray(third))
          for (const [k, text] of third.entries()) cmap.unicode.set(low + k, low + k, toText(text))
        else cmap.unicode.set(low, toNumber(second), toText(third))
        break
      case 'endcidchar':
        cmap.cids.set(low, low, toNumber(second))
        break
      case 'endcidrange':
        cmap.cids.set(low, toNumber(second), toNumber(third))
    }
  }
}

/** The text of a code; within a range the last character counts up (ISO 32000-1, 9.10.3). */
export function unicodeOf(cmap: CMap, code: number): string | undefined {
  const found = cmap.unicode.get(code)
  if (!found) return undefined
  const { value, offset } = found
  if (offset === 0 || value === '') return value
  const last = [...value].at(-1)!
  const point = last.codePointAt(0)! + offset
  return point > 0x10ffff ? '' : value.slice(0, value.length - last.length) + String.fromCodePoint(point)
}
