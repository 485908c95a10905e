import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import Tinypool from 'tinypool'
import type { EarlierSignature } from '../../sdk/src/verify/earlier-signatures.ts'
import type { CallerBox } from './anchors/scan.ts'
import { AlteredFileError, ImageError, PdfError, PdfTimeoutError } from './errors.ts'
import { glyphCoverage } from './fonts/coverage.ts'
import type { GlyphRanges } from './fonts/glyph-ranges.ts'
import type { ReencodedImage } from './image.ts'
import type { PreviewText, TextPreview } from './preview.ts'
import type { SignerRevision, SignerTables } from './print/signer-revision.ts'
import type { MeasureOptions, Overflow, RenderedFile, RenderOptions } from './print/types.ts'
import { createRehearsalPki, type RehearsalPki } from './rehearsal-pki.ts'
import { type RenewalCallbacks, renewRevision } from './renewal.ts'
import { type SealCallbacks, type SealOptions, sealRevision } from './seal-revision.ts'
import { sourceLoader } from './source-loader.ts'
import type { TypedText } from './text-box.ts'
import { Turns } from './turns.ts'
import type {
  AuditTrailModel,
  Decrypted,
  FormBox,
  Inspection,
  PageLayout,
  PdfPart,
  Prepared,
  PrepareOptions,
  RenewalRevision,
  SealedRevision,
  SealLevel,
  Stamp,
} from './types.ts'
import type { Verification, VerifyOptions } from './verify.ts'
import type { PdfJobInput, PdfJobName, PdfJobOutput, PdfOutcome, PdfTask } from './worker.ts'

/** The PDF is the concatenation of its `parts`: an immutable base and the deltas after it. */
export interface PdfJobs {
  /** See `inspect`. @throws PdfError */
  inspect(parts: PdfPart[], cut?: number, optional?: boolean, boxes?: CallerBox[]): Promise<Inspection>
  /** See `formBoxes`. @throws PdfError */
  formBoxes(parts: PdfPart[]): Promise<FormBox[]>
  /** See `layoutOf`. @throws PdfError */
  layout(parts: PdfPart[]): Promise<PageLayout[]>
  /** See `signaturesOf`. @throws PdfError */
  signatures(parts: PdfPart[]): Promise<EarlierSignature[]>
  /** See `decryptPdf`. @throws PdfError */
  decrypt(parts: PdfPart[], cut?: number): Promise<Decrypted>
  /** See `prepareAndRehearse`. @throws PdfError */
  prepare(parts: PdfPart[], options: PrepareOptions): Promise<Prepared & { sha256: string }>
  /** See `measurePrints`. @throws PdfError */
  measurePrints(parts: PdfPart[], options: MeasureOptions): Promise<Overflow[]>
  /**
   * See `renderTemplate`.
   * @param sha256 of the template, lowercase hex
   * @throws PdfError; AlteredFileError when the file is not that one any more
   */
  renderTemplate(
    parts: PdfPart[],
    sha256: string,
    options: RenderOptions,
  ): Promise<RenderedFile | { overflow: Overflow[] }>
  /**
   * Draws a signer's marks; `length` and `sha256` are of the whole file with `delta` appended.
   * @param sha256 of the file so far, lowercase hex
   * @param embedsFonts all text is set in our own typeface
   * @throws PdfError; ImageError as `stampFields`; AlteredFileError when the file is not that one any more
   */
  sign(
    parts: PdfPart[],
    sha256: string,
    stamps: Stamp[],
    embedsFonts?: boolean,
  ): Promise<{ delta: Uint8Array; length: number; sha256: string }>
  /** As `sign`, with the tables that the signer filled in; see `drawSignerRevision`. */
  signTables(
    parts: PdfPart[],
    sha256: string,
    stamps: Stamp[],
    tables: SignerTables,
    embedsFonts?: boolean,
  ): Promise<(SignerRevision & { length: number; sha256: string }) | { overflow: Overflow[] }>
  /**
   * See `sealRevision`; the callbacks run here, on the calling thread.
   * @param sha256 of the file so far, lowercase hex
   * @throws AlteredFileError when the file is not that one any more, and as `sealRevision`
   */
  seal(parts: PdfPart[], sha256: string, options: SealOptions, callbacks: SealCallbacks): Promise<SealedRevision>
  /**
   * See `renewRevision`; the callbacks run here, on the calling thread.
   * @param sha256 of the file so far, lowercase hex
   * @throws AlteredFileError when the file is not that one any more, and as `renewRevision`
   */
  renew(parts: PdfPart[], sha256: string, callbacks: RenewalCallbacks): Promise<RenewalRevision>
  verify(parts: PdfPart[], options?: VerifyOptions): Promise<Verification>
  /** @param parts the document as it stands, for the picture of its first page; null without one */
  auditTrail(model: AuditTrailModel, parts: PdfPart[] | null): Promise<Uint8Array>
  /**
   * See `renderWithAuditTrail`.
   * @param sha256 of the sealed file, lowercase hex
   * @throws AlteredFileError when the file is not that one any more
   */
  withAuditTrail(parts: PdfPart[], sha256: string, model: AuditTrailModel, name: string): Promise<Uint8Array>
  /** See `charactersThatFit`. @param embedsFonts as in `Prepared` */
  charactersThatFit(typed: TypedText, embedsFonts?: boolean): Promise<number | null>
  /** See `previewTexts`. @param embedsFonts as in `Prepared` */
  previewTexts(texts: PreviewText[], embedsFonts: boolean): Promise<TextPreview>
  /** See `reencodeImage`. @throws ImageError; PdfError `too_complex` when it takes too long. */
  reencodeImage(bytes: Uint8Array, maxBytes: number, isMark?: boolean): Promise<ReencodedImage>
  /** See `picturesAsPdf`. @throws ImageError; PdfError `too_complex` when it takes too long. */
  picturesAsPdf(pictures: Uint8Array[]): Promise<Uint8Array>
}

