import { concat } from './der.ts'
import { PdfSyntaxError } from './pdf-syntax.ts'

const MAX_INFLATED_BYTES = 64 << 20

/** FlateDecode, bounded. @throws PdfSyntaxError */
export async function inflate(raw: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let total = 0
  const stream = new Blob([raw as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate'))
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concat(parts)
    parts.push(value)
    total += value.length
    if (total > MAX_INFLATED_BYTES) {
      await reader.cancel()
      throw new PdfSyntaxError('a stream inflates to too many bytes')
    }
  }
}

/** Undoes the PNG predictors that cross-reference and object streams are written with (one byte per sample). */
export function undoPng(data: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(data.length / (columns + 1))
  const out = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]
    for (let i = 0; i < columns; i++) {
      const raw = data[row * (columns + 1) + 1 + i]!
      const left = i > 0 ? out[row * columns + i - 1]! : 0
      const up = row > 0 ? out[(row - 1) * columns + i]! : 0
      const corner = i > 0 && row > 0 ? out[(row - 1) * columns + i - 1]! : 0
      const predicted =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0
      out[row * columns + i] = raw + predicted
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
