import { randomBytes } from 'node:crypto'
import { openPdf, type PdfFile } from './document.ts'
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
import { judgeMarks, type Verdict } from './view/marks.ts'

/** A line from the left edge of its box to the right, so that it shows where something covers it. */
const INK: Ink = { type: 'drawn', width: 100, height: 1, strokes: [[0, 0, 100, 0]] }
/** A TimeStampToken of an EC key is smaller by far. */
const TOKEN_BYTES = 4096
const MESSAGE_LENGTH = 300
const AUDIT_HEAD = { seq: 1, hash: '0'.repeat(64) }

/** How a seal is rehearsed: with which throw-away keys, and up to which level. */
export interface Rehearsal {
  pki: RehearsalPki
  level: SealLevel
}

/** A file as the signers are shown it. */
export interface Shown {
  shown: HashedPdf
  /** The boxes of each signer. */
  marks: Box[][]
  /** Those of them that are on pages of the upload: how our own pages look is known. */
  judged: Box[]
}

/**
 * Makes a file and goes through everything that is to come before anything is stored: a mark of each signer, each a
 * revision, then a seal with a key that is thrown away, judged by the verifier that gates sealing. What passes can be
 * sealed, and each mark can be seen; where one could not be, or not be read, it is made again with paper under that box.
 * @param make with white paper under these boxes; what is no file is returned as it is
 * @param uploadLength bytes of it as they were received
 * @throws PdfError `mark_hidden`, `not_sealable` naming the check that failed, `too_complex`, and what `make` throws
 */
export async function makeAndRehearse<Made extends Shown, Refused extends object = never>(
  make: (paper: Box[]) => Promise<Made | Refused>,
  uploadLength: number,
  rehearsal: Rehearsal,
): Promise<Made | Refused> {
  const made = await make([])
  if (!('shown' in made)) return made
  const verdict = await rehearse(made, uploadLength, rehearsal)
  const paper = verdict ? [...new Set([...verdict.hidden, ...verdict.dark])] : []
  if (paper.length === 0) return made
  const again = await make(paper)
  if (!('shown' in again)) return again
  const second = await rehearse(again, uploadLength, rehearsal)
  const page = second?.hidden[0]?.page
  if (page === undefined) return again
  throw new PdfError('mark_hidden', `Something on page ${page} would hide what is written there`)
}

/** @returns how the marks look; null where that cannot be judged: see `judgeMarks` */
async function rehearse(
  { shown, marks, judged }: Shown,
  uploadLength: number,
  { pki, level }: Rehearsal,
): Promise<Verdict | null> {
  const actors = await actorsOf(pki)
  try {
    const { file, pdf } = await signed(shown, marks)
    await trySeal(file, actors, { auditHead: AUDIT_HEAD, signedAt: pki.at, level, uploadLength })
    const lengths = { shown: shown.bytes.length, marked: file.bytes.length }
    const verdict = await judgeMarks(file.bytes, lengths, pdf, judged)
    const [altered] = verdict?.altered ?? []
    if (altered === undefined) return verdict
    throw new PdfError('not_sealable', `Page ${altered} would look different once it is signed`)
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
 * Each signer's revision. A page is drawn on once, for all signers, because that decodes its content; after that it is
 * only written again, as often as signers sign there.
 */
async function signed(shown: HashedPdf, marks: Box[][]): Promise<{ file: HashedPdf; pdf: PdfFile }> {
  const pdf = openPdf(shown.bytes)
  const deltas: Uint8Array[] = []
  const drawn = new Set<number>()
  for (const boxes of marks) {
    const fresh = new Set(boxes.map(({ page }) => page).filter((page) => !drawn.has(page)))
    const stamps = marks
      .flat()
      .filter(({ page }) => fresh.has(page))
      .map((box): Stamp => ({ ...box, kind: 'signature', ink: INK, caption: null }))
    for (const page of fresh) drawn.add(page)
    await drawStamps(pdf, stamps)
    for (const { page } of boxes) pdf.touch(pdf.pages[page - 1]!.ref)
    deltas.push(pdf.appendRevision())
  }
  return { file: withDelta(shown, Buffer.concat(deltas)), pdf }
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
