/** The side of a square, in pixels, whose brightest parts are taken for the paper. */
const TILE = 24
/** Darker than the paper by this part: certainly ink. By less than the second: certainly paper. */
const INK = 0.34
const PAPER = 0.12
/** The part of a picture that ink covers: outside of these it is no signature on paper. */
const LEAST_INK = 0.0008
const MOST_INK = 0.35
const MARGIN_PIXELS = 6

/**
 * The ink of a photographed signature, cropped to it, without the paper: each pixel is compared with the paper around
 * it, so that a shadow across the sheet does not count as ink. Null when the picture is transparent already, or does
 * not look like ink on paper.
 */
export function withoutPaper(source: ImageData): ImageData | null {
  const { width, height, data } = source
  const light = new Float32Array(width * height)
  for (let i = 0; i < light.length; i++) {
    if (data[4 * i + 3]! < 250) return null
    light[i] = 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!
  }
  if (!isMostlyPaper(light)) return null
  const paper = paperAround(light, width, height)
  const alpha = new Uint8ClampedArray(light.length)
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let ink = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const darker = 1 - light[i]! / Math.max(1, paper(x, y))
      const cover = Math.min(1, Math.max(0, (darker - PAPER) / (INK - PAPER)))
      alpha[i] = Math.round(255 * cover)
      if (cover < 0.5) continue
      ink++
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  }
  const part = ink / light.length
  return part < LEAST_INK || part > MOST_INK ? null : cropped(source, alpha, box)
}

/** A sheet of paper is mostly about as bright as its brightest parts, also in uneven light. */
function isMostlyPaper(light: Float32Array): boolean {
  const sorted = Float32Array.from(light).sort()
  const brightest = sorted[Math.floor(sorted.length * 0.95)]!
  const dark = light.reduce((count, value) => count + (value < brightest * 0.5 ? 1 : 0), 0)
  return dark <= MOST_INK * light.length
}

/** The brightness of the paper at a place, between those of the tiles around it. */
function paperAround(light: Float32Array, width: number, height: number): (x: number, y: number) => number {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)]
  const tiles = new Float32Array(columns * rows)
  const values: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      values.length = 0
      for (let y = row * TILE; y < Math.min(height, (row + 1) * TILE); y += 2) {
        for (let x = column * TILE; x < Math.min(width, (column + 1) * TILE); x += 2) values.push(light[y * width + x]!)
      }
      values.sort((a, b) => a - b)
      tiles[row * columns + column] = values[Math.floor(values.length * 0.9)] ?? 255
    }
  }
  // A tile full of ink is as bright as the brightest beside it.
  const bright = tiles.map((_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    let best = 0
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        best = Math.max(best, tiles[r * columns + c]!)
      }
    }
    return best
  })
  return (x, y) => {
    const [u, v] = [Math.max(0, x / TILE - 0.5), Math.max(0, y / TILE - 0.5)]
    const [c0, r0] = [Math.min(columns - 1, Math.floor(u)), Math.min(rows - 1, Math.floor(v))]
    const [c1, r1] = [Math.min(columns - 1, c0 + 1), Math.min(rows - 1, r0 + 1)]
    const [fx, fy] = [u - Math.floor(u), v - Math.floor(v)]
    const at = (r: number, c: number) => bright[r * columns + c]!
    return (at(r0, c0) * (1 - fx) + at(r0, c1) * fx) * (1 - fy) + (at(r1, c0) * (1 - fx) + at(r1, c1) * fx) * fy
  }
}

function cropped(
  { width, height, data }: ImageData,
  alpha: Uint8ClampedArray,
  box: { left: number; top: number; right: number; bottom: number },
): ImageData {
  const [left, top] = [Math.max(0, box.left - MARGIN_PIXELS), Math.max(0, box.top - MARGIN_PIXELS)]
  const [right, bottom] = [
    Math.min(width, box.right + MARGIN_PIXELS + 1),
    Math.min(height, box.bottom + MARGIN_PIXELS + 1),
  ]
  const image = new ImageData(right - left, bottom - top)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const from = y * width + x
      const to = 4 * ((y - top) * image.width + (x - left))
      for (let channel = 0; channel < 3; channel++) image.data[to + channel] = data[4 * from + channel]!
      image.data[to + 3] = alpha[from]!
    }
  }
  return image
}
