import { ARTIFACT, conformanceOf, structureRole } from '../conformance/index.ts'
import type { PdfFile, PdfPage } from '../document.ts'
import { type FontLibrary, FontSet, num } from '../fonts/index.ts'
import { addContents, type ContentPiece, type ContentResources, toUserSpace } from '../geometry.ts'
import { asArtifact, blankPage, pageLike, rearrangePages, separatePages } from '../page-tree.ts'
import { PRINT, tick } from '../stamp.ts'
import { continuationFrame } from '../table-sizes.ts'
import { fitLine } from '../text.ts'
import type { LaidOutPrint } from './layout.ts'
import { type DrawnPiece, drawSheet } from './table.ts'
import { TableTags } from './table-tags.ts'
import { showPrint } from './text.ts'
import type { MeasureOptions, PrintedTable } from './types.ts'

const MUTED = '0.38 0.41 0.47'
const CAPTION_SIZE = 8
/** Of the caption's baseline from the bottom of the page, as a part of the margin there. */
const CAPTION_PLACE = 0.6

/** What is drawn besides the prints themselves. */
export interface DrawOptions extends Pick<MeasureOptions, 'backgrounds'> {
  /** The background of that number, where it is no page of the document any more. */
  backgroundOf?: (number: number) => PdfPage | undefined
}

/** Prints what was laid out, adds the pages that tables need, and takes the backgrounds out. */
export function drawPrints(
  pdf: PdfFile,
  library: FontLibrary,
  { backgrounds, backgroundOf }: DrawOptions,
  layouts: LaidOutPrint[],
): void {
  if (layouts.length > 0 || backgrounds.length > 0) separatePages(pdf)
  const pages = [...pdf.pages]
  const fonts = new FontSet()
  const drawn = new Map<PdfPage, DrawnPiece[]>()
  const draw = (page: PdfPage, pieces: DrawnPiece[]) => drawn.set(page, [...(drawn.get(page) ?? []), ...pieces])
  const added = new Map<number, PdfPage[]>()
  const looks = looksOf(pdf, layouts, backgroundOf ?? ((number) => pages[number - 1]))
  for (const layout of inOrder(layouts)) {
    const { print } = layout
    const page = pages[print.page - 1]!
    const x = print.x * page.width
    const top = (1 - print.y) * page.height
    if ('table' in layout) {
      const { table } = layout
      const { sheets } = table
      const frame = { x, top, width: layout.print.w * page.width }
      draw(page, drawSheet(fonts, layout.print, table, { parts: sheets[0]!, first: true }, frame))
      sheets.slice(1).forEach((parts, index) => {
        const look = looks.get(layout.print.continuationPage)
        const next = look ? pageLike(pdf, look) : blankPage(pdf, page)
        added.set(print.page - 1, [...(added.get(print.page - 1) ?? []), next])
        const below = { ...frame, top: next.height - continuationFrame(next.height).top }
        draw(next, [
          ...drawSheet(fonts, layout.print, table, { parts, first: sheets[0]!.length === 0 && index === 0 }, below),
          caption(library, fonts, layout.print, next, { x, page: index + 2, pages: sheets.length }),
        ])
      })
      continue
    }
    const [width, height] = [print.w * page.width, print.h * page.height]
    const at = (operators: string) => `q 1 0 0 1 ${num(x)} ${num(top - height)} cm\n${operators}\nQ`
    if ('text' in layout) {
      const { text, style } = layout.print
      draw(page, [{ role: { type: 'P', text }, operators: at(showPrint(fonts, layout.text, style)) }])
    } else {
      const place = toUserSpace(page, print)
      const role = structureRole({ ...print, kind: 'checkbox', checked: true }, place.matrix, width, height)
      draw(page, [{ role, operators: at(tick(width, height, PRINT)) }])
    }
  }
  rearrangePages(pdf, { removed: new Set(backgrounds.map((page) => page - 1)), added })
  paint(pdf, fonts, drawn)
}

/** Tables of one page change places, from top to bottom, then from left to right: so their added pages follow. */
function inOrder(layouts: LaidOutPrint[]): LaidOutPrint[] {
  const tables = layouts
    .filter((layout) => 'table' in layout)
    .sort(({ print: a }, { print: b }) => a.page - b.page || a.y - b.y || a.x - b.x)
  return layouts.map((layout) => ('table' in layout ? tables.shift()! : layout))
}

/** What added pages look like, by the number of their background. */
function looksOf(
  pdf: PdfFile,
  layouts: LaidOutPrint[],
  backgroundOf: (number: number) => PdfPage | undefined,
): Map<number | null, PdfPage> {
  const tagged = conformanceOf(pdf).structure !== null
  const looks = new Map<number | null, PdfPage>()
  for (const layout of layouts) {
    if (!('table' in layout) || layout.table.sheets.length === 1) continue
    const number = layout.print.continuationPage
    const page = number === null ? undefined : backgroundOf(number)
    if (page && !looks.has(number)) looks.set(number, tagged ? asArtifact(pdf, page) : page)
  }
  return looks
}

/** Below the frame of an added page. */
function caption(
  library: FontLibrary,
  fonts: FontSet,
  table: PrintedTable,
  page: PdfPage,
  place: { x: number; page: number; pages: number },
): DrawnPiece {
  const text = table.caption.replace('{page}', String(place.page)).replace('{pages}', String(place.pages))
  const width = table.w * page.width
  const frame = continuationFrame(page.height)
  const margin = page.height - frame.top - frame.height
  const size = Math.min(CAPTION_SIZE, margin * 0.4)
  const { line, size: fitted } = fitLine(library, text, { style: 'regular', width, size, minSize: 0 })
  const left = table.direction === 'rtl' ? place.x + width - line.width * fitted : place.x
  return { role: null, operators: `${MUTED} rg\n${fonts.show(line, left, margin * CAPTION_PLACE, fitted)}` }
}

/** Puts the drawn pieces on their pages. */
function paint(pdf: PdfFile, fonts: FontSet, drawn: Map<PdfPage, DrawnPiece[]>): void {
  const { colours, first, structure } = conformanceOf(pdf)
  const Font = fonts.write(pdf, first)
  const resourcesOf = (operators: string): ContentResources => {
    const used = Object.entries(Font).filter(([name]) => operators.includes(`/${name} `))
    return { ...colours, ...(used.length > 0 && { Font: Object.fromEntries(used) }) }
  }
  const tags = structure && new TableTags(structure)
  for (const [page, pieces] of drawn) {
    const { matrix } = toUserSpace(page, { x: 0, y: 0, w: 1, h: 1 })
    const upright = (operators: string) => `q ${matrix.map(num).join(' ')} cm\n${operators}\nQ`
    if (structure === null) {
      const operators = upright(pieces.map((piece) => piece.operators).join('\n'))
      addContents(pdf, page, [{ operators, resources: resourcesOf(operators) }])
      continue
    }
    const tagged = pieces.map(({ role, operators }): ContentPiece => {
      const open = role === null ? ARTIFACT.open : 'table' in role ? tags?.open(page, role) : structure.open(page, role)
      return { operators: upright(operators), resources: resourcesOf(operators), open }
    })
    addContents(pdf, page, tagged)
  }
}
