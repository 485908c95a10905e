import { describe, expect, it } from 'vitest'
import { inspect } from '../../server/pdf/inspect.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import { charactersThatFit } from '../../server/pdf/text-box.ts'
import type { FieldKind, Room } from '../../server/pdf/types.ts'
import { popplerText, render } from '../support/pdf-checks.ts'
import { makePdf, type PageOptions, textAt } from '../support/pdf-fixtures.ts'

/** Texts go on beside and below their boxes where the page is free (decision 0461). */

const [WIDTH, HEIGHT] = [595, 842]
/** On the left and on the right of the page: its margins are 60 points wide. */
const EDGES = textAt(60, 800, 'Report') + textAt(486, 800, 'Confidential', 9)

type Place = [x0: number, top: number, x1: number, bottom: number]

/** In points from the top left of the page as displayed. */
const box = ([x0, top, x1, bottom]: Place, kind: FieldKind = 'text') => ({
  ...{ kind, page: 1, x: x0 / WIDTH, y: top / HEIGHT },
  ...{ w: (x1 - x0) / WIDTH, h: (bottom - top) / HEIGHT },
})
const place = ({ x, y, w, h }: Room) =>
  [x * WIDTH, y * HEIGHT, (x + w) * WIDTH, (y + h) * HEIGHT].map(Math.round) as unknown as Place

function roomsIn(content: string, boxes: ReturnType<typeof box>[], options: PageOptions = {}): Place[][] {
  const pdf = makePdf({ content: EDGES + content, ...options })
  return inspect(pdf, 0, true, boxes).rooms.map((rooms) => rooms.map(place))
}

const BOX: Place = [100, 200, 200, 216]
/** What the box can have on an empty page. */
const [RIGHT, BOTTOM] = [535, 336]
const rule = (x0: number, y0: number, x1: number, y1: number) => `1 w ${x0} ${HEIGHT - y0} m ${x1} ${HEIGHT - y1} l S\n`
const filled = (x0: number, top: number, x1: number, bottom: number, colour = '0.9 g') =>
  `${colour} ${x0} ${HEIGHT - bottom} ${x1 - x0} ${bottom - top} re f 0 g\n`

