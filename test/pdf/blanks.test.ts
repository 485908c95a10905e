import { expect, it } from 'vitest'
import { layoutOf } from '../../server/pdf/anchors/layout.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'

/** The blanks that a page offers to whoever places boxes. */

const [WIDTH, HEIGHT] = [595, 842]
const stroke = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S\n`

/** As `[left, bottom, right]` in points from the bottom left of the page. */
function blanksOf(content: string) {
  const [page] = layoutOf(makePdf({ content }))
  return page!.blanks.map(({ x, y, w, h }) => [x * WIDTH, (1 - y - h) * HEIGHT, (x + w) * WIDTH].map(Math.round))
}

it('are the lines to write on', () => {
  expect(blanksOf(textAt(72, 700, 'Name:') + stroke(120, 698, 300, 698))).toEqual([[120, 698, 301]])
})

/** Two columns; the first row is the heading. */
function table(rows: number): string {
  const bottom = 700 - rows * 24
  const across = Array.from({ length: rows + 1 }, (_, row) => stroke(72, 700 - row * 24, 472, 700 - row * 24))
  const upright = [72, 272, 472].map((x) => stroke(x, 700, x, bottom))
  return [...across, ...upright, textAt(80, 684, 'Item'), textAt(280, 684, 'Number')].join('')
}

it('in a table are its empty cells, neither its heading nor what stands above it', () => {
  expect(blanksOf(table(3))).toEqual([
    [73, 652, 272],
    [273, 652, 472],
    [73, 628, 272],
    [273, 628, 472],
  ])
})

it('leave out a cell with text', () => {
  const left = blanksOf(table(2) + textAt(80, 660, 'Laptop'))
  expect(left).toEqual([[273, 652, 472]])
})

it('of a form are its fields, with their kinds and names; the line under one is not a blank of its own', () => {
  const widget = (type: string, name: string, rect: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /${type} /T (${name}) /TU (${name}) /Rect [${rect}] >>`
  const [page] = layoutOf(
    makePdf({
      content: textAt(72, 700, 'Name:') + stroke(120, 698, 300, 698) + stroke(120, 598, 300, 598),
      page: '/Annots [10 0 R 11 0 R 12 0 R]',
      objects: [
        widget('Tx', 'Tenant', '120 698 300 714'),
        widget('Btn', 'Pets', '72 640 84 652'),
        widget('Sig', 'Landlord', '72 500 200 540'),
      ],
    }),
  )
  expect(
    page!.blanks.map(({ kind, label, x, y, h }) => [
      kind,
      label,
      Math.round(x * WIDTH),
      Math.round((1 - y - h) * HEIGHT),
    ]),
  ).toEqual([
    ['text', 'Tenant', 120, 698],
    ['checkbox', 'Pets', 72, 640],
    ['signature', 'Landlord', 72, 500],
    [null, null, 120, 598],
  ])
})

it('are the parts of lines that are on the page, where those are long enough', () => {
  const bleeding = stroke(-3, 100.6, WIDTH + 3, 100.6) + stroke(580, 200, 700, 200) + stroke(560, 300.6, 700, 300.6)
  const beside = stroke(100, -9, 200, -9) + stroke(-200, 400, -50, 400)
  expect(blanksOf(bleeding + beside)).toEqual([
    [560, 300, WIDTH],
    [0, 100, WIDTH],
  ])
})

it.each([0, 90, 180, 270])('are within the edges of a page that is cropped and turned by %i degrees', (rotate) => {
  const [x, y] = [40, 30]
  const cropBox = [x, y, x + 400, y + 500]
  // Through the middle, both ways: as displayed one of them lies, whatever the turn.
  const content = stroke(0, y + 250, 700, y + 250) + stroke(x + 200, 0, x + 200, 900)
  const [page] = layoutOf(makePdf({ mediaBox: [0, 0, 700, 900], cropBox, rotate, content }))
  expect(page!.blanks.length).toBeGreaterThan(0)
  for (const { x, y, w, h } of page!.blanks) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(Math.max(x + w, y + h)).toBeLessThanOrEqual(1 + 1e-9)
  }
})
