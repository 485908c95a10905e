import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { MessagePort } from 'node:worker_threads'
import { AlteredFileError, ImageError, PdfError } from './errors.ts'
import type { RevocationValues } from './revocation.ts'
import type { SealFacts } from './seal.ts'
import type { AuditTrailModel, PrepareOptions, Stamp } from './types.ts'
import type { VerifyOptions } from './verify.ts'

/** A file from the store, and the SHA-256 it had when it was put there (lowercase hex). */
interface Stored {
  parts: string[]
  sha256: string
}

/**
 * What runs in a worker thread. Every job gets the PDF as the paths of the files whose concatenation it is, so that no
 * 25 MB travel between threads. Each first loads its module: a worker that only inspects holds no fonts.
 */
const jobs = {
  inspect: async () => {
    const { inspect } = await import('./inspect.ts')
    return async ({ parts }: { parts: string[] }) => inspect(await readParts(parts))
  },
  prepare: async () => {
    const { prepare } = await import('./prepare.ts')
    return async ({ parts, options, fontDir }: { parts: string[]; options: PrepareOptions; fontDir?: string }) =>
      prepare(await readParts(parts), options, { fontDir })
  },
  sign: async () => {
    const { stampFields } = await import('./stamp.ts')
    return async ({ parts, sha256, stamps, fontDir }: Stored & { stamps: Stamp[]; fontDir?: string }) => {
      const bytes = await readParts(parts)
      const hash = createHash('sha256').update(bytes)
      requireHash(hash.copy(), sha256)
      const delta = await stampFields(bytes, stamps, { fontDir })
      return { delta, length: bytes.length + delta.length, sha256: hash.update(delta).digest('hex') }
    }
  },
  prepareSeal: async () => {
    const { prepareSeal } = await import('./seal.ts')
    return async (input: Stored & { facts: SealFacts; contentsBytes: number; security: RevocationValues | null }) => {
      const bytes = await readParts(input.parts)
      requireHash(createHash('sha256').update(bytes), input.sha256)
      return prepareSeal(bytes, input.facts, input.contentsBytes, input.security)
    }
  },
  prepareArchiveTimestamp: async () => {
    const { prepareArchiveTimestamp } = await import('./seal.ts')
    return async (input: { parts: string[]; delta: Uint8Array; contentsBytes: number }) =>
      prepareArchiveTimestamp(await readParts(input.parts, input.delta), input.contentsBytes)
  },
  verify: async () => {
    const { verifyPdf } = await import('./verify.ts')
    return async ({ parts, delta, options }: { parts: string[]; delta?: Uint8Array; options: VerifyOptions }) =>
      verifyPdf(await readParts(parts, delta), options)
  },
  reencodeImage: async () => {
    const { reencodeImage } = await import('./image.ts')
    return async ({ bytes, maxBytes }: { bytes: Uint8Array; maxBytes: number }) => reencodeImage(bytes, maxBytes)
  },
  auditTrail: async () => {
    const { renderAuditTrail } = await import('./audit-trail.ts')
    return async ({ model, fontDir }: { model: AuditTrailModel; fontDir?: string }) =>
      renderAuditTrail(model, { fontDir })
  },
}

export type PdfJobs = typeof jobs
export type PdfJobName = keyof PdfJobs
type PdfJob<Name extends PdfJobName> = Awaited<ReturnType<PdfJobs[Name]>>
export type PdfJobInput<Name extends PdfJobName> = Parameters<PdfJob<Name>>[0]
export type PdfJobOutput<Name extends PdfJobName> = Awaited<ReturnType<PdfJob<Name>>>

export interface PdfTask {
  name: PdfJobName
  input: unknown
  /** Told when a worker has taken up the job and loaded what it needs: only then does its time run. */
  started: MessagePort
}

/** Errors of ours would arrive as plain ones: what they say crosses the thread as data. */
export type PdfOutcome =
  | { value: unknown }
  | { refused: { reason: PdfError['reason']; message: string } }
  | { image: { reason: ImageError['reason']; message: string } }
  | { altered: true }

export default async function runJob({ name, input, started }: PdfTask): Promise<PdfOutcome> {
  const job = (await jobs[name]()) as (input: unknown) => Promise<unknown>
  started.postMessage(null)
  started.close()
  try {
    return { value: await job(input) }
  } catch (error) {
    if (error instanceof PdfError) return { refused: { reason: error.reason, message: error.message } }
    if (error instanceof ImageError) return { image: { reason: error.reason, message: error.message } }
    if (error instanceof AlteredFileError) return { altered: true }
    // The stack overflowed: a structure nested deeper than any of the limits foresaw.
    if (error instanceof RangeError && /call stack/.test(error.message)) {
      return { refused: { reason: 'too_complex', message: 'The PDF is nested too deeply' } }
    }
    throw error
  }
}

function requireHash(hash: Hash, expected: string): void {
  if (hash.digest('hex') !== expected) throw new AlteredFileError()
}

/** The files one after the other in one buffer, with `delta` after them. */
async function readParts(parts: string[], delta: Uint8Array = new Uint8Array()): Promise<Buffer> {
  const files = await Promise.all(parts.map((path) => open(path, 'r')))
  try {
    const sizes = await Promise.all(files.map(async (file) => (await file.stat()).size))
    const bytes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, delta.length))
    let at = 0
    for (const [i, file] of files.entries()) {
      for (const end = at + sizes[i]!; at < end; ) {
        const { bytesRead } = await file.read(bytes, at, end - at, null)
        if (bytesRead === 0) throw new Error(`${parts[i]} became shorter while it was read`)
        at += bytesRead
      }
    }
    bytes.set(delta, at)
    return bytes
  } finally {
    await Promise.all(files.map((file) => file.close()))
  }
}
