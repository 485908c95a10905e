import type { Ctx } from '../../context.ts'
import type { Metadata } from '../../db/schema.ts'
import { PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import type { Inspection } from '../../pdf/types.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import { judgeHookUrl } from '../hooks/judge-url.ts'
import { parseMetadata } from '../metadata.ts'
import type { CreateInput, Warning } from './draft.ts'
import { type PlacementPlan, planPlacement } from './placement.ts'
import { pdfRefusal, removedWarnings } from './refusals.ts'
import { invalid, type PlannedSigner, planSigners } from './signers.ts'
import { openSource, type SourceFile } from './source.ts'

/** Everything decided before anything is created; what `validate_only` reports. */
export interface CreatePlan {
  source: SourceFile
  signers: PlannedSigner[]
  placement: PlacementPlan
  inspection: Inspection
  metadata: Metadata | null
  warnings: Warning[]
}

/**
 * Checks the whole call, runs `use` with what was decided, and discards the received upload whatever happens.
 * @throws DomainError with every refusal of contract 7 that needs no look at caps or allowance
 */
export async function withPlan<T>(
  ctx: Ctx,
  workspaceId: string,
  input: CreateInput,
  edgeWarnings: Warning[],
  use: (plan: CreatePlan) => Promise<T>,
): Promise<T> {
  const source = input.source.kind === 'file' ? input.source.file : null
  try {
    const warnings = [...edgeWarnings]
    checkPlacement(input)
    const metadata = parseMetadata(input.metadata)
    const signers = planSigners(input, warnings)
    if (input.callback_url != null) await judgeHookUrl(ctx, 'callback_url', input.callback_url)
    return await withSource(ctx, input, async (file) => {
      const inspection = await refusing(() => ctx.pdf.of(workspaceId).inspect([file.file.path]))
      const placement = planPlacement(input, signers, inspection, warnings)
      warnings.push(...removedWarnings(inspection.removed))
      return use({ source: file, signers, placement, inspection, metadata, warnings })
    })
  } finally {
    await source?.discard()
  }
}

/** Runs the PDF engine; its refusals become the API's. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfError) throw pdfRefusal(error)
    if (error instanceof PdfTimeoutError) throw busy(error)
    throw error
  }
}

async function withSource<T>(ctx: Ctx, input: CreateInput, use: (file: SourceFile) => Promise<T>): Promise<T> {
  const file = await openSource(ctx, input.source)
  try {
    return await use(file)
  } finally {
    await file.file.discard()
  }
}

function checkPlacement(input: CreateInput): void {
  if (input.placement === 'manual') {
    const message = 'placement "manual" was retired on 2026-07-31; use anchors, auto_append or explicit'
    throw new DomainError('placement_retired', message)
  }
  if ((input.placement === 'explicit') !== Boolean(input.fields)) {
    throw invalid('fields', 'fields is required with placement "explicit", and only there')
  }
}
