import { PdfReader } from '../../sdk/src/verify/pdf-reader.ts'
import { findSignatures } from '../../sdk/src/verify/signatures.ts'
import type { CheckName, Verification, VerifyOptions } from '../../sdk/src/verify/types.ts'
import { verifyPdf } from '../../sdk/src/verify/verify-pdf.ts'

/** What a verification means to a person. Also in the browser. */
export type FileVerdict =
  /** One of the given roots says whose seal it is, and nothing was changed. */
  | 'genuine'
  /** The same, but nothing proves any more that the seal is not a later one (decision 0423). */
  | 'ended'
  /** Nothing was changed, and no root says whose seal it is: anyone can seal with a chain of their own. */
  | 'untrusted'
  /** Signed and unchanged, but not as a seal is, or something about it could not be confirmed. */
  | 'other'
  /** What was signed is unchanged, and more was appended. */
  | 'added'
  | 'changed'
  | 'unsigned'
  /** Not readable as a PDF, or only with a password. */
  | 'broken'
  | 'notPdf'

export interface Judgement {
  verdict: FileVerdict
  verification: Verification
}

/** What the bytes and their signature say by themselves. */
const UNCHANGED: CheckName[] = ['byte_range', 'padding', 'digest', 'signature']
/** How far from its start a file may say that it is a PDF (ISO 32000-2, annex I.3). */
const HEADER_WITHIN = 1024

/** Verifies a file and says what that means. @param options.roots those that say whose seal it is; none: nobody is trusted */
export async function judge(bytes: Uint8Array, options: VerifyOptions & { at: Date }): Promise<Judgement> {
  const verification = await verifyPdf(bytes, options)
  const { ok, seal } = verification
  if (!seal) return { verdict: await withoutSeal(bytes, verification), verification }
  // Without the roots everything else is checked in the same way: what holds then lacks only the trust.
  const isIntact = ok || (await verifyPdf(bytes, { ...options, roots: [] })).ok
  if (isIntact && !seal.trusted) return { verdict: 'untrusted', verification }
  const { holdsUntil } = seal
  const hasEnded = holdsUntil !== null && Date.parse(holdsUntil) < options.at.getTime()
  if (isIntact) return { verdict: hasEnded ? 'ended' : 'genuine', verification }
  if (!UNCHANGED.every((name) => passed(verification, name))) return { verdict: 'changed', verification }
  const hasMore = !passed(verification, 'nothing_appended') && !(await onlyEndsInSpace(bytes, options))
  return { verdict: hasMore ? 'added' : 'other', verification }
}

const passed = ({ checks }: Verification, name: CheckName) => checks.every((check) => check.name !== name || check.ok)

const isSpace = (byte: number) => byte <= 0x20
/** Where the last byte ends that is none of the white space that some programs leave at the end. */
const endOf = (bytes: Uint8Array) => bytes.findLastIndex((byte) => !isSpace(byte)) + 1

async function onlyEndsInSpace(bytes: Uint8Array, options: VerifyOptions): Promise<boolean> {
  return passed(await verifyPdf(bytes.subarray(0, endOf(bytes)), options), 'nothing_appended')
}

/** The check `structure` has the reason. */
async function withoutSeal(bytes: Uint8Array, { revisions }: Verification): Promise<FileVerdict> {
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_WITHIN)).includes('%PDF-')) return 'notPdf'
  const isWhole = (revisions.at(-1)?.length ?? 0) >= endOf(bytes)
  try {
    return isWhole && findSignatures(await PdfReader.open(bytes)).length === 0 ? 'unsigned' : 'broken'
  } catch {
    return 'broken'
  }
}
