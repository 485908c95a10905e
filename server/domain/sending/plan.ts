import type { Ctx } from '../../context.ts'
import { PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import type { EarlierSignature, Inspection, Prepared } from '../../pdf/types.ts'
import { busy } from '../busy.ts'
import { checkHookUrl } from '../hooks/check-url.ts'
import type { ActorOf } from '../may.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import { assertReturnUrls, type GivenUrl } from '../signers/return-url.ts'
import type { Draft, DraftField, RenderedPdf, Warning } from './draft.ts'
import { printable } from './file-name.ts'
import { footLineOf } from './foot-line.ts'
import { glyphWarnings } from './glyph-warnings.ts'
import { type PlacementPlan, planPlacement } from './placement.ts'
import { conformanceWarnings, fileWarnings, pdfRefusal, signatureWarnings } from './refusals.ts'
import { assertSmsProvider, type PlannedSigner, planSigners } from './signers.ts'
import { openSource, removeEncryption, type SourceFile } from './source.ts'

/** An API key, or a person in the dashboard. */
export type Sender = ActorOf<'createSigningRequest'>

/** Everything decided before anything is created; the dry run reports it. */
export interface CreatePlan {
  workspace: Workspace
  source: SourceFile
  signers: PlannedSigner[]
  placement: PlacementPlan
  inspection: Inspection
  /** Those that the file brings along. */
  signatures: EarlierSignature[]
  warnings: Warning[]
}

/**
 * Checks the whole call, runs `use` with the plan, and discards the received upload in any case.
 * @throws DomainError with every refusal of contract 7 that does not depend on caps or allowance
 */
export async function withPlan<T>(
  ctx: Ctx,
  actor: Sender,
  draft: Draft,
  use: (plan: CreatePlan) => Promise<T>,
): Promise<T> {
  const source = draft.source.kind === 'url' ? null : draft.source.file
  try {
    const warnings = [...draft.warnings]
    const workspace = await readWorkspace(ctx.db, actor.workspaceId)
    const signers = planSigners(draft, workspace.signer_locale, warnings)
    assertSmsProvider(ctx, signers)
    await assertReturnUrls(ctx, actor, returnUrls(draft))
    if (draft.callbackUrl !== null) await checkHookUrl(ctx, 'callback_url', draft.callbackUrl)
    return await withInspected(ctx, actor.workspaceId, draft, async (file, inspection) => {
      const placement = planPlacement(draft.placement, signers, inspection, warnings)
      warnings.push(...fileWarnings(inspection, file.original))
      warnings.push(...glyphWarnings(ctx.pdf.glyphs(), draft, file.filename))
      const signatures = inspection.signed
        ? (await mapPdfErrors(() => ctx.pdf.of(actor.workspaceId).signatures([file.file.source]))).map(inPrint)
        : []
      warnings.push(...signatureWarnings(signatures))
      return use({ workspace, source: file, signers, placement, inspection, signatures, warnings })
    })
  } finally {
    await source?.discard()
  }
}

/** Without what Postgres does not store, and what would turn the text around it. */
function inPrint({ field, signer, ...signature }: EarlierSignature): EarlierSignature {
  const words = (text: string) => printable(text.replace(/\p{Cs}/gu, ''))
  return { ...signature, field: words(field), signer: signer === null ? null : words(signer) }
}

function returnUrls({ signers }: Draft): GivenUrl[] {
  return signers.flatMap(({ at, returnUrl: url }) => (url ? [{ path: `${at}.return_url`, url }] : []))
}

/**
 * Prepares the upload for its signers and rehearses the later steps, up to the seal; adds what it cost to the warnings.
 * What has been rendered is prepared.
 * @param made `documentId` is null in a dry run
 */
export async function prepareFile(
  ctx: Ctx,
  workspaceId: string,
  { workspace, source, signers, placement, warnings }: CreatePlan,
  made: { title: string; documentId: string | null },
): Promise<Prepared & { sha256: string }> {
  if (source.rendered) {
    warnings.push(...conformanceWarnings(source.rendered.lost))
    return { ...source.rendered, pageCount: source.rendered.pages.length, appended: [] }
  }
  const { maskPages, append, fields } = placement
  const marks = signers.map((_, index) => ({
    ref: String(index),
    boxes: fields.filter((field) => field.signer === index).map(({ page, x, y, w, h }) => ({ page, x, y, w, h })),
  }))
  const prepared = await mapPdfErrors(async () => {
    try {
      const footLine = footLineOf(workspace, made.documentId)
      return await ctx.pdf
        .of(workspaceId)
        .prepare([source.file.source], { maskPages, append, marks, title: made.title, footLine, cut: source.cut })
    } catch (error) {
      // If a file can be read but not sealed, the fault is more likely ours than the file's.
      if (error instanceof PdfError && error.reason === 'not_sealable')
        ctx.log.warn({ err: error, sha256: source.file.sha256 }, 'an upload was refused: its trial seal failed')
      throw error
    }
  })
  warnings.push(...conformanceWarnings(prepared.lost))
  return prepared
}

/** Runs the PDF engine and maps its refusals to the API's. */
export async function mapPdfErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfError) throw pdfRefusal(error)
    if (error instanceof PdfTimeoutError) throw busy(error)
    throw error
  }
}

/** What a PDF is inspected for. */
type Inspected = Pick<Draft, 'source' | 'placement'>

type UseInspected<T> = (file: SourceFile, inspection: Inspection) => Promise<T>

/**
 * Runs `use` with the file as it can be prepared, and what it holds; discards the file in any case.
 * @throws DomainError with the refusals of a PDF (contract 7)
 */
export async function withInspected<T>(
  ctx: Ctx,
  workspaceId: string,
  draft: Inspected,
  use: UseInspected<T>,
): Promise<T> {
  const optional = draft.placement.kind !== 'anchors'
  // The boxes of what is rendered already are on other pages than those of its file.
  const isFile = draft.source.kind !== 'rendered'
  const boxes = isFile && draft.placement.kind === 'explicit' ? draft.placement.fields.map(boxOf) : []
  const inspect = ({ file, cut }: SourceFile) => ctx.pdf.of(workspaceId).inspect([file.source], cut, optional, boxes)
  return withFile(await openSource(ctx, draft.source), async (received) => {
    const inspection = await mapPdfErrors(() => unlessEncrypted(() => inspect(received)))
    if (inspection) return use(received, { ...inspection, ...(received.rendered && pagesOf(received.rendered)) })
    const { source, truncated } = await mapPdfErrors(() => removeEncryption(ctx, workspaceId, received))
    return withFile(source, async () => use(source, { ...(await mapPdfErrors(() => inspect(source))), truncated }))
  })
}

function boxOf({ kind, page, x, y, w, h }: DraftField) {
  return { kind, page, x, y, w, h }
}

/** Fields are placed on the pages as they are sent. */
function pagesOf({ pages }: RenderedPdf): Pick<Inspection, 'pages' | 'pageCount'> {
  return { pages, pageCount: pages.length }
}

/** Undefined for an encrypted file. */
async function unlessEncrypted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'encrypted') return undefined
    throw error
  }
}

async function withFile<T>(source: SourceFile, use: (source: SourceFile) => Promise<T>): Promise<T> {
  try {
    return await use(source)
  } finally {
    await source.file.discard()
  }
}
