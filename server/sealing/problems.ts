import type { X509Certificate } from 'node:crypto'
import { endOfToken } from '../pdf/seal-authority.ts'
import { requestTimestamp, type TsaClient } from '../pdf/timestamp.ts'
import type { SealKey } from '../pdf/types.ts'
import { type EndReason, keyCountsUntil, parseCertificate } from '../pdf/verify.ts'

export interface SealerProblem {
  severity: 'error' | 'warning'
  message: string
}

const DAY_MS = 86_400_000
const EXPIRY_WARNING_DAYS = 30
/** Documents are kept for years: a time stamp that ends within one should be another authority's. */
export const ENDING_SOON_DAYS = 365

const ENDS: Record<EndReason, string> = {
  certificate_expires: 'its certificate expires then',
  key_too_short: 'RSA keys below 3072 bits count no longer then',
}

/** Whether an authority responds, and how long a file that is sealed today will prove when that was. */
export async function timestampProblems(tsa: TsaClient, now: Date): Promise<SealerProblem[]> {
  try {
    const { at, reason } = await endOfToken((await requestTimestamp([tsa], Buffer.alloc(32))).parsed)
    if (at.getTime() - now.getTime() >= ENDING_SOON_DAYS * DAY_MS) return []
    const message = `time stamps of ${tsa.provider} hold until ${at.toISOString().slice(0, 10)} only: ${ENDS[reason]}`
    return [{ severity: 'warning', message }]
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error) }]
  }
}

/** Whether the seal key signs, and its certificate and the key itself count for a while yet. */
export async function keyProblems(key: SealKey, leaf: X509Certificate, now: Date): Promise<SealerProblem[]> {
  const problems: SealerProblem[] = []
  const days = Math.floor((new Date(leaf.validTo).getTime() - now.getTime()) / DAY_MS)
  if (now < new Date(leaf.validFrom))
    problems.push({ severity: 'error', message: `the seal certificate is only valid from ${leaf.validFrom}` })
  if (days < 0) problems.push({ severity: 'error', message: `the seal certificate expired on ${leaf.validTo}` })
  else if (days < EXPIRY_WARNING_DAYS)
    problems.push({ severity: 'warning', message: `the seal certificate expires in ${days} days` })
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
