import { checkArchiveRevision } from './archive.ts'
import { subjectText } from './certificate.ts'
import { attribute, type SignedData } from './cms.ts'
import { checkTokenContainer, SIGNATURE_TIMESTAMP } from './container.ts'
import type { FileHashes } from './hash.ts'
import { buildPath, type CertificatePath } from './path.ts'
import type { Report } from './report.ts'
import { checkByteRange, checkPadding, cmsOf, hashSigned, type PdfSignature } from './signatures.ts'
import {
  checkImprint,
  checkTimestampPurpose,
  checkTimestampSignature,
  compareImprint,
  type ParsedTimestamp,
  parseTimestamp,
} from './timestamp.ts'
import { type End, endOf, keysCountUntil, knownTo, poolOf, type Trust, trustText } from './trust.ts'
import type { VerifiedTimestamp } from './types.ts'

/** A time stamp may be this far ahead of the verifier's clock or of the next time stamp, in milliseconds. */
const CLOCK_SKEW_MS = 10 * 60_000

/** A time stamp whose own bytes are right. */
export interface JudgedTimestamp {
  kind: VerifiedTimestamp['kind']
  token: ParsedTimestamp
  /** Undefined where its certificate may not be used. */
  path: CertificatePath | undefined
}

/** The time stamp within the seal, over its signature value; undefined where it cannot be read. */
export async function verifySealTimestamp(
  cms: SignedData,
  trust: Trust,
  report: Report,
): Promise<JudgedTimestamp | undefined> {
  const token = await report.check('timestamp_imprint', async () => {
    const value = attribute(cms.unsigned, SIGNATURE_TIMESTAMP)
    if (!value) throw new Error('the seal has no time stamp')
    const parsed = parseTimestamp(value.bytes)
    await checkImprint(parsed, cms.signature)
    return { value: parsed, detail: 'over the signature value' }
  })
  if (!token) return undefined
  await report.check('timestamp_signature', async () => {
    await checkTimestampSignature(token)
    await checkTokenContainer(token.signedData, knownTo(trust))
    return { detail: `by ${subjectText(token.signer)}` }
  })
  const path = await report.check('timestamp_certificate', async () => {
    const value = await authorityPath(token, trust)
    return { value, detail: `${token.time.toISOString()}, ${trustText(value, trust.tsaRoots)}` }
  })
  return { kind: 'seal', token, path }
}

/** @throws when the certificate could not be used for a time stamp at that time */
async function authorityPath(token: ParsedTimestamp, { tsaRoots, store, now }: Trust): Promise<CertificatePath> {
  checkTimestampPurpose(token)
  if (token.time.getTime() > now.getTime() + CLOCK_SKEW_MS)
    throw new Error(`the time stamp is from the future: ${token.time.toISOString()}`)
  return buildPath(token.signer, poolOf(token.signedData, store), tsaRoots, token.time)
}

/** @throws as `authorityPath`, and when none of the roots is above it */
async function trustedAuthority(
  token: ParsedTimestamp,
  trust: Trust,
): Promise<{ path: CertificatePath; words: string }> {
  const path = await authorityPath(token, trust)
  return { path, words: trustText(path, trust.tsaRoots) }
}

/**
 * The document time stamps after the seal (ETSI EN 319 142-1, 5.4.3), oldest first. Each covers all bytes before its end.
 * Anybody can add one, and it proves nothing about the seal: one of an authority that is not trusted, or may not stamp,
 * is reported and not counted.
 * @param before the seal's own
 * @returns null when the bytes of one are wrong
 */
export async function verifyArchive(
  hashes: FileHashes,
  { archive, before }: { archive: PdfSignature[]; before: JudgedTimestamp | undefined },
  trust: Trust,
  report: Report,
): Promise<{ counted: JudgedTimestamp[]; others: JudgedTimestamp[] } | null> {
  const passed = await report.check('archive_timestamp', async () => {
    const [counted, others]: [JudgedTimestamp[], JudgedTimestamp[]] = [[], []]
    const details: string[] = []
    for (const signature of archive) {
      const token = await readArchive(hashes, signature)
      const authority = await trustedAuthority(token, trust).catch((error: Error) => error)
      if (authority instanceof Error) {
        details.push(`${token.time.toISOString()} does not count: ${authority.message}`)
        others.push({ kind: 'document', token, path: undefined })
        continue
      }
      await checkTokenContainer(token.signedData, knownTo(trust))
      const earlier = counted.at(-1) ?? before
      if (earlier && token.time.getTime() + CLOCK_SKEW_MS < earlier.token.time.getTime())
        throw new Error(`the time stamp of ${token.time.toISOString()} covers a later one`)
      details.push(`${token.time.toISOString()}, ${authority.words}`)
      counted.push({ kind: 'document', token, path: authority.path })
    }
    return { value: { counted, others }, detail: details.join('; ') }
  })
  return passed ?? null
}

async function readArchive(hashes: FileHashes, signature: PdfSignature): Promise<ParsedTimestamp> {
  checkByteRange(hashes.bytes, signature)
  checkPadding(signature)
  const token = parseTimestamp(cmsOf(signature))
  compareImprint(token, await hashSigned(hashes, signature, token.imprint.algorithm))
  await checkTimestampSignature(token)
  return token
}

/**
 * Checks that what stands after the seal is document time stamps, with their validation data, and that the last of them
 * covers everything.
 * @throws naming what else was appended
 */
export function checkAppended(bytes: Uint8Array, seal: PdfSignature, archive: PdfSignature[]): string {
  let end = seal.end
  for (const signature of archive) {
    checkArchiveRevision(bytes, end, signature)
    end = signature.end
  }
  if (end !== bytes.length) throw new Error(`${bytes.length - end} bytes were appended after the seal`)
  if (archive.length === 0) return 'the file ends with the seal'
  return archive.length === 1 ? 'only the archive time stamp' : `only ${archive.length} archive time stamps`
}

/** Until when a time stamp had to hold: when the next one covered it; for the newest, now. */
export const neededUntil = (stamps: JudgedTimestamp[], index: number, now: Date): Date =>
  stamps[index + 1]?.token.time ?? now

/**
 * Until when the time stamps prove, one after the other, that the seal existed; null: not known. One counts when it was
 * made before what it covers had ended: nothing says who holds the key of an expired certificate, or has broken a short
 * one (ETSI EN 319 102-1, 5.6.3).
 * @param seal the seal's own chain, whose keys have to count at its time stamp
 */
export function heldUntil(stamps: JudgedTimestamp[], seal: CertificatePath | undefined): End | null {
  const [first] = stamps
  if (!first?.path) return null
  const keys = seal && keysCountUntil(seal)
  if (keys && keys < first.token.time) return { at: keys, reason: 'key_too_short' }
  let held = endOf(first.path)
  for (const { path, token } of stamps.slice(1)) {
    if (!path) return null
    if (token.time > held.at) break
    const end = endOf(path)
    if (end.at > held.at) held = end
  }
  return held
}

export function asReported({ kind, token, path }: JudgedTimestamp): VerifiedTimestamp {
  const end = path && endOf(path)
  return {
    kind,
    tsa: subjectText(token.signer),
    signedAt: token.time.toISOString(),
    trusted: path?.trusted ?? false,
    holdsUntil: end?.at.toISOString() ?? null,
    endsBecause: end?.reason ?? null,
    certificates: path?.certificates.map(({ der }) => Uint8Array.from(der)) ?? [],
  }
}
