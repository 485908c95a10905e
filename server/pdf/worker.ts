import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import type { CallerBox } from './anchors/scan.ts'
import { AlteredFileError, ImageError, isStackOverflow, PdfError } from './errors.ts'
import type { FontOptions } from './fonts/index.ts'
import { type HashedPdf, hashPdf, withDelta } from './hashed.ts'
import type { PreviewText } from './preview.ts'
import type { SignerTables } from './print/signer-revision.ts'
import type { MeasureOptions, RenderOptions } from './print/types.ts'
import type { Rehearsal } from './rehearse.ts'
import type { RevocationValues } from './revocation.ts'
import type { SealFacts } from './seal.ts'
import type { TypedText } from './text-box.ts'
import type { AuditTrailModel, PdfPart, PrepareOptions, Stamp } from './types.ts'
import type { VerifyOptions } from './verify.ts'

/** A file from the store, and the SHA-256 it had when it was put there (lowercase hex). */
interface Stored {
  parts: PdfPart[]
  sha256: string
}

/**
 * What runs in a worker thread. Every job gets the PDF in parts: large ones as files, so that no 25 MB travel between
 * threads. Each first loads its module: a worker that only inspects holds no fonts.
 */
const jobs = {
  inspect: async () => {
    const { inspect } = await import('./inspect.ts')
    return async (input: { parts: PdfPart[]; cut: number; optional: boolean; boxes: CallerBox[] }) =>
      inspect(readParts(input.parts), input.cut, input.optional, input.boxes)
  },
  formBoxes: async () => {
    const { formBoxes } = await import('./form-boxes.ts')
    return async ({ parts }: { parts: PdfPart[] }) => formBoxes(readParts(parts))
  },
  layout: async () => {
    const { layoutOf } = await import('./anchors/layout.ts')
    return async ({ parts }: { parts: PdfPart[] }) => layoutOf(readParts(parts))
  },
  signatures: async () => {
    const { signaturesOf } = await import('./signed.ts')
    return async ({ parts }: { parts: PdfPart[] }) => signaturesOf(readParts(parts))
  },
  decrypt: async () => {
    const { decryptPdf } = await import('./encryption/decrypt.ts')
    return async ({ parts, cut }: { parts: PdfPart[]; cut: number }) => decryptPdf(readParts(parts), cut)
  },
  prepare: async () => {
    const { prepareAndRehearse } = await import('./prepare.ts')
    return async (input: { parts: PdfPart[]; options: PrepareOptions; rehearsal: Rehearsal; fontDir?: string }) =>
      prepareAndRehearse(hashPdf(readParts(input.parts, ROOM_BYTES), ROOM_BYTES), input.options, input.rehearsal, {
        fontDir: input.fontDir,
      })
  },
  measurePrints: async () => {
    const { measurePrints } = await import('./print/render.ts')
    return async ({ parts, options, fontDir }: { parts: PdfPart[]; options: MeasureOptions; fontDir?: string }) =>
      measurePrints(readParts(parts), options, { fontDir })
  },
  renderTemplate: async () => {
    const { renderTemplate } = await import('./print/render.ts')
    return async (input: Stored & { options: RenderOptions; rehearsal: Rehearsal; fontDir?: string }) => {
      const template = hashPdf(readParts(input.parts, ROOM_BYTES), ROOM_BYTES)
      requireHash(template.hash.copy(), input.sha256)
      return renderTemplate(template, input.options, input.rehearsal, { fontDir: input.fontDir })
    }
  },
  sign: async () => {
    const { stampFields } = await import('./stamp.ts')
    return async ({ parts, sha256, stamps, ...options }: Stored & { stamps: Stamp[] } & FontOptions) => {
      const bytes = readParts(parts)
      const hash = createHash('sha256').update(bytes)
      requireHash(hash.copy(), sha256)
      const delta = await stampFields(bytes, stamps, options)
      return { delta, length: bytes.length + delta.length, sha256: hash.update(delta).digest('hex') }
    }
  },
  signTables: async () => {
    const { drawSignerRevision } = await import('./print/signer-revision.ts')
    return async ({
      stamps,
      tables,
      parts,
      sha256,
      ...options
    }: Stored & {
      stamps: Stamp[]
      tables: SignerTables
    } & FontOptions) => {
      const bytes = readParts(parts)
      const hash = createHash('sha256').update(bytes)
      requireHash(hash.copy(), sha256)
      const drawn = await drawSignerRevision(bytes, stamps, tables, options)
      if ('overflow' in drawn) return drawn
      const { delta } = drawn
      return { ...drawn, length: bytes.length + delta.length, sha256: hash.update(delta).digest('hex') }
    }
  },
  prepareSeal: async () => {
    const { prepareSeal } = await import('./seal.ts')
    return async (input: Stored & { facts: SealFacts; contentsBytes: number; security: RevocationValues | null }) => {
      const file = openStored(input)
      const revision = await prepareSeal(file, input.facts, input.contentsBytes, input.security)
      keep(file, input.sha256)
      return revision
    }
  },
  prepareArchiveTimestamp: async () => {
    const { prepareArchiveTimestamp } = await import('./seal.ts')
    return async (input: Stored & { delta: Uint8Array; contentsBytes: number; security: RevocationValues | null }) => {
      const file = openStored(input)
      const revision = await prepareArchiveTimestamp(withDelta(file, input.delta), input.contentsBytes, input.security)
      keep(file, input.sha256)
      return revision
    }
  },
  verifySeal: async () => {
    const { FileHashes, verifyHashed } = await import('./verify.ts')
    return async (input: Stored & { delta: Uint8Array; options: VerifyOptions }) => {
      const file = openStored(input)
      const { bytes } = withDelta(file, input.delta)
      return verifyHashed(bytes, new FileHashes(bytes, { length: file.bytes.length, state: file.hash }), input.options)
    }
  },
  verify: async () => {
    const { verifyPdf } = await import('./verify.ts')
    return async ({ parts, options }: { parts: PdfPart[]; options: VerifyOptions }) =>
      verifyPdf(readParts(parts), options)
  },
  reencodeImage: async () => {
    const { reencodeImage } = await import('./image.ts')
    return async ({ bytes, maxBytes, isMark }: { bytes: Uint8Array; maxBytes: number; isMark?: boolean | undefined }) =>
      reencodeImage(bytes, { maxBytes, isMark })
  },
  picturesAsPdf: async () => {
    const { picturesAsPdf } = await import('./pictures-as-pdf.ts')
    return async ({ pictures }: { pictures: Uint8Array[] }) => picturesAsPdf(pictures)
  },
  charactersThatFit: async () => {
    const { charactersThatFit } = await import('./text-box.ts')
    return async ({ typed, ...options }: { typed: TypedText } & FontOptions) => charactersThatFit(typed, options)
  },
  previewTexts: async () => {
    const { previewTexts } = await import('./preview.ts')
    return async ({ texts, ...options }: { texts: PreviewText[] } & FontOptions) => previewTexts(texts, options)
  },
  auditTrail: async () => {
    const { renderAuditTrail } = await import('./audit-trail/index.ts')
    return async ({ model, parts, fontDir }: { model: AuditTrailModel; parts: PdfPart[] | null; fontDir?: string }) =>
      renderAuditTrail(model, { fontDir }, parts && readParts(parts))
  },
  withAuditTrail: async () => {
    const { renderWithAuditTrail } = await import('./audit-trail/index.ts')
    return async ({
      model,
      name,
      fontDir,
      ...stored
    }: Stored & { model: AuditTrailModel; name: string } & FontOptions) =>
      renderWithAuditTrail(model, { fontDir }, { bytes: openStored(stored).bytes, name })
  },
}

