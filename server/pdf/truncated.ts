/**
 * True when the end of a PDF is missing, as after a cut transfer: objects without an end-of-file marker behind them
 * (ISO 32000-1, 7.5.5). Readers rebuild such a file or fall back to an earlier revision; what was cut off is lost.
 * Other bytes behind the last marker are no sign of it.
 */
export function isTruncated(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf('%%EOF')
  if (end >= 0 && file.indexOf(' obj', end) < 0) return false
  // Complete but for the marker itself.
  return !/startxref\s+\d+\s*$/.test(file.toString('latin1', Math.max(0, file.length - 64)))
}
