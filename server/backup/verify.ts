import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../db/database.ts'
import type { DocumentsTable } from '../db/schema.ts'
import { readAudit } from '../domain/records/audit.ts'
import { presented, readRevisions, type StoredRevision, sealed } from '../domain/records/revisions.ts'
import { type AuditEvent, verifyAuditEvents, verifyPdf } from '../pdf/verify.ts'
import { type Storage, StorageError } from '../storage/index.ts'

export interface VerifyContext {
  db: Db
  storage: Storage
  progress: (line: string) => void
}

/** The number of documents of each kind, and their problems. */
export interface VerifiedDocuments {
  sealed: number
  open: number
  /** Their files were deleted by retention; only the audit trail can be checked. */
  deleted: number
  problems: { documentId: string; problem: string }[]
}

const PAGE = 200

/**
 * Checks every document in the database and the store: the audit chain, the hash of each revision and, if sealed, the
 * seal itself, whose audit head must be in the chain (contract 4.12, EN 319 142-1).
 * @param roots PEM; without one a seal can only be reported as intact, not as trusted
 */
export async function verifyDocuments(ctx: VerifyContext, roots: string[]): Promise<VerifiedDocuments> {
  const found: VerifiedDocuments = { sealed: 0, open: 0, deleted: 0, problems: [] }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await ctx.db
      .selectFrom('documents')
      .select(['id', 'region', 'sha256', 'signed_sha256', 'seal_state', 'deleted_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (page.length === 0) return found
    for (const document of page) {
      for (const problem of await problemsOf(ctx, document, roots)) {
        found.problems.push({ documentId: document.id, problem })
        ctx.progress(`FAIL document ${document.id}: ${problem}`)
      }
      found[document.deleted_at ? 'deleted' : document.seal_state === 'sealed' ? 'sealed' : 'open'] += 1
    }
    after = page.at(-1)!.id
    ctx.progress(`verified ${found.sealed + found.open + found.deleted} documents`)
  }
}

type Document = Pick<DocumentsTable, 'id' | 'region' | 'sha256' | 'signed_sha256' | 'seal_state' | 'deleted_at'>

async function problemsOf(ctx: VerifyContext, document: Document, roots: string[]): Promise<string[]> {
  const audit: AuditEvent[] = await readAudit(ctx.db, document.id)
  const chain = await verifyAuditEvents(audit)
  const problems = chain.problem === null ? [] : [`audit chain: ${chain.problem}`]
  if (document.deleted_at) return problems
  try {
    const revisions = await readRevisions(ctx.db, document.id)
    const bytes = await buffer(concatenated(ctx, document, revisions))
    problems.push(...hashProblems(document, revisions, bytes))
    if (document.seal_state !== 'sealed') return problems
    const { checks } = await verifyPdf(bytes, { roots, audit })
    for (const { ok, name, detail } of checks) if (!ok) problems.push(`${name}: ${detail}`)
    return problems
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return [...problems, `the files cannot be read: ${error.message}`]
  }
}

async function* concatenated({ storage }: VerifyContext, { region }: Document, revisions: StoredRevision[]) {
  for (const { blob_key } of revisions) yield* storage.region(region).stream(blob_key)
}

function hashProblems(document: Document, revisions: StoredRevision[], bytes: Buffer): string[] {
  const wrong = revisions.filter(
    ({ length, sha256 }) => bytes.length < length || hashOf(bytes.subarray(0, length)) !== sha256,
  )
  const problems = wrong.map(({ seq, kind }) => `revision ${seq} (${kind}) has a different hash`)
  const end = revisions.at(-1)?.length ?? 0
  if (bytes.length !== end) problems.push(`${bytes.length} bytes instead of ${end}`)
  if (presented(revisions).at(-1)?.sha256 !== document.sha256)
    problems.push('the file that was sent has a different hash')
  if (document.seal_state === 'sealed' && sealed(revisions).at(-1)?.sha256 !== document.signed_sha256) {
    problems.push('the sealed file has a different hash')
  }
  return problems
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
