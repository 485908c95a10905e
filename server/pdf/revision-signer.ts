import { createHash, type Hash } from 'node:crypto'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { buildSealCms } from './cms.ts'
import type { SealKey } from './types.ts'

/** The signature did not fit into the room reserved for it; there is too little by this many bytes. */
export class ContentsTooSmallError extends Error {
  override readonly name = 'ContentsTooSmallError'
  readonly missingBytes: number
  constructor(missingBytes: number) {
    super(`the signature is ${missingBytes} bytes longer than the room reserved for it`)
    this.missingBytes = missingBytes
  }
}

/**
 * Signs the last revision of a file with SignPdf, which sets `/ByteRange`, takes the signed bytes to the signer and puts
 * the signature into `/Contents`. It gets the revision alone: copying 25 MB in front of it several times would take
 * longer than all else (decision 0009). So a signer first adds what stands before the revision to the ranges.
 *
 * @param delta a revision with SignPdf's placeholder in it.
 * @returns the signed revision, without the line feed at its end.
 */
export async function signRevision(delta: Uint8Array, signer: RevisionSigner): Promise<Uint8Array> {
  return new SignPdf().sign(delta, signer)
}

export abstract class RevisionSigner extends Signer {
  private readonly before: number

  /** @param before length of the file before the revision. */
  constructor(before: number) {
    super()
    this.before = before
  }

  /** Called by SignPdf with the revision but `/Contents`; SignPdf goes on with the same buffer. */
  override async sign(signedBytes: Buffer): Promise<Buffer> {
    moveByteRange(signedBytes, this.before)
    return Buffer.from(await this.signature(signedBytes))
  }

  /** The DER for `/Contents`. @param tail what is signed of the revision; all bytes before the revision are, too. */
  protected abstract signature(tail: Buffer): Promise<Uint8Array>
}

/** Signs nothing: it only records the digest to be signed. */
export class DigestSigner extends RevisionSigner {
  digest = new Uint8Array()
  private readonly hash: Hash

  /** @param hash SHA-256 over the file before the revision. */
  constructor(before: number, hash: Hash) {
    super(before)
    this.hash = hash
  }

  protected override async signature(tail: Buffer): Promise<Uint8Array> {
    this.digest = new Uint8Array(this.hash.copy().update(tail).digest())
    return new Uint8Array()
  }
}

/** Makes a PAdES seal (see `buildSealCms`). The private key stays behind `SealKey`. */
export class SealSigner extends RevisionSigner {
  private readonly input: SealSignerInput

  constructor(input: SealSignerInput) {
    super(input.before)
    this.input = input
  }

  protected override async signature(): Promise<Uint8Array> {
    const { key, digest, timestamp, contentsBytes } = this.input
    const cms = await buildSealCms(key, digest, (value) => timestamp(createHash('sha256').update(value).digest()))
    return fitting(cms, contentsBytes)
  }
}

interface SealSignerInput {
  before: number
  key: SealKey
  /** SHA-256 of everything but `/Contents`, as `DigestSigner` found it. */
  digest: Uint8Array
  /** The room in `/Contents`. */
  contentsBytes: number
  /** Gives the RFC 3161 token for a SHA-256. */
  timestamp: (imprint: Uint8Array) => Promise<Uint8Array>
}

/** Places a document time stamp (EN 319 142-1, 5.4.3). */
export class TokenSigner extends RevisionSigner {
  private readonly token: Uint8Array

  constructor(before: number, token: Uint8Array, contentsBytes: number) {
    super(before)
    this.token = fitting(token, contentsBytes)
  }

  protected override async signature(): Promise<Uint8Array> {
    return this.token
  }
}

function fitting(der: Uint8Array, room: number): Uint8Array {
  if (der.length > room) throw new ContentsTooSmallError(der.length - room)
  return der
}

/**
 * Adds `before` to the two offsets of the `/ByteRange` that SignPdf has just written, in place: it is padded with
 * blanks to the length of the placeholder, which has room for ten digits each.
 */
function moveByteRange(signedBytes: Buffer, before: number): void {
  const text = signedBytes.toString('latin1')
  for (const match of text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\] */g)) {
    const [length, second, rest] = match.slice(1).map(Number) as [number, number, number]
    // An object of the customer's may hold a range too; only SignPdf's own covers these bytes.
    if (length + rest !== signedBytes.length) continue
    const moved = `/ByteRange [0 ${length + before} ${second + before} ${rest}]`
    if (moved.length > match[0].length) break
    signedBytes.write(moved.padEnd(match[0].length), match.index, 'latin1')
    return
  }
  throw new TypeError('SignPdf wrote no /ByteRange')
}
