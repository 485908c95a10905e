import { PdfSyntaxError } from './pdf-syntax.ts'

export const tooManyBytes = () => new PdfSyntaxError('a stream decodes to too many bytes', 'too_complex')

/** A growing output of at most `maxBytes`. @throws PdfSyntaxError `too_complex` beyond */
export class ByteSink {
  length = 0
  private buffer = new Uint8Array(4096)
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  push(byte: number): void {
    if (this.length === this.buffer.length) this.grow(1)
    this.buffer[this.length++] = byte
  }

  append(bytes: Uint8Array): void {
    this.grow(bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  fill(byte: number, count: number): void {
    this.grow(count)
    this.buffer.fill(byte, this.length, this.length + count)
    this.length += count
  }

  /** Appends a copy of the bytes at `from`; the ranges may overlap. */
  repeat(from: number, count: number): void {
    this.grow(count)
    const { buffer } = this
    let to = this.length
    for (let at = from; at < from + count; at++) buffer[to++] = buffer[at]!
    this.length = to
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  private grow(extra: number): void {
    const needed = this.length + extra
    if (needed > this.maxBytes) throw tooManyBytes()
    if (needed <= this.buffer.length) return
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2))
    grown.set(this.buffer.subarray(0, this.length))
    this.buffer = grown
  }
}
