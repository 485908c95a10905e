import { randomBytes } from 'node:crypto'
import { CertificateRevokedError, type RevocationSource, type RevocationValues } from './revocation.ts'
import type { SealAuthority } from './seal-revision.ts'
import { requestTimestamp, TimestampUnavailableError, type TsaClient } from './timestamp.ts'
import {
  buildPath,
  type Certificate,
  type CertificatePath,
  type End,
  endOf,
  type ParsedTimestamp,
  parseCertificate,
} from './verify.ts'

/** An authority of which is also known until when a token of it holds. */
export interface LastingAuthority extends SealAuthority {
  /** @param asked again: what was learnt before may be out of date */
  facts(asked?: 'again'): Promise<{ tokenBytes: number; security: RevocationValues; holdsUntil: Date }>
}

const NONE: RevocationValues = { certificates: [], ocsps: [], crls: [], complete: false, problems: [] }

/**
 * A time-stamping authority with what was learnt from its last token: its size and its chain. Before the first one it
 * is asked for a token over random bytes, because validation data of its chain must be in the file before it stamps it.
 *
 * @param chains of certificates, leaf first, that need validation data besides the authority's own
 * @param revocation null where no validation data is wanted (B-T).
 */
export function createSealAuthority(
  tsa: TsaClient,
  chains: Uint8Array[][],
  revocation: RevocationSource | null,
): LastingAuthority {
  let known: { tokenBytes: number; parsed: ParsedTimestamp } | undefined

  const timestamp: SealAuthority['timestamp'] = async (imprint) => {
    try {
      const stamp = await requestTimestamp([tsa], imprint)
      known = { tokenBytes: stamp.token.length, parsed: stamp.parsed }
      return stamp
    } catch (error) {
      known = undefined
      throw error
    }
  }

  return {
    provider: tsa.provider,
    timestamp,
    facts: async (asked) => {
      if (!known || asked === 'again') await timestamp(randomBytes(32))
      const { tokenBytes, parsed } = known!
      const path = await pathOf(parsed)
      if (!revocation) return { tokenBytes, security: NONE, holdsUntil: endOf(path).at }
      const others = await revocation.gather(chains)
      const authority = await gatherOrGiveUp(tsa, revocation, chainOf(path))
      // The verifier sees the issuers that were fetched, too: they may end the chain sooner than those in the token.
      const holdsUntil = endOf(await pathOf(parsed, authority.certificates.map(parseCertificate))).at
      return { tokenBytes, security: mergeValues(others, authority), holdsUntil }
    },
    rootOf: async (parsed) => chainOf(await pathOf(parsed)).at(-1)!,
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

/** Until when a token proves anything, and why no longer. */
export const endOfToken = async (parsed: ParsedTimestamp): Promise<End> => endOf(await pathOf(parsed))

const pathOf = (
  { signer, certificates, time }: ParsedTimestamp,
  fetched: Certificate[] = [],
): Promise<CertificatePath> => buildPath(signer, [...certificates, ...fetched], [], time)

const chainOf = ({ certificates }: CertificatePath) => certificates.map(({ der }) => Uint8Array.from(der))

/** Both together, nothing twice. */
export function mergeValues(a: RevocationValues, b: RevocationValues): RevocationValues {
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
