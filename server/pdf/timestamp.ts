import { randomBytes } from 'node:crypto'
import { DER_NULL, DER_TRUE, integer, octetString, oid, sequence } from './der.ts'
import type { TimestampToken } from './types.ts'
import {
  buildPath,
  checkTimestampPurpose,
  checkTimestampSignature,
  checkTokenContainer,
  Der,
  type ParsedTimestamp,
  parseTimestamp,
  Tag,
} from './verify.ts'

/** A time-stamping authority that answers RFC 3161 requests. */
export interface TsaClient {
  /** Stored with the seal and sent in `document.completed`: the host of its URL, or `built-in`. */
  provider: string
  /** Sends a TimeStampReq, gives the TimeStampResp. */
  ask(query: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** Sends a request body to an operator-configured URL and gives the answer's body; rejects unless the status is 2xx. */
export type Post = (url: string, body: Uint8Array, contentType: string, signal: AbortSignal) => Promise<Uint8Array>

/** No authority gave a usable token. Nothing is sealed without one: try again later. */
export class TimestampUnavailableError extends Error {
  override readonly name = 'TimestampUnavailableError'
  readonly failures: { provider: string; reason: string }[]

  constructor(failures: { provider: string; reason: string }[]) {
    super(
      `no time stamp: ${failures.map(({ provider, reason }) => `${provider}: ${reason}`).join('; ') || 'no authority'}`,
    )
    this.failures = failures
  }
}

const TIMEOUT_MS = 5000
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'), DER_NULL)

/** An authority behind HTTP (RFC 3161, 3.4). */
export function httpTsa(url: string, post: Post): TsaClient {
  return {
    provider: new URL(url).host,
    ask: (query, signal) => post(url, query, 'application/timestamp-query', signal),
  }
}

/**
 * Asks the authorities in order, 5 seconds each, for a token over `imprint` (SHA-256 of what is to be stamped), and
 * takes the first one that passes every check.
 * @throws TimestampUnavailableError naming what each of them did.
 */
export async function requestTimestamp(
  tsas: TsaClient[],
  imprint: Uint8Array,
): Promise<TimestampToken & { parsed: ParsedTimestamp }> {
  const failures: { provider: string; reason: string }[] = []
  for (const tsa of tsas) {
    try {
      const nonce = randomBytes(8)
      const reply = await askInTime(tsa, timestampQuery(imprint, nonce))
      const { token, parsed } = await readTimestampReply(reply, imprint, nonce)
      return { token, parsed, time: parsed.time, provider: tsa.provider }
    } catch (error) {
      failures.push({ provider: tsa.provider, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  throw new TimestampUnavailableError(failures)
}

async function askInTime(tsa: TsaClient, query: Uint8Array): Promise<Uint8Array> {
  const timer = new AbortController()
  const late = new Error(`no answer within ${TIMEOUT_MS / 1000} s`)
  let timeout: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => {
      reject(late)
      timer.abort(late)
    }, TIMEOUT_MS)
  })
  try {
    return await Promise.race([tsa.ask(query, timer.signal), expired])
  } finally {
    clearTimeout(timeout)
  }
}

/** TimeStampReq (RFC 3161, 2.4.1) asking for the certificate too. */
export function timestampQuery(imprint: Uint8Array, nonce: Uint8Array): Buffer {
  return sequence(integer(1), sequence(SHA256, octetString(imprint)), integer(nonce), DER_TRUE)
}

/**
 * Reads a TimeStampResp (RFC 3161, 2.4.2) and checks all a client must: status, imprint, nonce, the token's signature,
 * that its certificate is for time-stamping alone, and that the token holds nothing the verifier would refuse.
 * @throws naming what is wrong.
 */
export async function readTimestampReply(
  reply: Uint8Array,
  imprint: Uint8Array,
  nonce: Uint8Array,
): Promise<{ token: Uint8Array; parsed: ParsedTimestamp }> {
  const [statusInfo, tokenNode] = partsOf(reply)
  const status = statusInfo?.children()[0]?.expect(Tag.Integer, 'the status').content
  // 0 granted, 1 grantedWithMods; everything else is a refusal.
  if (status?.length !== 1 || status[0]! > 1)
    throw new Error(`the authority refused (status ${status?.[0] ?? 'missing'})`)
  if (!tokenNode) throw new Error('the answer holds no token')
  const token = Uint8Array.from(tokenNode.bytes)
  const parsed = parseTimestamp(token)
  if (parsed.imprint.algorithm !== 'SHA-256' || !Buffer.from(parsed.imprint.hash).equals(imprint)) {
    throw new Error('the token is about other data')
  }
  const sent = Der.readAll(integer(nonce)).content
  if (!parsed.nonce || !Buffer.from(parsed.nonce).equals(sent)) throw new Error('the token answers another request')
  await checkTimestampSignature(parsed)
  checkTimestampPurpose(parsed)
  // Its chain ends where the authority let it end; whether that is a trusted root is for those who verify the seal.
  const { certificates } = await buildPath(parsed.signer, parsed.certificates, [], parsed.time)
  await checkTokenContainer(parsed.signedData, certificates.slice(-1))
  return { token, parsed }
}

/** @throws naming what came instead, which may be a page of a proxy */
function partsOf(reply: Uint8Array): Der[] {
  try {
    return Der.readAll(reply).children()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the answer is no time-stamp response: ${reason}`, { cause })
  }
}
