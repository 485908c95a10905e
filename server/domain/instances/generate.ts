import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Metadata } from '../../db/schema.ts'
import type { RenderedFile } from '../../pdf/print/types.ts'
import type { ReceivedFile } from '../../storage/index.ts'
import { type Actor, libraryOf } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { Finish } from '../finish.ts'
import { assertMay } from '../may.ts'
import type { DocumentRow } from '../records/documents.ts'
import { streamBlob } from '../records/stored-bytes.ts'
import type { Draft, Warning } from '../sending/draft.ts'
import { fileNameOf } from '../sending/file-name.ts'
import { withPlan } from '../sending/plan.ts'
import { sendPlanned } from '../sending/send.ts'
import type { Snapshot } from '../templates/model.ts'
import type { AcceptedValues } from '../templates/values/accept.ts'
import { assertValues, renderAccepted, withAccepted } from './accepted.ts'
import { loadUsable, templateFacts, type UsableTemplate, versionOf, withFacts } from './template.ts'

/** `POST /templates/{id}/generate` in the domain's own terms (contract 4.13). */
export interface GenerateRequest {
  templateId: string
  /** Null: the newest. */
  version: number | null
  fieldValues: Record<string, unknown>
  /** Of a staged file. */
  metadata: Metadata | null
  /** Null: the template's name. */
  title: string | null
  /** Warnings from the translation. */
  warnings: Warning[]
}

/** What the response says of a file beside its bytes. */
export interface FileFacts {
  version: number
  /** Those of the call, then those of its values. */
  warnings: Warning[]
}

export interface GeneratedFile extends FileFacts {
  filename: string
  /** Bytes. */
  length: number
  /** Lowercase hex. */
  sha256: string
  stream: ReadableStream<Uint8Array>
}

/**
 * A file made from a locked template, which nobody signs: every given value is printed (decision 0507). Nothing is
 * stored.
 * @throws DomainError with the codes of contract 7 for generate
 */
export async function generateTemplate(ctx: Ctx, actor: Actor, request: GenerateRequest): Promise<GeneratedFile> {
  assertMay(ctx, actor, 'generateTemplate')
  return withRendered(ctx, actor, request, null, async ({ usable, file, rendered, accepted }) => ({
    version: usable.version,
    warnings: accepted.warnings,
    filename: fileNameOf(titleOf(usable, request)),
    length: file.size + rendered.delta.length,
    sha256: rendered.sha256,
    stream: followedBy(await streamBlob(ctx, usable.file.region, usable.file), rendered.delta),
  }))
}

export interface StagedFile extends FileFacts {
  document: DocumentRow
}

/**
 * As `generateTemplate`, and the file is staged as a document of kind `file`, to be confirmed or discarded (contract 3).
 * @throws DomainError as `generateTemplate`; `insert_failed`
 */
export async function stageFile(
  ctx: Ctx,
  actor: Actor,
  request: GenerateRequest,
  finish: Finish<StagedFile>,
): Promise<StagedFile> {
  assertMay(ctx, actor, 'stageFile')
  const documentId = randomUUID()
  return withRendered(ctx, actor, request, documentId, async (made) => {
    const facts: FileFacts = { version: made.usable.version, warnings: made.accepted.warnings }
    const draft = draftOf(made, request, documentId)
    return asInsertFailure(() =>
      withPlan(ctx, actor, draft, async (plan) => {
        const { document } = await sendPlanned(ctx, actor, draft, plan, (tx, sent) =>
          finish(tx, { ...facts, document: sent.document }),
        )
        return { ...facts, document }
      }),
    )
  })
}

interface Made {
  usable: UsableTemplate
  /** The template's PDF. */
  file: ReceivedFile
  rendered: RenderedFile
  accepted: AcceptedValues
}

/**
 * Runs `use` with what was rendered; the local file is discarded in any case.
 * @param documentId null: it does not become a document
 */
async function withRendered<T>(
  ctx: Ctx,
  actor: Actor,
  request: GenerateRequest,
  documentId: string | null,
  use: (made: Made) => Promise<T>,
): Promise<T> {
  const usable = await loadUsable(ctx, libraryOf(actor), request.templateId, request.version)
  const { snapshot } = usable
  const { fieldValues, warnings } = request
  await withFacts(templateFacts(ctx, usable), warnings, async () => assertRenders(snapshot))
  const given = { fieldValues, warnings, printedFor: 'file' as const }
  return withAccepted(ctx, actor.workspaceId, usable, given, async (file, accepted) => {
    assertValues(accepted, false)
    const made = { documentId, dryRun: false }
    const rendered = await renderAccepted(ctx, actor.workspaceId, versionOf(usable, file.source), accepted, made)
    return use({ usable, file, rendered, accepted })
  })
}

/** @throws DomainError `not_rendered` */
function assertRenders({ model: { boxes, slots } }: Snapshot): void {
  if (slots.length > 0 || boxes.some(({ field }) => field !== null)) return
  const message = 'the template has no box for a value and no signing slot: there is nothing to render'
  throw new DomainError('not_rendered', message)
}

function titleOf({ snapshot }: UsableTemplate, { title }: GenerateRequest): string {
  return title ?? snapshot.model.name
}

function draftOf({ usable, file, rendered, accepted }: Made, request: GenerateRequest, documentId: string): Draft {
  const title = titleOf(usable, request)
  return {
    source: { kind: 'rendered', file, rendered, filename: fileNameOf(title), documentId },
    signers: [],
    placement: { kind: 'explicit', fields: [] },
    signingMode: usable.snapshot.model.signing_mode,
    sendEmails: false,
    title,
    message: null,
    subject: null,
    replyTo: null,
    metadata: request.metadata,
    observers: [],
    callbackUrl: null,
    expiresInDays: null,
    warnings: accepted.warnings,
    instance: {
      kind: 'file',
      templateId: usable.template.id,
      version: usable.version,
      snapshotSha256: usable.snapshotSha256,
      values: [...accepted.values].map(([key, { value }]) => ({ key, value })),
      review: true,
    },
  }
}

/** A failure of the write has its own code here (contract 7). */
async function asInsertFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'db_failed') throw error
    const mayBeStored = error.meta?.rolled_back === false
    const message = mayBeStored
      ? 'the connection to the database broke; the file may be staged'
      : 'the file could not be staged; nothing was created'
    throw new DomainError('insert_failed', message, { ...(error.meta && { meta: error.meta }), cause: error })
  }
}

/** The template's own bytes, and the revision that follows them. */
function followedBy(file: ReadableStream<Uint8Array>, delta: Uint8Array): ReadableStream<Uint8Array> {
  const appended = new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => {
      if (delta.length > 0) controller.enqueue(delta)
    },
  })
  return file.pipeThrough(appended)
}
