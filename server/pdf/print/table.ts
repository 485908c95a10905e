import type { StructureRole } from '../conformance/index.ts'
import { type FontSet, type Line, num } from '../fonts/index.ts'
import { PRINT } from '../stamp.ts'
import { TABLE } from '../table-sizes.ts'
import { LINE_HEIGHT } from '../text.ts'
import type { LaidOutTable, RowPart } from './table-layout.ts'
import type { CellRole } from './table-tags.ts'
import { startOf } from './text.ts'
import type { PrintedTable } from './types.ts'

const RULE = '0.35 0.37 0.41'
const HAIRLINE = '0.78 0.80 0.83'
const SHADE = '0.945 0.95 0.96'

/** A piece of a page's content in points of the page as displayed, origin at its lower left; null: layout alone. */
export interface DrawnPiece {
  role: StructureRole | CellRole | null
  operators: string
}

/**
 * One page of a table.
 * @param frame its upper left corner and width, in points of the page as displayed
 */
export function drawSheet(
  fonts: FontSet,
  table: PrintedTable,
  laidOut: LaidOutTable,
  sheet: { parts: RowPart[]; first: boolean },
  frame: { x: number; top: number; width: number },
): DrawnPiece[] {
  const { header } = laidOut
  const bottomOf = ({ top, height }: RowPart) => frame.top - top - height
  const shades: string[] = []
  const rules: string[] = []
  const pieces: DrawnPiece[] = []
  const draw = (row: number, lines: Line[][], top: number, said: boolean) =>
    lines.forEach((cell, column) => {
      const operators = drawCell(fonts, table, laidOut, { cell, column }, { x: frame.x, top })
      if (operators === '') return
      pieces.push({ role: said ? { table, row, column } : null, operators: `${PRINT} rg\n${operators}` })
    })
  if (header && (sheet.parts.length > 0 || table.rows.length === 0)) {
    rules.push(rule(frame, frame.top - header.height, RULE, 0.8))
    // Said once: on added pages it is repeated for the eye alone.
    draw(-1, header.cells, frame.top, sheet.first)
  }
  for (const part of sheet.parts) {
    if (table.zebra && part.index % 2 === 1) {
      const box = [frame.x, bottomOf(part), frame.width, part.height].map(num).join(' ')
      shades.push(`${SHADE} rg ${box} re f`)
    }
    if (part.last) rules.push(rule(frame, bottomOf(part), HAIRLINE, 0.5))
    draw(part.index, part.cells, frame.top - part.top, true)
  }
  const under = [...shades, ...rules].join('\n')
  return under === '' ? pieces : [{ role: null, operators: under }, ...pieces]
}

function rule({ x, width }: { x: number; width: number }, y: number, colour: string, thickness: number): string {
  return `${colour} RG ${num(thickness)} w ${num(x)} ${num(y)} m ${num(x + width)} ${num(y)} l S`
}

function drawCell(
  fonts: FontSet,
  { columns, direction }: PrintedTable,
  { columns: places, size }: LaidOutTable,
  { cell, column }: { cell: Line[]; column: number },
  { x, top }: { x: number; top: number },
): string {
  const { align } = columns[column]!
  const place = places[column]!
  const endLeft = direction === 'rtl'
  const shown = cell.map((line, i) => {
    if (line.text === '') return ''
    const room = place.width - 2 * TABLE.padding
    const left = startOf(
      line.width * size,
      { align, rtl: endLeft || line.rtl, endLeft },
      x + place.x + TABLE.padding,
      room,
    )
    return fonts.show(line, left, top - TABLE.padding - i * LINE_HEIGHT * size - 0.95 * size, size)
  })
  return shown.filter((part) => part !== '').join('\n')
}
