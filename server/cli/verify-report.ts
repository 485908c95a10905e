import { createHash } from 'node:crypto'
import { type Judgement, judge } from '../pdf/verdict.ts'
import type { AuditEvent, EndReason, VerifiedSeal } from '../pdf/verify.ts'

export interface VerifyInput {
  /** As the caller named it. */
  file: string
  bytes: Uint8Array
  /** PEM texts, as many as were given. */
  roots: string[]
  audit?: AuditEvent[] | undefined
  /** The present. */
  at: Date
}

const UNTRUSTED = 'INTACT, SIGNER NOT TRUSTED'
const ENDED: Record<EndReason, string> = {
  certificate_expires: 'INTACT, ITS TIME STAMP HAS EXPIRED (only a renewed file proves more)',
  key_too_short: 'INTACT, ITS TIME STAMP NO LONGER COUNTS (only a renewed file proves more)',
}
const ENDS: Record<EndReason, string> = {
  certificate_expires: 'a certificate of its authority expires then',
  key_too_short: 'RSA keys below 3072 bits count no longer',
}
const HOW_TO_TRUST =
  'To trust the signer, ask the sender for the root certificate of their seal (a Countersign server has it at\n' +
  '/.well-known/countersign-roots.pem), compare it through another channel, and pass it with --root.'

/**
 * What `countersign verify` prints, and its exit code: 0 valid; 1 the file was changed or its seal is none; 2 intact, but
 * none of the roots says whose seal it is, or nothing proves any more that it is not a later one (decision 0423).
 */
export async function verifyReport({ file, bytes, roots, audit, at }: VerifyInput): Promise<[lines: string[], number]> {
  const judgement = await judge(bytes, { roots, audit, at })
  const { checks, seal, revisions } = judgement.verification
  const [verdict, code] = inWords(judgement)
  const lines = [
    `${file}: ${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`,
    ...checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.detail}`),
    ...revisions.map(
      ({ length, sha256, kind }) => `revision  ${length} bytes, SHA-256 ${sha256}${kind ? ` (${kind})` : ''}`,
    ),
    ...(seal ? [`seal  ${seal.level} by ${seal.signer}, time stamp ${seal.tsaSignedAt ?? 'none'}`] : []),
    ...(seal?.timestamps ?? []).map(
      (stamp) => `time stamp  ${stamp.signedAt} of the ${stamp.kind} by ${stamp.tsa}, holds until ${end(stamp)}`,
    ),
    ...(code === 2 && seal && verdict !== UNTRUSTED ? [`ended  ${end(seal)}`] : []),
    verdict,
    ...(verdict === UNTRUSTED ? [HOW_TO_TRUST] : []),
  ]
  return [lines, code]
}

function inWords({ verdict, verification: { seal } }: Judgement): [words: string, code: number] {
  if (verdict === 'genuine') return ['VALID', 0]
  if (verdict === 'untrusted') return [UNTRUSTED, 2]
  return verdict === 'ended' && seal?.endsBecause ? [ENDED[seal.endsBecause], 2] : ['NOT VALID', 1]
}

const end = ({ holdsUntil, endsBecause }: Pick<VerifiedSeal, 'holdsUntil' | 'endsBecause'>) =>
  holdsUntil && endsBecause ? `${holdsUntil} (${ENDS[endsBecause]})` : 'unknown'
