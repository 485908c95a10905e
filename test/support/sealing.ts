import { createHash } from 'node:crypto'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { loadSealKey } from '../../server/pdf/keys.ts'
import { signRevision, TokenSigner } from '../../server/pdf/revision-signer.ts'
import { createRevocationSource, type RevocationFetch, type RevocationValues } from '../../server/pdf/revocation.ts'
import { prepareArchiveTimestamp, prepareSeal } from '../../server/pdf/seal.ts'
import { createSealAuthority } from '../../server/pdf/seal-authority.ts'
import { type SealSteps, sealRevision } from '../../server/pdf/seal-revision.ts'
import { requestTimestamp, type TsaClient } from '../../server/pdf/timestamp.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import type { SealedRevision, SealKey, SealLevel } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { type Issued, Purpose, type TestCa } from './pki.ts'

export interface SealInput {
  key: SealKey
  tsas: TsaClient[]
  level?: SealLevel
  /** Answers requests for OCSP and CRL addresses; without it nothing can be fetched. */
  fetch?: RevocationFetch
  auditHead?: { seq: number; hash: string }
  reason?: string
  name?: string
  uploadLength?: number
  signedAt?: Date
}

/** Seals in this thread, with the same steps as the workers. */
export async function seal(pdf: Uint8Array, input: SealInput): Promise<{ bytes: Buffer; revision: SealedRevision }> {
  const offline: RevocationFetch = async () => {
    throw new Error('offline')
  }
  const revocation = createRevocationSource({ fetch: input.fetch ?? offline, now: () => new Date() })
  const authorities = input.tsas.map((tsa) => createSealAuthority(tsa, [input.key.chain], revocation))
  const facts = {
    auditHead: input.auditHead ?? { seq: 7, hash: 'ab'.repeat(32) },
    signedAt: input.signedAt ?? new Date(),
    reason: input.reason,
    name: input.name,
    uploadLength: input.uploadLength,
  }
  const revision = await sealRevision(
    stepsFor(pdf),
    { ...facts, level: input.level ?? 'B-LT' },
    { key: input.key, authorities },
  )
  return { bytes: Buffer.concat([pdf, revision.delta]), revision }
}

function stepsFor(pdf: Uint8Array): SealSteps {
  return {
    prepareSeal: (facts, contentsBytes, security) => prepareSeal(hashed(pdf), facts, contentsBytes, security),
    prepareArchiveTimestamp: (delta, contentsBytes) =>
      prepareArchiveTimestamp(hashed(Buffer.concat([pdf, delta])), contentsBytes, null),
    verify: (delta, options) => verifyPdf(Buffer.concat([pdf, delta]), options),
  }
}

const hashed = (bytes: Uint8Array) => ({ bytes, hash: createHash('sha256').update(bytes) })

/** The file with a document time stamp of `tsa` appended, whether it is a valid PDF or not. */
export async function withArchiveTimestamp(
  pdf: Uint8Array,
  tsa: TsaClient,
  security: RevocationValues | null = null,
): Promise<Buffer> {
  const room = 8000
  const revision = await prepareArchiveTimestamp(hashed(pdf), room, security)
  const { token } = await requestTimestamp([tsa], revision.digest)
  return Buffer.concat([pdf, await signRevision(revision.delta, new TokenSigner(revision.before, token, room))])
}

export const keyOf = ({ pem, key }: Issued) => loadSealKey({ cert: pem, key })

/** The built-in authority with a certificate of `ca`. */
export async function builtInTsa(ca: TestCa, crlUrl?: string): Promise<TsaClient> {
  const issued = await ca.issue({ name: 'TSA', purposes: [Purpose.timeStamping], criticalPurposes: true, crlUrl })
  return { provider: 'built-in', ask: createTsa(await keyOf(issued), () => new Date()) }
}

/** A page of text, with a table or a stream as its cross-reference. */
export async function samplePdf({ xrefStream = false, pages = 1 } = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let i = 1; i <= pages; i++)
    pdf.addPage([595, 842]).drawText(`Pay 100 to the bearer. Page ${i}`, { x: 50, y: 700, font })
  return pdf.save({ useObjectStreams: xrefStream })
}
