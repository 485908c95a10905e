import type { Ctx } from '../../context.ts'
import type { RenderedFile } from '../../pdf/print/types.ts'
import type { ReceivedFile } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import { receiveBlob } from '../records/stored-bytes.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import type { Warning } from '../sending/draft.ts'
import { footLineOf } from '../sending/foot-line.ts'
import { mapPdfErrors } from '../sending/plan.ts'
import { renderTemplate } from '../templates/render.ts'
import { type AcceptedValues, acceptValues, type PrintedFor, type TemplateVersion } from '../templates/values/accept.ts'
import { templateFacts, type UsableTemplate, versionOf, withFacts } from './template.ts'

export interface GivenValues {
  /** `field_values` of the call. */
  fieldValues: Record<string, unknown>
  /** Warnings from the translation. */
  warnings: readonly Warning[]
  printedFor: PrintedFor
}

/**
 * Runs `use` with the version's PDF and the values as they were accepted, problems included; every refusal
 * carries what contract 2.10 puts beside it.
 */
export async function withAccepted<T>(
  ctx: Ctx,
  workspaceId: string,
  usable: UsableTemplate,
  { fieldValues, warnings, printedFor }: GivenValues,
  use: (file: ReceivedFile, accepted: AcceptedValues) => Promise<T>,
): Promise<T> {
  const known = [...warnings]
  return withFacts(templateFacts(ctx, usable), known, async () => {
    const file = await receiveBlob(ctx, usable.file.region, usable.file)
    try {
      const version = versionOf(usable, file.source)
      const accepted = await mapPdfErrors(() => acceptValues(ctx, workspaceId, version, fieldValues, printedFor))
      known.push(...accepted.warnings)
      return await use(file, { ...accepted, warnings: [...known] })
    } finally {
      await file.discard()
    }
  })
}

/**
 * The values in the PDF.
 * @param documentId null: no document comes of it
 * @throws DomainError `template_input_invalid` with what does not fit
 */
export async function renderAccepted(
  ctx: Ctx,
  workspaceId: string,
  version: TemplateVersion,
  accepted: AcceptedValues,
  { documentId, dryRun }: { documentId: string | null; dryRun: boolean },
): Promise<RenderedFile> {
  const footLine = footLineOf(await readWorkspace(ctx.db, workspaceId), documentId)
  const rendered = await mapPdfErrors(() => renderTemplate(ctx, workspaceId, version, accepted.values, footLine))
  if (!('problems' in rendered)) return rendered
  throw inputInvalid({ ...accepted, problems: rendered.problems }, dryRun)
}

/** @throws DomainError `template_input_invalid` with all problems; `missing_optional[]` of a dry run */
export function assertValues(accepted: AcceptedValues, dryRun: boolean): void {
  if (accepted.problems.length > 0) throw inputInvalid(accepted, dryRun)
}

function inputInvalid({ problems, missingOptional }: AcceptedValues, dryRun: boolean): DomainError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return new DomainError('template_input_invalid', `field_values has ${count}; see problems`, {
    top: { problems, ...(dryRun && { missing_optional: missingOptional }) },
  })
}