/** The worker threads of the PDF engine. Every job may end in a PdfTimeoutError. */
export interface PdfPool {
  /** The jobs of one owner (a workspace); owners are served in turn, see `Turns`. */
  of(owner: string): PdfJobs
  /** The characters that the fonts have; others are drawn as boxes. @throws Error when a font cannot be read */
  glyphs(): GlyphRanges
  /** Ends the workers; running jobs are rejected. */
  close(): Promise<void>
}

export interface PdfPoolOptions {
  /**
   * Worker threads; by default as many as there are cores, at least three: with three, a workspace that floods the
   * server with slow files leaves one to the uploads of others and one to signing.
   */
  threads?: number
  /**
   * A job that takes longer loses its worker and fails with PdfTimeoutError. In milliseconds; waiting and loading are
   * not counted. The work on a file is limited in counted steps, so this is a matter of the machine, not of the file.
   */
  timeoutMs?: number
  /** The level at which documents are sealed, and so the one that an upload has to reach. Default B-LT. */
  sealLevel?: SealLevel
  /** Further fonts: see `FontOptions`. */
  fontDir?: string
  /** Called when a worker dies while idle. */
  onWorkerError?: (error: unknown) => void
}

const NOTHING = new Uint8Array()
const TIMEOUT_MS = 60_000
const LEAST_THREADS = 3
const HEAP_MB = 768
/** pdf-lib interns names and references in tables that never shrink, so a worker that holds more is replaced. */
const RECYCLED_HEAP_BYTES = 384 * 1024 * 1024

