import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Metadata } from '../../db/schema.ts'
import { libraryOf } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { Draft, Warning } from '../sending/draft.ts'
import { fileNameOf } from '../sending/file-name.ts'
import { type CreatePlan, type Sender, withPlan } from '../sending/plan.ts'
import type { Snapshot } from '../templates/model.ts'
import type { AcceptedValues } from '../templates/values/accept.ts'
import { unresolvedTables } from '../values/reserve.ts'
import { assertValues, renderAccepted, withAccepted } from './accepted.ts'
import { draftFieldsOf } from './boxes.ts'
import { languagesOf, type Recipient, signersOf } from './recipients.ts'
import { loadUsable, type TemplateFacts, templateFacts, type UsableTemplate, versionOf } from './template.ts'

/** `POST /templates/{id}/instantiate` in the domain's own terms (contract 2.7). */
export interface InstanceRequest {
  templateId: string
  /** Null: the newest. */
  version: number | null
  recipients: Recipient[]
  fieldValues: Record<string, unknown>
  metadata: Metadata | null
  /** Staged, to be confirmed or discarded. */
  review: boolean
  sendEmails: boolean
  /** Null: the template's name. */
  title: string | null
  /** Null: the template's. */
  message: string | null
  subject: string | null
  replyTo: string | null
  observers: string[]
  callbackUrl: string | null
  /** Warnings from the translation. */
  warnings: Warning[]
}

/** Everything decided before anything is created. */
export interface InstancePlan {
  draft: Draft
  plan: CreatePlan
  facts: TemplateFacts
  missingOptional: AcceptedValues['missingOptional']
}

/**
 * Checks the whole call, renders the values and runs `use` with the plan; the local file is discarded in any case. The
 * dry run and the real call both come through here, so that one refuses what the other does (decision 0507).
 * @param dryRun adds `missing_optional[]` to a refusal of the values (contract 2.10)
 * @throws DomainError with every refusal of contract 4.13 that does not depend on caps or allowance, and what 2.10 puts
 *   beside it
 */
export async function withInstancePlan<T>(
  ctx: Ctx,
  actor: Sender,
  request: InstanceRequest,
  dryRun: boolean,
  use: (plan: InstancePlan) => Promise<T>,
): Promise<T> {
  const usable = await loadUsable(ctx, libraryOf(actor), request.templateId, request.version)
  const facts = templateFacts(ctx, usable)
  const { fieldValues, warnings } = request
  const given = { fieldValues, warnings, printedFor: languagesOf(request.recipients) }
  return withAccepted(ctx, actor.workspaceId, usable, given, async (file, accepted) => {
    const { snapshot } = usable
    const signers = signersOf(snapshot.model, request.recipients)
    if (signers.length === 0) throw withoutSlots()
    assertTables(snapshot, accepted)
    assertValues(accepted, dryRun)
    const documentId = randomUUID()
    const version = versionOf(usable, file.source)
    const made = { documentId: dryRun ? null : documentId, dryRun }
    const rendered = await renderAccepted(ctx, actor.workspaceId, version, accepted, made)
    const settings = settingsOf(usable, request, accepted.values)
    const draft: Draft = {
      ...settings,
      source: { kind: 'rendered', file, rendered, filename: fileNameOf(settings.title), documentId },
      signers,
      placement: { kind: 'explicit', fields: draftFieldsOf(snapshot, accepted.values, rendered, signers) },
      warnings: accepted.warnings,
    }
    return withPlan(ctx, actor, draft, (plan) => use({ draft, plan, facts, missingOptional: accepted.missingOptional }))
  })
}

/**
 * A table that a signer would fill in, because no rows were given: in a parallel send each signer would sign another
 * file.
 * @throws DomainError `interactive-table-requires-sequential`
 */
export function assertTables(snapshot: Snapshot, checked: AcceptedValues): void {
  const { signing_mode: mode, slots } = snapshot.model
  if (mode === 'sequential' || slots.length < 2) return
  const keys = new Set(unresolvedTables(snapshot, checked.values).map(({ field }) => field!))
  // What was given and is refused as it is, is no table for a signer.
  for (const { field } of checked.problems) keys.delete(field.split('[', 1)[0]!)
  if (keys.size === 0) return
  const message = `signers enter the rows of ${[...keys].join(', ')}, which needs a sequential template, or rows in field_values`
  throw new DomainError('interactive-table-requires-sequential', message)
}

function withoutSlots(): DomainError {
  const message = 'the template has no signing slot; use generate to make a file from it'
  return new DomainError('signer_without_signature', message, { meta: { roles: [] } })
}

function settingsOf(
  { template, version, snapshot, snapshotSha256 }: UsableTemplate,
  request: InstanceRequest,
  values: AcceptedValues['values'],
) {
  const { model } = snapshot
  return {
    signingMode: model.signing_mode,
    sendEmails: request.sendEmails,
    title: request.title ?? model.name,
    message: request.message ?? model.message,
    subject: request.subject,
    replyTo: request.replyTo,
    metadata: request.metadata,
    observers: request.observers,
    callbackUrl: request.callbackUrl,
    expiresInDays: model.expires_in_days,
    instance: {
      kind: 'esign' as const,
      templateId: template.id,
      version,
      snapshotSha256,
      values: [...values].map(([key, { value }]) => ({ key, value })),
      review: request.review,
    },
  }
}
