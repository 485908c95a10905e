import type { PdfJsPiece } from './types.ts'

const SCRIPTS = '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}'
export const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS}]`, 'u')

/** Whether most of its letters are of a script that runs from right to left. */
export function runsFromRight(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length * 2 > letters.length
}

const LEFT_TO_RIGHT = /[\p{N}\p{L}]/u

/** As multiples of the font size, across the page as fractions of its height. */
const BLANK = 0.35
/** What is narrower is no blank of its own. */
const WIDTH = 0.1
const ALL_FROM_RIGHT = new RegExp(`[${SCRIPTS}]`, 'gu')
const WORDS_FROM_RIGHT = new RegExp(`([${SCRIPTS}](?:[${SCRIPTS}\\p{M}\\s]*[${SCRIPTS}\\p{M}])?)`, 'u')
const ONLY_MARKS = /^\p{M}+$/u

/**
 * A line of a right-to-left script in the order of reading. Each piece is in that order; producers that place every letter
 * give the pieces in the order on paper. Words and numbers that run from left to right stay together.
 */
export function fromRight(line: PdfJsPiece[]): string {
  const isWide = ({ x0, x1, size }: PdfJsPiece) => x1 - x0 > WIDTH * size
  const ordered = inReadingOrder(line.filter((piece) => piece.text.trim() !== '' || isWide(piece)))
  let text = ''
  let last: PdfJsPiece | undefined
  for (const piece of ordered) {
    const gap = last ? Math.max(last.x0 - piece.x1, piece.x0 - last.x1) : 0
    if (gap > BLANK * piece.size) text += ' '
    text += RIGHT_TO_LEFT.test(piece.text) || ONLY_MARKS.test(piece.text) ? piece.text.normalize('NFKC') : piece.text
    last = piece
  }
  return mirrored(text)
}

function inReadingOrder(line: PdfJsPiece[]): PdfJsPiece[] {
  const marks = line.filter(({ text }) => ONLY_MARKS.test(text))
  const middle = ({ x0, x1 }: PdfJsPiece) => (x0 + x1) / 2
  const sorted = line.filter((piece) => !marks.includes(piece)).toSorted((a, b) => middle(b) - middle(a))
  const runs = (piece: PdfJsPiece) => LEFT_TO_RIGHT.test(piece.text) && !RIGHT_TO_LEFT.test(piece.text)
  const ordered: PdfJsPiece[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1
    if (runs(sorted[at]!)) {
      while (end < sorted.length && !RIGHT_TO_LEFT.test(sorted[end]!.text)) end++
      while (!runs(sorted[end - 1]!)) end--
    }
    const run = sorted.slice(at, end).reverse()
    if (runs(run[0]!)) run[0] = { ...run[0]!, text: withItsEnd(run[0]!.text) }
    if (!hasLetters(run[0]!)) run[0] = { ...run[0]!, text: backwards(run[0]!.text) }
    ordered.push(...run)
    at = end
  }
  for (const mark of marks) {
    const bases = ordered.filter(({ text }) => /\p{L}/u.test(text))
    const away = ({ x0, x1 }: PdfJsPiece) => Math.max(x0 - mark.x1, mark.x0 - x1, 0)
    const base = bases.reduce<PdfJsPiece | null>((best, one) => (best && away(best) <= away(one) ? best : one), null)
    ordered.splice(base ? ordered.indexOf(base) + 1 : ordered.length, 0, mark)
  }
  return ordered
}

/** A full stop at the left end of Latin words stands behind them in a line that is read from the right. */
const withItsEnd = (text: string) => text.replace(/^([.,:;!?]+)(.*\p{L}.*)$/su, '$2$1')

const hasLetters = ({ text }: PdfJsPiece) => LEFT_TO_RIGHT.test(text) || RIGHT_TO_LEFT.test(text)

/** Signs between words, as they stand on paper, in the order of reading. */
const backwards = (text: string) => [...text].reverse().join('')

/**
 * A piece that pdf.js took for one from the left, because most of it is signs: its words are in the order of reading, but
 * it begins with its end. Unchanged where anything in it does run from the left.
 */
export function turned(text: string): string {
  if (!RIGHT_TO_LEFT.test(text) || LEFT_TO_RIGHT.test(text.replace(ALL_FROM_RIGHT, ''))) return text
  const parts = text.split(WORDS_FROM_RIGHT)
  return parts
    .map((part, i) => (i % 2 === 1 ? part : backwards(part)))
    .reverse()
    .join('')
}

const BRACKETS: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }
const isOpen = (sign: string) => sign === '(' || sign === '[' || sign === '{'

/** Brackets as they are read: some files name the sign that is drawn, which from the right is its mirror image. */
function mirrored(text: string): string {
  if (isBalanced(text)) return text
  const other = text.replace(/[()[\]{}]/g, (sign) => BRACKETS[sign]!)
  return isBalanced(other) ? other : text
}

function isBalanced(text: string): boolean {
  const open: string[] = []
  for (const sign of text.match(/[()[\]{}]/g) ?? []) {
    if (isOpen(sign)) open.push(sign)
    else if (BRACKETS[open.pop() ?? ''] !== sign) return false
  }
  return open.length === 0
}
