import type { Ctx } from '../../context.ts'
import { RENEWAL } from '../../limits.ts'
import { AlteredFileError } from '../../pdf/errors.ts'
import type { Verification } from '../../pdf/verify.ts'
import type { DocumentRow } from '../records/documents.ts'
import { readRevisions } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'

const PAGE = 100

/**
 * Reads the sealed files of which nobody knows until when their time stamp holds: those of older versions. One that
 * cannot be read, or does not verify, is read again a day later.
 * @param all every one, instead of `RENEWAL.surveyedBytesPerRun` bytes
 */
export async function surveyStamps(ctx: Ctx, { all }: { all: boolean }): Promise<void> {
  let bytes = 0
  for (let page = await unknown(ctx); page.length > 0; page = await unknown(ctx)) {
    for (const document of page) {
      if (!all && bytes >= RENEWAL.surveyedBytesPerRun) return
      bytes += await survey(ctx, document)
    }
  }
}

const unknown = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>) =>
  db
    .selectFrom('renewals')
    .innerJoin('documents', 'documents.id', 'renewals.document_id')
    .selectAll('documents')
    .where('renewals.holds_until', 'is', null)
    .where('renewals.due_at', '<=', clock.now())
    .where('documents.seal_state', '=', 'sealed')
    .where('documents.deleted_at', 'is', null)
    .orderBy('renewals.due_at')
    .limit(PAGE)
    .execute()

/** Returns the bytes that were read. */
async function survey(ctx: Ctx, document: DocumentRow): Promise<number> {
  const revisions = await readRevisions(ctx.db, document.id)
  const { length, sha256 } = revisions.at(-1)!
  const now = ctx.clock.now()
  let found: { holds_until: Date | null; error: string | null }
  try {
    const verification = await withLocalParts(ctx, document, revisions, async (parts) => {
      const read = await ctx.pdf.of(document.workspace_id).verify(parts, { at: now })
      if (read.revisions.at(-1)?.sha256 !== sha256) throw new AlteredFileError()
      return read
    })
    found = standingOf(verification)
  } catch (error) {
    ctx.log.warn({ err: error, document_id: document.id }, 'a sealed file could not be read for its time stamp')
    found = { holds_until: null, error: 'unreadable' }
  }
  const due_at = found.holds_until ? now : new Date(now.getTime() + RENEWAL.lastRetryMs)
  await ctx.db
    .updateTable('renewals')
    .set({ due_at, ...found })
    .where('document_id', '=', document.id)
    // Another process may have read it meanwhile, and renewed it.
    .where('holds_until', 'is', null)
    .execute()
  return length
}

function standingOf({ ok, seal }: Verification) {
  const until = seal?.timestamps.at(-1)?.holdsUntil
  return ok && until ? { holds_until: new Date(until), error: null } : { holds_until: null, error: 'not_verified' }
}