describe('the rooms of a text', () => {
  it('are beside its box, below it, and both, up to the margins of the page', () => {
    expect(roomsIn('', [box(BOX)])).toEqual([
      [
        [100, 200, RIGHT, 216],
        [100, 200, 200, BOTTOM],
        [100, 200, RIGHT, BOTTOM],
      ],
    ])
  })

  it('end before print, lines, areas and images', () => {
    const beside = (content: string) => roomsIn(content, [box(BOX)])[0]![0]!
    for (const content of [
      textAt(303, HEIGHT - 212, 'Date:'),
      rule(303.5, 150, 303.5, 300),
      filled(303, 190, 320, 230),
      `q 20 0 0 20 303 ${HEIGHT - 220} cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q\n`,
    ])
      expect(beside(content)).toEqual([100, 200, 300, 216])
    // White on paper is not seen, and a path that only clips paints nothing.
    expect(beside(filled(303, 190, 320, 230, '1 g'))).toEqual([100, 200, RIGHT, 216])
    expect(beside(`q 303 ${HEIGHT - 230} 20 40 re W n Q\n`)).toEqual([100, 200, RIGHT, 216])
    const below = roomsIn(textAt(120, HEIGHT - 262, 'Next'), [box(BOX)])[0]!
    expect(below.map(([, , x1, bottom]) => [x1, bottom])).toEqual([
      [RIGHT, 216],
      [200, 249],
      [RIGHT, 249],
    ])
  })

  it('do not leave the cell of a table, ruled or coloured', () => {
    const cell = [rule(80, 190, 400, 190), rule(80, 240, 400, 240), rule(80, 190, 80, 240), rule(400, 190, 400, 240)]
    const inCell = [
      [100, 200, 397, 216],
      [100, 200, 200, 237],
      [100, 200, 397, 237],
    ]
    const stroked = `80 ${HEIGHT - 240} 320 50 re S\n`
    for (const content of [cell.join(''), stroked, filled(80, 190, 400, 240)]) {
      const rooms = roomsIn(content, [box(BOX)])[0]!
      // A line is half a point thick on either side.
      const apart = rooms.flat().map((value, i) => Math.abs(value - inCell.flat()[i]!))
      expect([rooms.length, Math.max(...apart) <= 1]).toEqual([3, true])
    }
  })

  it('go on along the line that the box stands on, not across it', () => {
    for (const line of [rule(90, 214, 300, 214), textAt(90, HEIGHT - 214, '_'.repeat(31), 12)]) {
      const rooms = roomsIn(line + textAt(400, HEIGHT - 212, 'Date:'), [box(BOX)])
      expect(rooms).toEqual([[[100, 200, 397, 216]]])
    }
  })

  it('leave every other field, and its rooms, to it', () => {
    const [first, second, signature] = roomsIn('', [
      box(BOX),
      box([300, 230, 350, 246]),
      box([100, 260, 250, 300], 'signature'),
    ]) as [Place[], Place[], Place[]]
    expect(signature).toEqual([])
    expect(first.at(-1)).toEqual([100, 200, RIGHT, 227])
    for (const [x0, top] of second) expect([x0, top]).toEqual([300, 230])
    for (const [, , x1, bottom] of first) expect(x1 <= 297 || bottom <= 227).toBe(true)
    expect(first[1]).toEqual([100, 200, 200, 257])
  })

  it('are to the left in right-to-left text', () => {
    // The letters of Hebrew as a font of one's own has them.
    const map = '1 beginbfchar <41> <05D0> endbfchar'
    const cmap = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${map} endcmap end`
    const objects = [
      `<< /Length ${cmap.length} >>\nstream\n${cmap}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 10 0 R >>',
    ]
    const label = `BT /F2 12 Tf 420 ${HEIGHT - 212} Td (AAAA) Tj ET\n`
    const resources = '/Font << /F1 3 0 R /F2 11 0 R >>'
    const options = { objects, resources }
    const [rooms] = roomsIn(label, [box([300, 200, 410, 216])], options)
    expect(rooms![0]).toEqual([60, 200, 410, 216])
  })

  it('are the same on a page that is rotated', () => {
    for (const rotate of [90, 180, 270] as const) {
      const turned = rotate !== 180
      const mediaBox = turned ? [0, 0, HEIGHT, WIDTH] : [0, 0, WIDTH, HEIGHT]
      const matrix = { 90: `0 1 -1 0 ${HEIGHT} 0`, 180: `-1 0 0 -1 ${WIDTH} ${HEIGHT}`, 270: `0 -1 1 0 0 ${WIDTH}` }
      const content = `q ${matrix[rotate]} cm ${EDGES}${textAt(303, HEIGHT - 212, 'Date:')} Q`
      const pdf = makePdf({ rotate, mediaBox, content } as PageOptions)
      const [rooms] = inspect(pdf, 0, true, [box(BOX)]).rooms
      expect([rotate, place(rooms![0]!)]).toEqual([rotate, [100, 200, 300, 216]])
    }
  })

  it('are not on a page that is a picture, nor on one that cannot be read', () => {
    const scan = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q\n`
    expect(roomsIn(scan, [box(BOX)])).toEqual([[]])
    expect(roomsIn(rule(0, 700, 1, 700).repeat(30_000), [box(BOX)])).toEqual([[]])
  })
})

describe('a text that does not fit into its box', () => {
  const text = 'The washing machine leaks when it spins, and the cellar is damp near the door.'
  const content = EDGES + textAt(60, HEIGHT - 212, 'Defects') + textAt(60, HEIGHT - 290, 'Signed in duplicate')
  const pdf = makePdf({ content })
  const own = box(BOX)
  const [rooms] = inspect(pdf, 0, true, [own]).rooms as [Room[]]
  const page = { width: WIDTH, height: HEIGHT }

  it('counts what fits into its largest room', async () => {
    const long = text.repeat(12)
    const without = await charactersThatFit({ page, box: own, text: long })
    const within = await charactersThatFit({ page, box: own, rooms, text: long })
    expect(await charactersThatFit({ page, box: own, rooms, text })).toBe(null)
    expect(without!).toBeLessThan(60)
    expect(within!).toBeGreaterThan(4 * without!)
  })

  it.each([
    ['a word stays in its box', 'Damp', BOX],
    ['a line goes on beside it', text, [100, 200, RIGHT, 216]],
    ['a paragraph goes on below it', text.repeat(4), [100, 200, RIGHT, 277]],
  ] as const)('%s, and covers no print', async (_, value, [x0, top, x1, bottom]) => {
    const drawn = await stampFields(pdf, [{ ...own, kind: 'text', text: value, rooms }])
    const sealed = Buffer.concat([pdf, drawn])
    expect(popplerText(sealed).replace(/\s+/g, ' ')).toContain(value.slice(0, 60))
    const [before, after] = [render(pdf, 1, 72), render(sealed, 1, 72)]
    const inked: [number, number][] = []
    for (let y = 0; y < after.height; y++)
      for (let x = 0; x < after.width; x++) {
        const at = 3 * (y * after.width + x)
        if (after.pixels[at] !== before.pixels[at]) inked.push([x, y])
      }
    expect(inked.length).toBeGreaterThan(50)
    const outside = inked.filter(([x, y]) => x < x0 - 1 || x > x1 + 1 || y < top - 1 || y > bottom + 1)
    expect(outside).toEqual([])
    expect(inked.filter(([x, y]) => before.pixels[3 * (y * before.width + x)]! < 255)).toEqual([])
  })
})