export type WorkerJobs = typeof jobs
export type PdfJobName = keyof WorkerJobs
type PdfJob<Name extends PdfJobName> = Awaited<ReturnType<WorkerJobs[Name]>>
export type PdfJobInput<Name extends PdfJobName> = Parameters<PdfJob<Name>>[0]
export type PdfJobOutput<Name extends PdfJobName> = Awaited<ReturnType<PdfJob<Name>>>

export interface PdfTask {
  name: PdfJobName
  input: unknown
  /** Called when a worker has accepted the job and loaded what it needs: its time limit starts then. */
  started: MessagePort
}

/** Errors of ours would arrive as plain ones: what they say crosses the thread as data. */
export type PdfOutcome =
  | { value: unknown }
  | { refused: { reason: PdfError['reason']; message: string } }
  | { image: { reason: ImageError['reason']; message: string } }
  | { file: AlteredFileError['problem'] }

const loaded = new Map<PdfJobName, (input: unknown) => Promise<unknown>>()

/** An import of a module that is known is resolved anew each time: half a millisecond where the source is run. */
async function load(name: PdfJobName): Promise<(input: unknown) => Promise<unknown>> {
  const job = loaded.get(name) ?? ((await jobs[name]()) as (input: unknown) => Promise<unknown>)
  loaded.set(name, job)
  return job
}

