import type { Ctx } from '../../../context.ts'
import type { PageSize } from '../../../pdf/types.ts'
import type { ReceivedFile } from '../../../storage/index.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { assertMay } from '../../may.ts'
import { pictureOfPage } from '../../records/page-picture.ts'
import { receiveBlob } from '../../records/stored-bytes.ts'
import type { Warning } from '../../sending/draft.ts'
import { mapPdfErrors } from '../../sending/plan.ts'
import { checkModel } from '../check.ts'
import type { Snapshot } from '../model.ts'
import type { TemplateProblem } from '../problem.ts'
import { draftSnapshot, knownFields, loadTemplate, loadTemplateFile, loadVersion, type TemplateRow } from '../read.ts'
import { renderTemplate } from '../render.ts'
import { type AcceptedValues, acceptValues } from '../values/accept.ts'
import { type ExampleKind, exampleValues } from './examples.ts'
import { cutToFit, type ExampleMisfit, misfitsOf } from './fit.ts'
import { isPlaceholder, withPlaceholders } from './placeholders.ts'

/** What a preview shows, and what it cannot. */
export interface PreviewReport {
  template: TemplateRow
  snapshot: Snapshot
  /** Of the example values, what does not fit into its box; the preview has what fits. */
  misfits: ExampleMisfit[]
  /** Why a box is missing in the preview: a draft may be unfinished. */
  leftOut: TemplateProblem[]
  /** Characters that the fonts lack. */
  warnings: Warning[]
  /** Of what it makes, the pages that tables add included. */
  pages: PageSize[]
  /** Tells what it makes from what it made before. */
  sha256: string
}

export interface PreviewFile {
  filename: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * What the preview of a template says beside its PDF. It is of the newest version while that is locked, else of the
 * draft.
 * @throws DomainError `not_found`; as `create` for a PDF that cannot be read
 */
export async function previewReport(ctx: Ctx, actor: Actor, id: string, kind: ExampleKind): Promise<PreviewReport> {
  assertMay(ctx, actor, 'previewReport')
  return withPreview(ctx, actor.workspaceId, id, kind, async ({ report }) => report)
}

/**
 * A picture of a page of the preview; the first is 1. Null when it cannot be drawn, or not at the moment.
 * @throws DomainError as `previewReport`; `not_found` for a page that it does not have
 */
export async function previewPage(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { kind, page }: { kind: ExampleKind; page: number },
): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'previewPage')
  const { workspaceId } = actor
  return withPreview(ctx, workspaceId, id, kind, async ({ report: { pages, sha256 }, received, delta }) => {
    if (page < 1 || page > pages.length) throw new DomainError('not_found', `the preview has ${pages.length} pages`)
    const place = { workspaceId, file: `preview ${id}`, sha256, page }
    return pictureOfPage(ctx, place, (draw) => draw([received.source, { bytes: delta }]))
  })
}

/**
 * The document that the template would make of example values, drawn by what draws the real ones; nothing is stored.
 * Boxes of signers hold what they are and whose.
 * @throws DomainError as `previewReport`
 */
export async function previewTemplate(ctx: Ctx, actor: Actor, id: string, kind: ExampleKind): Promise<PreviewFile> {
  assertMay(ctx, actor, 'previewTemplate')
  return withPreview(ctx, actor.workspaceId, id, kind, async ({ report, received, delta }) => ({
    filename: `${report.snapshot.model.name} (preview).pdf`,
    bytes: Buffer.concat([await received.whole(), delta]),
  }))
}

interface Prepared {
  report: PreviewReport
  received: ReceivedFile
  /** What is appended to the template. */
  delta: Uint8Array
}

/** Runs `use` with everything drawn; the local file is discarded in any case. */
async function withPreview<T>(
  ctx: Ctx,
  workspaceId: string,
  id: string,
  kind: ExampleKind,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const template = await loadTemplate(ctx.db, workspaceId, id)
  const { snapshot, shown, leftOut } = await snapshotOf(ctx, template)
  const file = await loadTemplateFile(ctx.db, template.id, snapshot.file.sha256)
  const received = await receiveBlob(ctx, file.region, file)
  try {
    const filled = withPlaceholders(shown)
    const version = { snapshot: filled.snapshot, source: received.source, markerPages: file.marker_pages }
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const values = { ...exampleValues(shown, kind, today), ...filled.values }
    const accept = (given: Record<string, unknown>) =>
      mapPdfErrors(() => acceptValues(ctx, workspaceId, version, given))
    const first = await accept(values)
    const accepted =
      first.problems.length === 0 ? first : await accept(cutToFit(values, first.problems, snapshot.fields))
    // A placeholder that does not fit is missing, and nothing of the template's is wrong.
    const ofTemplate = ({ problems }: AcceptedValues) => problems.filter(({ field }) => !isPlaceholder(field))
    const misfits = misfitsOf(ofTemplate(first), accepted === first ? [] : ofTemplate(accepted))
    const warnings = accepted.warnings.filter(({ field }) => !isPlaceholder(field ?? ''))
    const rendered = await mapPdfErrors(() => renderTemplate(ctx, workspaceId, version, accepted.values))
    if ('problems' in rendered) throw new Error('the preview has values that were accepted and do not fit')
    const { delta, pages, sha256 } = rendered
    return await use({ report: { template, snapshot, misfits, leftOut, warnings, pages, sha256 }, received, delta })
  } finally {
    await received.discard()
  }
}

/** The version that is in use, else the draft; `shown` is without the boxes that could not be drawn. */
async function snapshotOf(
  ctx: Pick<Ctx, 'db'>,
  template: TemplateRow,
): Promise<{ snapshot: Snapshot; shown: Snapshot; leftOut: TemplateProblem[] }> {
  if (template.status === 'locked') {
    const version = await loadVersion(ctx.db, template, template.version)
    const snapshot = JSON.parse(version.snapshot) as Snapshot
    return { snapshot, shown: snapshot, leftOut: [] }
  }
  const draft = await draftSnapshot(ctx.db, template)
  const registry = await knownFields(ctx.db, template.workspace_id)
  const leftOut = checkModel(draft.model, draft.file.pages, registry).problems.filter(({ box }) => box !== null)
  const bad = new Set(leftOut.map(({ box }) => box))
  const boxes = draft.model.boxes.filter(({ id }) => !bad.has(id))
  return { snapshot: draft, shown: { ...draft, model: { ...draft.model, boxes } }, leftOut }
}
