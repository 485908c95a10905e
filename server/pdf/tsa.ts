import { createHash, randomBytes } from 'node:crypto'
import { buildSignedData } from './cms.ts'
import { generalizedTime, integer, oid, sequence, tlv } from './der.ts'
import type { SealKey } from './types.ts'
import { Der, Tag } from './verify.ts'

const TST_INFO = oid('1.2.840.113549.1.9.16.1.4')
/** Our own, under the arc for examples: this authority is for development and has no evidential value. */
const POLICY = oid('2.999.1')
const HASH_BYTES: Record<string, number> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
}
/** PKIFailureInfo bits (RFC 3161, 2.4.2). */
const Failure = { badAlg: 0, badDataFormat: 5, unacceptedPolicy: 15, unacceptedExtension: 16 } as const
const GRANTED = 0
const REJECTION = 2

class Rejection extends Error {
  readonly failure: number
  constructor(failure: number, message: string) {
    super(message)
    this.failure = failure
  }
}

interface Query {
  imprint: Uint8Array
  nonce: Uint8Array | undefined
  withCertificates: boolean
}

/**
 * The built-in time-stamping authority of development: answers RFC 3161 requests with a key of its own. A request it
 * cannot serve gets a rejection, as the protocol wants, never an exception.
 */
export function createTsa(key: SealKey, now: () => Date): (query: Uint8Array) => Promise<Uint8Array> {
  return async (bytes) => {
    try {
      return sequence(sequence(integer(GRANTED)), await issue(key, readQuery(bytes), now()))
    } catch (error) {
      const failure = error instanceof Rejection ? error.failure : Failure.badDataFormat
      const text = error instanceof Rejection ? error.message : 'the request is no TimeStampReq'
      return sequence(sequence(integer(REJECTION), sequence(tlv(0x0c, Buffer.from(text))), failureInfo(failure)))
    }
  }
}

function readQuery(bytes: Uint8Array): Query {
  const [version, imprint, ...rest] = Der.readAll(bytes).children()
  if (version?.expect(Tag.Integer, 'the version').content[0] !== 1)
    throw new Rejection(Failure.badDataFormat, 'only version 1 is known')
  const [algorithm, digest] = imprint!.children()
  if (HASH_BYTES[algorithm!.children()[0]!.oid()] !== digest!.octets().length) {
    throw new Rejection(Failure.badAlg, 'the hash must be SHA-256, SHA-384 or SHA-512')
  }
  const policy = rest.find((part) => part.tag === Tag.Oid)
  if (policy && !POLICY.equals(policy.bytes)) throw new Rejection(Failure.unacceptedPolicy, 'there is no such policy')
  if (rest.some((part) => part.tag === 0xa0))
    throw new Rejection(Failure.unacceptedExtension, 'extensions are not supported')
  return {
    imprint: imprint!.bytes,
    nonce: rest.find((part) => part.tag === Tag.Integer)?.bytes,
    withCertificates: rest.find((part) => part.tag === Tag.Boolean)?.content[0] === 0xff,
  }
}

/** TSTInfo (RFC 3161, 2.4.2), signed. The clock is good to one second. */
function issue(key: SealKey, query: Query, at: Date): Promise<Buffer> {
  const accuracy = sequence(integer(1))
  const info = sequence(
    integer(1),
    POLICY,
    query.imprint,
    integer(randomBytes(16)),
    generalizedTime(at),
    accuracy,
    ...(query.nonce ? [query.nonce] : []),
  )
  return buildSignedData({
    key,
    contentType: TST_INFO,
    content: info,
    digest: createHash('sha256').update(info).digest(),
    certificates: query.withCertificates ? key.chain : [],
  })
}

/** A BIT STRING with one bit set, without trailing zero bits as DER wants named bits. */
function failureInfo(bit: number): Buffer {
  const bytes = Buffer.alloc((bit >> 3) + 1)
  bytes[bit >> 3] = 0x80 >> (bit & 7)
  return tlv(Tag.BitString, Buffer.of(7 - (bit & 7)), bytes)
}
