import { X509Certificate } from 'node:crypto'
import type { RevocationSource } from '../pdf/revocation.ts'
import { endOfToken } from '../pdf/seal-authority.ts'
import type { SealAuthority } from '../pdf/seal-revision.ts'
import { requestTimestamp, TimestampUnavailableError, type TsaClient } from '../pdf/timestamp.ts'
import type { SealKey } from '../pdf/types.ts'
import { type EndReason, keyCountsUntil, parseCertificate } from '../pdf/verify.ts'

export interface SealerProblem {
  severity: 'error' | 'warning'
  message: string
}

const DAY_MS = 86_400_000
/** Clocks that are kept by NTP differ by less, and a token's time may be given in whole seconds. */
export const MAX_SKEW_MS = 5_000
const EXPIRY_WARNING_DAYS = 30
/** Documents are kept for years: a time stamp that ends within one should be another authority's. */
export const ENDING_SOON_DAYS = 365

const ENDS: Record<EndReason, string> = {
  certificate_expires: 'its certificate expires then',
  key_too_short: 'RSA keys below 3072 bits count no longer then',
}

/**
 * Whether an authority responds, whether its clock agrees with ours, and how long a file that is sealed today will prove
 * when that was.
 */
export async function timestampProblems(tsa: TsaClient, now: Date): Promise<SealerProblem[]> {
  const asked = performance.now()
  try {
    const { parsed } = await requestTimestamp([tsa], Buffer.alloc(32))
    const problems = skewProblems(tsa.provider, parsed.time, now, performance.now() - asked)
    const { at, reason } = await endOfToken(parsed)
    if (at.getTime() - now.getTime() >= ENDING_SOON_DAYS * DAY_MS) return problems
    const message = `time stamps of ${tsa.provider} hold until ${at.toISOString().slice(0, 10)} only: ${ENDS[reason]}`
    return [...problems, { severity: 'warning', message }]
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error) }]
  }
}

/** The audit trail has our time, the seal that of the authority: both are about the same moment. */
function skewProblems(provider: string, stamped: Date, now: Date, tookMs: number): SealerProblem[] {
  const ahead = now.getTime() - stamped.getTime()
  const behind = -ahead - tookMs
  if (Math.max(ahead, behind) <= MAX_SKEW_MS) return []
  const by = `${Math.round(Math.max(ahead, behind) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of ${provider}`
  return [{ severity: 'error', message: `the clock of this machine is ${by}` }]
}

/**
 * Why seals will be B-T where more is configured: what validation data (EN 319 142-1, 5.4) is missing, for the chain of
 * the seal key and for that of each authority that answers.
 */
export async function levelProblems(
  key: SealKey,
  authorities: SealAuthority[],
  revocation: RevocationSource,
): Promise<SealerProblem[]> {
  const warning = (message: string): SealerProblem => ({ severity: 'warning', message })
  try {
    const own = (await revocation.gather([key.chain])).problems
    const problems = own.map((problem) => warning(`seals will be B-T: ${problem}`))
    for (const { provider, problems: all } of await Promise.all(authorities.map(gapsOf)))
      for (const problem of all.filter((one) => !own.includes(one)))
        problems.push(warning(`seals with a time stamp of ${provider} will be B-T: ${problem}`))
    return problems
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error) }]
  }
}

/** One that gives no time stamp is reported as such, not here. */
async function gapsOf(authority: SealAuthority): Promise<{ provider: string; problems: string[] }> {
  const { provider } = authority
  try {
    return { provider, problems: (await authority.facts()).security.problems }
  } catch (error) {
    if (error instanceof TimestampUnavailableError) return { provider, problems: [] }
    throw error
  }
}

/** Whether the seal key signs, and its certificate, its chain and the key itself count for a while yet. */
export async function keyProblems(key: SealKey, leaf: X509Certificate, now: Date): Promise<SealerProblem[]> {
  const problems: SealerProblem[] = []
  const days = Math.floor((new Date(leaf.validTo).getTime() - now.getTime()) / DAY_MS)
  if (now < new Date(leaf.validFrom))
    problems.push({ severity: 'error', message: `the seal certificate is only valid from ${leaf.validFrom}` })
  if (days < 0) problems.push({ severity: 'error', message: `the seal certificate expired on ${leaf.validTo}` })
  else if (days < EXPIRY_WARNING_DAYS)
    problems.push({ severity: 'warning', message: `the seal certificate expires in ${days} days` })
  const top = new X509Certificate(key.chain.at(-1)!)
  if (!top.checkIssued(top)) problems.push({ severity: 'warning', message: gap(top) })
  const counts = keyCountsUntil(parseCertificate(key.chain[0]!).publicKey)
  if (counts && counts.getTime() - now.getTime() < ENDING_SOON_DAYS * DAY_MS) {
    const last = counts.toISOString().slice(0, 10)
    problems.push({ severity: 'warning', message: `seals made from ${last} on prove nothing: the key is too short` })
  }
  await key.sign(Buffer.from('doctor')).catch((error: Error) => {
    problems.push({ severity: 'error', message: `the seal key does not sign: ${error.message}` })
  })
  return problems
}

function gap(top: X509Certificate): string {
  const [subject, issuer] = [top.subject, top.issuer].map((name) => name.replaceAll('\n', ', '))
  return `the chain of the seal certificate ends at ${subject}, and its issuer ${issuer} is missing: add the certificates up to the root, or only those who have them can trust the seal`
}
