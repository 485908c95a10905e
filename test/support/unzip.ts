import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** The files of an archive, read from its directory, as most programs read it. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const number = (offset: number) => archive.readUInt32LE(at + offset)
    const length = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const start = number(42) + 30 + archive.readUInt16LE(number(42) + 26)
    const bytes = inflateRawSync(archive.subarray(start, start + number(20)))
    expect([name, bytes.length, crc32(bytes)]).toEqual([name, number(24), number(16)])
    files.set(name, bytes)
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
