import type { Box, ConformanceLoss, PageSize, PrepareOptions } from '../types.ts'

/** How a text is set in its box. */
export interface PrintStyle {
  /** Points; null: as large as a signer's text. */
  size: number | null
  /** `start` is the right side for a text that is read from right to left. */
  align: 'start' | 'center' | 'end'
  valign: 'top' | 'middle' | 'bottom'
  /** Whether it may go on in further lines; where it may not, line breaks are spaces. */
  wrap: boolean
  /** Whether it may become smaller than `size`, down to `MIN_PRINT_SIZE`. */
  shrink: boolean
}

export interface PrintedText extends Box {
  kind: 'text'
  text: string
  style: PrintStyle
}

export interface PrintedTick extends Box {
  kind: 'tick'
}

export interface PrintedTable extends Box {
  kind: 'table'
  /** In reading order; the shares add up to 1. */
  columns: { share: number; align: 'start' | 'center' | 'end' }[]
  /** Above the rows, on every page; null: none. */
  header: string[] | null
  rows: string[][]
  /** Shades every second row. */
  zebra: boolean
  /** Points; null: the default. */
  size: number | null
  /** `rtl`: the first column is the rightmost. */
  direction: 'ltr' | 'rtl'
  /** 1-based; the background of added pages, which leaves its own place; null: blank ones. */
  continuationPage: number | null
  /** What stands below an added page, with `{page}` and `{pages}`: those of the table. */
  caption: string
}

/** What is printed into a template: the sender's values. */
export type Print = PrintedText | PrintedTick | PrintedTable

/** What of a print does not fit. */
export type Misfit =
  /** A text, or a cell of a table; `fits` counts characters from its beginning. */
  | { kind: 'text'; cell: { row: number; column: number } | null; fits: number }
  /** A table that would make the document longer than a document may be; `fits` counts rows. */
  | { kind: 'rows'; fits: number }

/** `print` is the index of the print. */
export type Overflow = Misfit & { print: number }

export interface MeasureOptions {
  prints: Print[]
  /** Pages that are backgrounds of added pages, and are not shown themselves; 1-based. */
  backgrounds: number[]
  /** Pages that tables of signers may still add, so that the prints leave room for them. */
  reserved?: number
}

/** `marks`: where each signer signs, on the pages of the template; `maskPages`: those with markers, 1-based. */
export interface RenderOptions extends MeasureOptions, Pick<PrepareOptions, 'marks' | 'maskPages' | 'footLine'> {}

export interface Rendered {
  /** The bytes to append to the template. */
  delta: Uint8Array
  /** Sizes of all pages, the added ones included. */
  pages: PageSize[]
  /** By the page of the template (index 0 is page 1), its page now; null for a background. */
  pageOf: (number | null)[]
  /** Claims of PDF/A and PDF/UA that our revisions would not keep. */
  lost: ConformanceLoss[]
  /** As in `Prepared`. */
  embedsFonts: boolean
}

/** `sha256` (lowercase hex) is of the whole file with `delta` appended: of what the signers are shown. */
export interface RenderedFile extends Rendered {
  sha256: string
}
