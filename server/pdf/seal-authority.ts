import { randomBytes } from 'node:crypto'
import { CertificateRevokedError, type RevocationSource, type RevocationValues } from './revocation.ts'
import type { SealAuthority } from './seal-revision.ts'
import { requestTimestamp, TimestampUnavailableError, type TsaClient } from './timestamp.ts'
import { buildPath, type ParsedTimestamp } from './verify.ts'

const NONE: RevocationValues = { certificates: [], ocsps: [], crls: [], complete: false, problems: [] }

/**
 * A time-stamping authority with what was learnt from its last token: its size and its chain. Before the first one it
 * is asked for a token over random bytes, because validation data of its chain must be in the file before it stamps it.
 *
 * @param revocation null where no validation data is wanted (B-T).
 */
export function createSealAuthority(
  tsa: TsaClient,
  sealChain: Uint8Array[],
  revocation: RevocationSource | null,
): SealAuthority {
  let known: { tokenBytes: number; chain: Uint8Array[] } | undefined

  const timestamp: SealAuthority['timestamp'] = async (imprint) => {
    try {
      const stamp = await requestTimestamp([tsa], imprint)
      known = { tokenBytes: stamp.token.length, chain: await chainOf(stamp.parsed) }
      return stamp
    } catch (error) {
      known = undefined
      throw error
    }
  }

  return {
    provider: tsa.provider,
    timestamp,
    facts: async () => {
      if (!known) await timestamp(randomBytes(32))
      const { tokenBytes, chain } = known!
      if (!revocation) return { tokenBytes, security: NONE }
      const seal = await revocation.gather([sealChain])
      const authority = await gatherOrGiveUp(tsa, revocation, chain)
      return { tokenBytes, security: merge(seal, authority) }
    },
    rootOf: async (parsed) => (await chainOf(parsed)).at(-1)!,
  }
}

/** A revoked authority is one that cannot be used, not a reason to stop sealing. */
async function gatherOrGiveUp(
  tsa: TsaClient,
  revocation: RevocationSource,
  chain: Uint8Array[],
): Promise<RevocationValues> {
  try {
    return await revocation.gather([chain])
  } catch (error) {
    if (!(error instanceof CertificateRevokedError)) throw error
    throw new TimestampUnavailableError([{ provider: tsa.provider, reason: error.message }])
  }
}

async function chainOf({ signer, certificates, time }: ParsedTimestamp): Promise<Uint8Array[]> {
  const path = await buildPath(signer, certificates, [], time)
  return path.certificates.map(({ der }) => Uint8Array.from(der))
}

function merge(a: RevocationValues, b: RevocationValues): RevocationValues {
  const both = (first: Uint8Array[], second: Uint8Array[]) => [
    ...first,
    ...second.filter((der) => !first.some((known) => Buffer.from(known).equals(der))),
  ]
  return {
    certificates: both(a.certificates, b.certificates),
    ocsps: both(a.ocsps, b.ocsps),
    crls: both(a.crls, b.crls),
    complete: a.complete && b.complete,
    problems: [...a.problems, ...b.problems],
  }
}