export default async function runJob({ name, input, started }: PdfTask): Promise<PdfOutcome> {
  const job = await load(name)
  started.postMessage(null)
  started.close()
  try {
    return { value: await job(input) }
  } catch (error) {
    if (error instanceof PdfError) return { refused: { reason: error.reason, message: error.message } }
    if (error instanceof ImageError) return { image: { reason: error.reason, message: error.message } }
    if (error instanceof AlteredFileError) return { file: error.problem }
    if (isStackOverflow(error)) return { refused: { reason: 'too_complex', message: 'The PDF is nested too deeply' } }
    throw error
  }
}

/** Room behind a file for revisions, so that they are appended in place. */
const ROOM_BYTES = 262_144
/** A file that was read for its seal is kept so long for the next step, which waits for a time-stamping authority. */
const KEPT_MS = 10_000

let kept: (HashedPdf & { sha256: string; timer: NodeJS.Timeout }) | undefined

/** The last file stays at hand: where the next step of its seal meets the same worker, it is not read and hashed again. */
function keep(file: HashedPdf, sha256: string): void {
  clearTimeout(kept?.timer)
  const timer = setTimeout(() => {
    kept = undefined
  }, KEPT_MS).unref()
  kept = { ...file, sha256, timer }
}

/** @throws AlteredFileError when the file is not the one of that hash. */
function openStored({ parts, sha256 }: Stored): HashedPdf {
  const known = kept
  clearTimeout(known?.timer)
  kept = undefined
  if (known?.sha256 === sha256) return known
  const file = hashPdf(readParts(parts, ROOM_BYTES), ROOM_BYTES)
  requireHash(file.hash.copy(), sha256)
  return file
}

function requireHash(hash: Hash, expected: string): void {
  if (hash.digest('hex') !== expected) throw new AlteredFileError()
}

/**
 * The parts one after the other in one buffer, with `room` unused bytes behind them. Read synchronously: the thread has
 * nothing else to do, and every switch to the thread pool and back would cost as much as a small seal's signature.
 */
function readParts(parts: PdfPart[], room = 0): Buffer {
  const opened: (Uint8Array | number)[] = []
  try {
    for (const part of parts) opened.push('bytes' in part ? part.bytes : openSync(part.path, 'r'))
    const sizes = opened.map((file) => (typeof file === 'number' ? fstatSync(file).size : file.length))
    const bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, room))
    let at = 0
    for (const [i, file] of opened.entries()) {
      if (typeof file !== 'number') {
        bytes.set(file, at)
        at += file.length
        continue
      }
      for (const end = at + sizes[i]!; at < end; ) {
        const bytesRead = readStored(file, bytes, at, end - at)
        if (bytesRead === 0) throw new AlteredFileError()
        at += bytesRead
      }
    }
    return bytes.subarray(0, at)
  } finally {
    for (const file of opened) if (typeof file === 'number') closeSync(file)
  }
}

function readStored(file: number, bytes: Buffer, at: number, length: number): number {
  try {
    return readSync(file, bytes, at, length, null)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') throw new AlteredFileError('unreadable')
    throw error
  }
}
