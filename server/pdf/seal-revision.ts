import { ContentsTooSmallError, SealSigner, signRevision, TokenSigner } from './revision-signer.ts'
import type { RevocationValues } from './revocation.ts'
import type { SealFacts, UnsignedRevision } from './seal.ts'
import { TimestampUnavailableError } from './timestamp.ts'
import type { SealedRevision, SealKey, SealLevel, TimestampToken } from './types.ts'
import type { ParsedTimestamp, Verification } from './verify.ts'

/** The steps that read the whole PDF: in a worker, or directly in a test. */
export interface SealSteps {
  prepareSeal(facts: SealFacts, contentsBytes: number, security: RevocationValues | null): Promise<UnsignedRevision>
  /** On the file with `delta` appended. */
  prepareArchiveTimestamp(delta: Uint8Array, contentsBytes: number): Promise<UnsignedRevision>
  /** Our own verifier over the file with `delta` appended. */
  verify(delta: Uint8Array, options: { roots: Uint8Array[]; tsaRoots: Uint8Array[]; at: Date }): Promise<Verification>
}

/** One time-stamping authority as sealing sees it. */
export interface SealAuthority {
  provider: string
  /** What is known of its tokens: how large they are, and validation data of its chain and the seal's. */
  facts(): Promise<{ tokenBytes: number; security: RevocationValues }>
  timestamp(imprint: Uint8Array): Promise<TimestampToken & { parsed: ParsedTimestamp }>
  /** The anchor of the chain of a token. */
  rootOf(timestamp: ParsedTimestamp): Promise<Uint8Array>
}

/** What sealing asks of the main thread: the key never leaves it, and no worker waits for the network. */
export interface SealCallbacks {
  key: SealKey
  /** In the order in which they are asked. */
  authorities: SealAuthority[]
}

export interface SealOptions extends SealFacts {
  level: SealLevel
}

/** Our own verifier refused what was just made. Nothing of it may be kept. */
export class SealCheckError extends Error {
  override readonly name = 'SealCheckError'
}

/** Room for what is not counted: attributes, algorithm names, and an authority whose token grows a little. */
export const SPARE_BYTES = 2048
export const SEAL_ATTEMPTS = 3

/**
 * Seals: one revision at the level asked for, or at B-T where a chain offers neither OCSP nor CRL. The validation data
 * in it is that of the authority about to be asked; when that one fails, the revision is built anew for the next.
 * The result has passed our own verifier.
 *
 * @throws TimestampUnavailableError when no authority answers; SealCheckError; CertificateRevokedError; PdfError.
 */
export async function sealRevision(
  steps: SealSteps,
  options: SealOptions,
  callbacks: SealCallbacks,
): Promise<SealedRevision> {
  const failures: TimestampUnavailableError['failures'] = []
  for (const authority of callbacks.authorities) {
    try {
      return await sealWith(authority, steps, options, callbacks.key)
    } catch (error) {
      if (!(error instanceof TimestampUnavailableError)) throw error
      failures.push(...error.failures)
    }
  }
  throw new TimestampUnavailableError(failures)
}

async function sealWith(
  authority: SealAuthority,
  steps: SealSteps,
  options: SealOptions,
  key: SealKey,
): Promise<SealedRevision> {
  let spare = SPARE_BYTES
  for (let attempt = 1; attempt <= SEAL_ATTEMPTS; attempt++) {
    const { tokenBytes, security } = await authority.facts()
    const store = options.level !== 'B-T' && security.complete ? security : null
    const contentsBytes = spare + tokenBytes + key.chain.reduce((sum, certificate) => sum + certificate.length, 0)
    const revision = await steps.prepareSeal(options, contentsBytes, store)
    const stamps: Awaited<ReturnType<SealAuthority['timestamp']>>[] = []
    const timestamp = async (imprint: Uint8Array) => {
      const stamp = await authority.timestamp(imprint)
      stamps.push(stamp)
      return stamp.token
    }
    let delta: Uint8Array
    try {
      delta = await signRevision(revision.delta, new SealSigner({ ...revision, key, contentsBytes, timestamp }))
    } catch (error) {
      if (!(error instanceof ContentsTooSmallError)) throw error
      spare += error.missingBytes
      continue
    }
    const [stamp] = stamps
    // An authority with several units may answer with another certificate than last time: the store must name this one.
    if (!stamp || (store && !has(store.certificates, stamp.parsed.signer.der))) continue
    if (store && options.level === 'B-LTA') delta = await archive(delta, authority, steps, tokenBytes)
    return await checked(delta, stamp, {
      authority,
      steps,
      key,
      expected: store ? options.level : 'B-T',
      at: options.signedAt,
    })
  }
  throw new TimestampUnavailableError([
    { provider: authority.provider, reason: `its answers kept changing over ${SEAL_ATTEMPTS} attempts` },
  ])
}

async function archive(
  delta: Uint8Array,
  authority: SealAuthority,
  steps: SealSteps,
  tokenBytes: number,
): Promise<Uint8Array> {
  const contentsBytes = tokenBytes + SPARE_BYTES
  const revision = await steps.prepareArchiveTimestamp(delta, contentsBytes)
  const { token } = await authority.timestamp(revision.digest)
  const signer = new TokenSigner(revision.before, token, contentsBytes)
  return Buffer.concat([delta, await signRevision(revision.delta, signer)])
}

interface CheckInput {
  authority: SealAuthority
  steps: SealSteps
  key: SealKey
  expected: SealLevel
  at: Date
}

/** Fails closed: only returns a seal that our own verifier accepts at the intended level. */
async function checked(
  delta: Uint8Array,
  stamp: TimestampToken & { parsed: ParsedTimestamp },
  { authority, steps, key, expected, at }: CheckInput,
): Promise<SealedRevision> {
  const tsaRoot = await authority.rootOf(stamp.parsed)
  const { seal, checks, revisions } = await steps.verify(delta, { roots: [key.chain.at(-1)!], tsaRoots: [tsaRoot], at })
  const failed = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
  if (seal && seal.level !== expected) failed.push(`level: ${seal.level} instead of ${expected}`)
  if (!seal || failed.length > 0) throw new SealCheckError(`the seal does not verify: ${failed.join('; ')}`)
  return {
    delta,
    holdsUntil: seal.holdsUntil,
    level: expected,
    // The last revision is the whole file: nothing stands after it, or the check above had failed.
    sha256: revisions.at(-1)!.sha256,
    certSerial: seal.certSerial,
    tsaProvider: stamp.provider,
    tsaSignedAt: stamp.time.toISOString(),
  }
}

export const has = (list: Uint8Array[], der: Uint8Array) => list.some((known) => Buffer.from(known).equals(der))
