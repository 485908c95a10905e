import { ContentsTooSmallError, signRevision, TokenSigner } from './revision-signer.ts'
import { CertificateRevokedError, type RevocationSource, type RevocationValues } from './revocation.ts'
import type { UnsignedRevision } from './seal.ts'
import { type LastingAuthority, mergeValues } from './seal-authority.ts'
import { has, SEAL_ATTEMPTS, SealCheckError, SPARE_BYTES } from './seal-revision.ts'
import { TimestampUnavailableError } from './timestamp.ts'
import type { RenewalRevision } from './types.ts'
import type { Verification } from './verify.ts'

/** The steps that read the whole PDF, in a worker. */
export interface RenewalSteps {
  /** See `prepareArchiveTimestamp`. */
  prepare(contentsBytes: number, security: RevocationValues): Promise<UnsignedRevision>
  /** Our own verifier over the file with `delta` appended. */
  verify(delta: Uint8Array, options: { at: Date }): Promise<Verification>
}

export interface RenewalCallbacks {
  /** In the order in which they are asked. */
  authorities: LastingAuthority[]
  revocation: RevocationSource
  at: Date
}

/** No authority has a certificate that lasts longer than that of the newest time stamp: a new one would add nothing. */
export class NoLongerTimestampError extends Error {
  override readonly name = 'NoLongerTimestampError'
}

/** Until when the file proves that its seal existed, and the newest time stamp's chain. */
interface Standing {
  stamps: number
  holdsUntil: string
  chain: Uint8Array[]
}

/**
 * Renews a sealed file (EN 319 142-1, 5.4.3): one revision with a document time stamp and, covered by it, validation
 * data of the newest time stamp so far and of the new one. The result has passed our own verifier.
 *
 * @throws NoLongerTimestampError; TimestampUnavailableError when no authority answers; SealCheckError when the file does
 * not verify, before or after; PdfError
 */
export async function renewRevision(steps: RenewalSteps, callbacks: RenewalCallbacks): Promise<RenewalRevision> {
  const before = standing(await steps.verify(new Uint8Array(), { at: callbacks.at }))
  const failures: TimestampUnavailableError['failures'] = []
  for (const authority of callbacks.authorities) {
    try {
      // Its certificate may be another one than at its last token.
      for (const asked of [undefined, 'again'] as const) {
        const { holdsUntil } = await authority.facts(asked)
        if (holdsUntil.toISOString() > before.holdsUntil) return await renewWith(authority, before, steps, callbacks)
      }
    } catch (error) {
      if (!(error instanceof TimestampUnavailableError)) throw error
      failures.push(...error.failures)
    }
  }
  if (failures.length > 0) throw new TimestampUnavailableError(failures)
  throw new NoLongerTimestampError(`no time-stamp authority has a certificate that lasts beyond ${before.holdsUntil}`)
}

/** @throws SealCheckError naming the checks that failed */
function standing({ checks, seal }: Verification): Standing {
  const failed = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
  const newest = seal?.timestamps.at(-1)
  if (failed.length > 0 || !newest?.holdsUntil)
    throw new SealCheckError(`the file does not verify: ${failed.join('; ') || 'it has no time stamp'}`)
  return { stamps: seal!.timestamps.length, holdsUntil: newest.holdsUntil, chain: newest.certificates }
}

async function renewWith(
  authority: LastingAuthority,
  before: Standing,
  steps: RenewalSteps,
  { revocation, at }: RenewalCallbacks,
): Promise<RenewalRevision> {
  let spare = SPARE_BYTES
  const earlier = await gatherEarlier(revocation, before.chain)
  for (let attempt = 1; attempt <= SEAL_ATTEMPTS; attempt++) {
    const { tokenBytes, security } = await authority.facts()
    const contentsBytes = spare + tokenBytes
    const revision = await steps.prepare(contentsBytes, mergeValues(earlier, security))
    const stamp = await authority.timestamp(revision.digest)
    // One with several units may answer with another certificate than last time: the store must name this one.
    if (!has(security.certificates, stamp.parsed.signer.der)) continue
    let delta: Uint8Array
    try {
      delta = await signRevision(revision.delta, new TokenSigner(revision.before, stamp.token, contentsBytes))
    } catch (error) {
      if (!(error instanceof ContentsTooSmallError)) throw error
      spare += error.missingBytes
      continue
    }
    const verification = await steps.verify(delta, { at })
    const after = standing(verification)
    if (after.stamps !== before.stamps + 1 || after.holdsUntil <= before.holdsUntil)
      throw new SealCheckError('the new time stamp does not last longer')
    return {
      delta,
      sha256: verification.revisions.at(-1)!.sha256,
      tsaProvider: stamp.provider,
      tsaSignedAt: stamp.time.toISOString(),
      holdsUntil: after.holdsUntil,
    }
  }
  throw new TimestampUnavailableError([
    { provider: authority.provider, reason: `its answers kept changing over ${SEAL_ATTEMPTS} attempts` },
  ])
}

/**
 * What is known today of the chain of the newest time stamp; where its authority no longer answers, what the file
 * already holds has to do. @throws SealCheckError when it was revoked
 */
async function gatherEarlier(revocation: RevocationSource, chain: Uint8Array[]): Promise<RevocationValues> {
  try {
    return await revocation.gather([chain])
  } catch (error) {
    if (error instanceof CertificateRevokedError)
      throw new SealCheckError(`too late: ${error.message}`, { cause: error })
    throw error
  }
}
