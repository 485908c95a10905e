import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import type { Clock } from '../../clock.ts'
import { reasonOf } from '../../net/reason.ts'
import type { SealLevel } from '../../pdf/types.ts'
import type { Sealer } from '../../sealing/index.ts'
import { type Finding, failed, found } from './finding.ts'

const SUBJECT = 'trial seal'

/**
 * Seals an empty page, as every document is sealed and verified: what fails or falls short here does so with each of
 * them.
 */
export async function trialSeal(sealer: Sealer, wanted: SealLevel, clock: Clock): Promise<Finding> {
  try {
    const page = await emptyPage()
    const { level, tsaProvider } = await sealer.seal(
      'doctor',
      [{ bytes: page }],
      createHash('sha256').update(page).digest('hex'),
      {
        auditHead: { seq: 1, hash: '0'.repeat(64) },
        signedAt: clock.now(),
        uploadLength: page.length,
      },
    )
    const made = `${level} with a time stamp of ${tsaProvider}, verified`
    if (level === wanted) return found(SUBJECT, null, made)
    return { status: 'warning', subject: SUBJECT, detail: `${made}; SEAL_LEVEL asks for ${wanted}` }
  } catch (error) {
    return failed(SUBJECT, reasonOf(error))
  }
}

async function emptyPage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  return pdf.save()
}
