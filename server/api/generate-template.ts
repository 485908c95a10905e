import { getDocumentFile } from '../domain/documents/read-files.ts'
import { type FileFacts, type GenerateRequest, generateTemplate, stageFile } from '../domain/instances/generate.ts'
import { parseMetadata } from '../domain/metadata.ts'
import type { DocumentRow } from '../domain/records/documents.ts'
import type { Warning } from '../domain/sending/draft.ts'
import { reviewUrl } from '../domain/signers/review.ts'
import { disposition, reprDigest } from '../http/file-reply.ts'
import type { Call, Handler, Reply } from './contract.ts'
import { iso } from './present/signer.ts'

type GenerateCall = Call<'generateTemplate'>

/** What is kept under an `Idempotency-Key`: no byte of the file and not its name, so that a discard erases both. */
interface Kept {
  document_id: string
  headers: Record<string, string>
}

/** `POST /templates/{id}/generate` (contract 4.13; decision 0507). */
export const handleGenerate: Handler<'generateTemplate'> = async (call) => {
  const { ctx, actor, replay } = call
  if (replay) {
    const kept = replay.body as Kept
    return stagedAnswer(call, { ...kept, headers: { ...kept.headers, 'Idempotent-Replayed': 'true' } })
  }
  const request = requestOf(call)
  if (call.body.data.review !== true) {
    const file = await generateTemplate(ctx, actor, request)
    return call.reply(200, file.stream, { ...fileHeaders(file), ...factHeaders(call, file) })
  }
  const { document, ...facts } = await stageFile(ctx, actor, request, async (tx, staged) => {
    await call.finish(tx, { status: 201, body: keptOf(call, staged.document, staged), headers: {} })
  })
  return stagedAnswer(call, keptOf(call, document, facts))
}

/** The staged file as it is stored. */
async function stagedAnswer(
  { ctx, actor, reply }: GenerateCall,
  { document_id: id, headers }: Kept,
): Promise<Reply<'generateTemplate'>> {
  const file = await getDocumentFile(ctx, actor, id)
  return reply(201, await file.stream(), { ...fileHeaders(file), ...headers })
}

function requestOf({ params, body: { data }, warnings }: GenerateCall): GenerateRequest {
  return {
    templateId: params.id,
    version: data.version ?? null,
    fieldValues: data.field_values ?? {},
    metadata: parseMetadata(data.metadata),
    title: data.title?.trim() || null,
    warnings,
  }
}

function keptOf(call: GenerateCall, { id, review_expires_at: expiresAt }: DocumentRow, facts: FileFacts): Kept {
  const review = { 'X-Review-Url': reviewUrl(call.ctx, id), 'X-Review-Expires-At': iso(expiresAt) ?? '' }
  return { document_id: id, headers: { 'X-Document-Id': id, ...review, ...factHeaders(call, facts) } }
}

function fileHeaders({ filename, length, sha256 }: { filename: string; length: number; sha256: string }) {
  return {
    'Cache-Control': 'private, no-store',
    'Content-Disposition': disposition(filename),
    'Content-Length': String(length),
    'Repr-Digest': reprDigest(sha256),
  }
}

function factHeaders({ warnings: own }: GenerateCall, { version, warnings }: FileFacts): Record<string, string> {
  const unknown = warnings.flatMap((warning) => unknownName(warning, own) ?? [])
  return {
    'X-Template-Version': String(version),
    ...(unknown.length > 0 && { 'X-Unknown-Fields': listed(unknown) }),
  }
}

/** Null: a warning about something else, which has no place in a response that is a file. */
function unknownName(warning: Warning, own: Warning[]): string | null {
  const { code, field } = warning
  if (code === 'unknown_column' || own.includes(warning)) return field
  return code === 'unknown_field' ? `field_values.${field}` : null
}

/** Proxies refuse long headers. */
const LONGEST_LIST = 4096

/** Percent-encoded names; `+3` at the end stands for 3 more, which no encoded name looks like. */
function listed(names: string[]): string {
  let list = ''
  for (const [index, name] of names.entries()) {
    const next = `${list === '' ? '' : ', '}${encodeURIComponent(name)}`
    if (list.length + next.length > LONGEST_LIST) return `${list === '' ? '' : `${list}, `}+${names.length - index}`
    list += next
  }
  return list
}
