import { randomBytes } from 'node:crypto'
import { openPdf } from './document.ts'
import { FontError, isStackOverflow, PdfError } from './errors.ts'
import { type HashedPdf, withDelta } from './hashed.ts'
import { loadSealKey } from './keys.ts'
import type { RehearsalPki } from './rehearsal-pki.ts'
import { prepareArchiveTimestamp, prepareSeal } from './seal.ts'
import { type SealAuthority, type SealOptions, type SealSteps, sealRevision } from './seal-revision.ts'
import { drawStamps } from './stamp.ts'
import { readTimestampReply, timestampQuery } from './timestamp.ts'
import { createTsa } from './tsa.ts'
import type { Box, Ink, SealKey, SealLevel, Stamp } from './types.ts'
import { FileHashes, verifyHashed } from './verify.ts'

const INK: Ink = { type: 'drawn', width: 100, height: 100, strokes: [[10, 50, 90, 60]] }
/** A TimeStampToken of an EC key is smaller by far. */
const TOKEN_BYTES = 4096
const MESSAGE_LENGTH = 300
const AUDIT_HEAD = { seq: 1, hash: '0'.repeat(64) }

/** How a seal is rehearsed: with which throw-away keys, and up to which level. */
export interface Rehearsal {
  pki: RehearsalPki
  level: SealLevel
}

/**
 * Goes through everything that is to come before anything is stored: a mark of each signer, each a revision, then a
 * seal with a key that is thrown away, judged by the verifier that gates sealing. What passes can be sealed.
 * @param shown the file as the signers are shown it
 * @param marks the boxes of each signer
 * @param uploadLength bytes of `shown` as they were received
 * @throws PdfError `not_sealable` naming the check that failed, `too_complex`
 */
export async function rehearse(
  shown: HashedPdf,
  marks: Box[][],
  uploadLength: number,
  { pki, level }: Rehearsal,
): Promise<void> {
  const actors = await actorsOf(pki)
  try {
    await trySeal(await signed(shown, marks), actors, { auditHead: AUDIT_HEAD, signedAt: pki.at, level, uploadLength })
  } catch (error) {
    if (error instanceof PdfError || error instanceof FontError || isStackOverflow(error)) throw error
    // Whatever the error is, it would recur once all have signed.
    const message = error instanceof Error ? error.message.slice(0, MESSAGE_LENGTH) : String(error)
    throw new PdfError('not_sealable', message, { cause: error })
  }
}

function trySeal(file: HashedPdf, { key, authority }: Actors, options: SealOptions) {
  const known = { length: file.bytes.length, state: file.hash }
  const steps: SealSteps = {
    prepareSeal: (facts, contentsBytes, security) => prepareSeal(file, facts, contentsBytes, security),
    prepareArchiveTimestamp: (delta, contentsBytes) =>
      prepareArchiveTimestamp(withDelta(file, delta), contentsBytes, null),
    verify: async (delta, given) => {
      const { bytes } = withDelta(file, delta)
      return verifyHashed(bytes, new FileHashes(bytes, known), given)
    },
  }
  return sealRevision(steps, options, { key, authorities: [authority] })
}

/**
 * Each signer's revision. A page is drawn on once, because that decodes its content; after that it is only written
 * again, as often as signers sign there.
 */
async function signed(shown: HashedPdf, marks: Box[][]): Promise<HashedPdf> {
  const pdf = openPdf(shown.bytes)
  const deltas: Uint8Array[] = []
  const drawn = new Set<number>()
  for (const boxes of marks) {
    const stamps: Stamp[] = []
    for (const box of boxes) {
      if (drawn.has(box.page)) continue
      drawn.add(box.page)
      stamps.push({ ...box, kind: 'signature', ink: INK, caption: null })
    }
    await drawStamps(pdf, stamps)
    for (const { page } of boxes) pdf.touch(pdf.pages[page - 1]!.ref)
    deltas.push(pdf.appendRevision())
  }
  return withDelta(shown, Buffer.concat(deltas))
}

interface Actors {
  key: SealKey
  authority: SealAuthority
}

let known: { of: string; actors: Actors } | undefined

/** The keys of the process, read once a thread. */
async function actorsOf(pki: RehearsalPki): Promise<Actors> {
  if (known?.of === pki.seal.cert) return known.actors
  const actors = { key: await loadSealKey(pki.seal), authority: await authorityOf(pki) }
  known = { of: pki.seal.cert, actors }
  return actors
}

async function authorityOf({ at, caCert, crl, tsa }: RehearsalPki): Promise<SealAuthority> {
  const key = await loadSealKey(tsa)
  const answer = createTsa(key, () => at)
  const certificates = [...key.chain]
  return {
    provider: 'rehearsal',
    facts: async () => ({
      tokenBytes: TOKEN_BYTES,
      security: { certificates, ocsps: [], crls: [crl], complete: true, problems: [] },
    }),
    timestamp: async (imprint) => {
      const nonce = randomBytes(8)
      const reply = await readTimestampReply(await answer(timestampQuery(imprint, nonce)), imprint, nonce)
      return { ...reply, time: reply.parsed.time, provider: 'rehearsal' }
    },
    rootOf: async () => caCert,
  }
}
