/** The text of a document for people who read it without its pages (decision 0045). */
export interface ReadingText {
  pages: ReadingPage[]
}

export interface ReadingPage {
  /** In the order of reading; empty for a page without text, such as a scan. */
  blocks: Block[]
  /** False: the page has more text than is read for anyone. */
  complete: boolean
}

/** Where a block stands, as fractions of the page as displayed, origin top left. */
export interface Extent {
  x0: number
  y0: number
  x1: number
  y1: number
}

export type Block = Extent &
  (
    | { kind: 'heading'; level: number; text: string }
    | { kind: 'paragraph' | 'item'; text: string }
    | { kind: 'table'; rows: TextRow[] }
  )

export interface TextRow extends Extent {
  /** Its cells are headings. */
  isHead: boolean
  cells: string[]
}

/** A piece of text as pdf.js gives it. */
export interface PdfJsPiece extends Extent {
  text: string
  /** Font size, as a fraction of the page's height. */
  size: number
  /** The baseline, as a fraction of the page's height. */
  baseline: number
  /** The line ends behind it. */
  endsLine: boolean
  /** The marked content that it belongs to; null: none, or an artifact. */
  mark: string | null
  isArtifact: boolean
}