/** Starts the worker threads of the PDF engine. */
export function createPdfPool(options: PdfPoolOptions = {}): PdfPool {
  const threads = options.threads ?? Math.max(LEAST_THREADS, availableParallelism())
  const turns = new Turns(threads)
  const { fontDir, timeoutMs = TIMEOUT_MS, sealLevel = 'B-LT' } = options
  const pool = new Tinypool({
    ...sourceLoader(import.meta.url, './worker'),
    // Minimum equals maximum: a worker that was ended by its time limit is replaced at once.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    maxMemoryLimitBeforeRecycle: RECYCLED_HEAP_BYTES,
  })
  let closed = false
  let rehearsalPki: Promise<RehearsalPki> | undefined
  // If not even a new worker starts, the waiting jobs would never run.
  const waiting = new Set<(error: unknown) => void>()
  pool.on('error', (error: unknown) => {
    options.onWorkerError?.(error)
    if (pool.threads.length === 0) for (const reject of waiting) reject(error)
  })

  async function run<Name extends PdfJobName>(name: Name, input: PdfJobInput<Name>): Promise<PdfJobOutput<Name>> {
    if (closed) throw new Error('The PDF engine is closed')
    const { port1, port2 } = new MessageChannel()
    const limit = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let giveUp: (error: unknown) => void = () => {}
    const neverStarted = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    waiting.add(giveUp)
    port1.once('message', () => {
      waiting.delete(giveUp)
      timer = setTimeout(() => limit.abort(), timeoutMs)
    })
    try {
      const task: PdfTask = { name, input, started: port2 }
      const done: Promise<PdfOutcome> = pool.run(task, { transferList: [port2], signal: limit.signal })
      const outcome = await Promise.race([done, neverStarted])
      if ('refused' in outcome) throw new PdfError(outcome.refused.reason, outcome.refused.message)
      if ('image' in outcome) throw new ImageError(outcome.image.reason, outcome.image.message)
      if ('file' in outcome) throw new AlteredFileError(outcome.file)
      return outcome.value as PdfJobOutput<Name>
    } catch (error) {
      if (limit.signal.aborted) throw new PdfTimeoutError(timeoutMs)
      if (isOutOfMemory(error)) throw new PdfError('too_complex', 'The PDF needs too much memory')
      throw error
    } finally {
      waiting.delete(giveUp)
      clearTimeout(timer)
      port1.close()
    }
  }

  /** Made once, at the first upload; a failure is not kept. */
  function keysOfRehearsals(): Promise<RehearsalPki> {
    rehearsalPki ??= createRehearsalPki().catch((error: unknown) => {
      rehearsalPki = undefined
      throw error
    })
    return rehearsalPki
  }

  function jobsOf(owner: string): PdfJobs {
    const request = <Name extends PdfJobName>(name: Name, input: PdfJobInput<Name>) =>
      turns.run('requests', owner, () => run(name, input))
    const signing = <Name extends PdfJobName>(name: Name, input: PdfJobInput<Name>) =>
      turns.run('signing', owner, () => run(name, input))
    return {
      inspect: (parts, cut = 0, optional = false, boxes = []) => request('inspect', { parts, cut, optional, boxes }),
      formBoxes: (parts) => request('formBoxes', { parts }),
      layout: (parts) => request('layout', { parts }),
      signatures: (parts) => request('signatures', { parts }),
      decrypt: (parts, cut = 0) => request('decrypt', { parts, cut }),
      prepare: async (parts, prepareOptions) => {
        const rehearsal = { pki: await keysOfRehearsals(), level: sealLevel }
        return request('prepare', { parts, options: prepareOptions, rehearsal, fontDir })
      },
      measurePrints: (parts, measureOptions) => request('measurePrints', { parts, options: measureOptions, fontDir }),
      renderTemplate: async (parts, sha256, renderOptions) => {
        const rehearsal = { pki: await keysOfRehearsals(), level: sealLevel }
        return request('renderTemplate', { parts, sha256, options: renderOptions, rehearsal, fontDir })
      },
      sign: (parts, sha256, stamps, embedAll = false) => signing('sign', { parts, sha256, stamps, fontDir, embedAll }),
      signTables: (parts, sha256, stamps, tables, embedAll = false) =>
        signing('signTables', { parts, sha256, stamps, tables, fontDir, embedAll }),
      seal: (parts, sha256, sealOptions, callbacks) =>
        sealRevision(
          {
            prepareSeal: (facts, contentsBytes, security) =>
              signing('prepareSeal', { parts, sha256, facts, contentsBytes, security }),
            prepareArchiveTimestamp: (delta, contentsBytes) =>
              signing('prepareArchiveTimestamp', { parts, sha256, delta, contentsBytes, security: null }),
            verify: (delta, verifyOptions) => signing('verifySeal', { parts, sha256, delta, options: verifyOptions }),
          },
          sealOptions,
          callbacks,
        ),
      // Not among those that sign: a renewal has days.
      renew: (parts, sha256, callbacks) =>
        renewRevision(
          {
            prepare: (contentsBytes, security) =>
              request('prepareArchiveTimestamp', { parts, sha256, delta: NOTHING, contentsBytes, security }),
            verify: (delta, verifyOptions) => request('verifySeal', { parts, sha256, delta, options: verifyOptions }),
          },
          callbacks,
        ),
      verify: (parts, verifyOptions = {}) => signing('verify', { parts, options: verifyOptions }),
      charactersThatFit: (typed, embedAll = false) => signing('charactersThatFit', { typed, fontDir, embedAll }),
      previewTexts: (texts, embedAll) => signing('previewTexts', { texts, fontDir, embedAll }),
      auditTrail: (model, parts) => request('auditTrail', { model, parts, fontDir }),
      withAuditTrail: (parts, sha256, model, name) =>
        request('withAuditTrail', { parts, sha256, model, name, fontDir }),
      reencodeImage: (bytes, maxBytes, isMark) => signing('reencodeImage', { bytes, maxBytes, isMark }),
      picturesAsPdf: (pictures) => request('picturesAsPdf', { pictures }),
    }
  }
  return {
    of: jobsOf,
    glyphs: () => glyphCoverage(fontDir),
    close: () => {
      closed = true
      return pool.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
