import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import { SIGN_IN } from '../../limits.ts'
import type { Origin } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { instantiateTemplate } from '../instances/instantiate.ts'
import { toLocale } from '../locales.ts'
import { type DirectStart, directCode } from '../messages/direct-code.ts'
import { isSignInCode } from '../people/code.ts'
import { appendAudit } from '../records/audit.ts'
import { signerActor } from '../signers/access.ts'
import { type LinkSource, signingUrl } from '../signers/link.ts'
import { isUuid } from '../uuid.ts'
import { type DirectPerson, directRequest } from './ask.ts'
import type { DirectLink } from './link.ts'
import { type OpenLink, openDirectLink } from './open.ts'

/** Who has asked for a code, for the page that takes it; null: nobody by this link. */
export async function readStart(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  link: DirectLink,
  id: string,
): Promise<{ person: DirectPerson; isOpen: boolean } | null> {
  const start = await startQuery(db, link, id)?.executeTakeFirst()
  return start ? { person: personOf(start), isOpen: isEnterable({ clock }, start) } : null
}

/** What became of a code. `over`: used, too old or tried too often; `closed`: the link takes nobody. */
export type CodeOutcome = { url: string } | { triesLeft: number } | 'over' | 'closed'

/**
 * Makes the document of whoever has entered the code that was mailed to them, and leads to its page; an unfinished one
 * of the same address by the same link is gone on with. A code works once, and only for the start that it was mailed for.
 * @throws DomainError as `instantiateTemplate`; then the code can be entered again
 */
export async function confirmStart(
  ctx: Ctx,
  link: DirectLink,
  id: string,
  typed: string,
  origin: Origin,
): Promise<CodeOutcome> {
  const open = await openDirectLink(ctx, link)
  if (!open) return 'closed'
  const start = await checkCode(ctx, link, id, typed)
  if (start === 'over' || 'triesLeft' in start) return start
  const signer = (await goOn(ctx, start)) ?? (await begin(ctx, open, start, origin))
  return signer === 'over' ? signer : { url: signingUrl(ctx, signer) }
}

/** With the document that the person has begun; null: none. */
async function goOn(ctx: Ctx, start: DirectStart): Promise<LinkSource | null> {
  return transaction(ctx.db, async (tx) => {
    const unfinished = await unfinishedOf(ctx, tx, start)
    return unfinished && (await use(ctx, tx, start)) ? unfinished : null
  })
}

/** A new document, unless another window is faster. */
async function begin(ctx: Ctx, open: OpenLink, start: DirectStart, origin: Origin): Promise<LinkSource | 'over'> {
  let elsewhere: LinkSource | 'over' | null = null
  const request = directRequest(open, personOf(start))
  return instantiateTemplate(ctx, open.actor, request, async (tx, { document, signers }) => {
    elsewhere = (await unfinishedOf(ctx, tx, start)) ?? ((await use(ctx, tx, start)) ? null : 'over')
    if (elsewhere) throw new DomainError('invalid_state', 'the document was begun in another window')
    const signer = signers[0]!
    await tx
      .insertInto('direct_documents')
      .values({ document_id: document.id, direct_link_id: start.direct_link_id })
      .execute()
    await appendAudit(ctx, tx, document.id, {
      type: 'email_verified',
      signingRequestId: signer.id,
      meta: { email: start.email },
      actor: signerActor(signer, { kind: 'direct_link' }, origin),
    })
  }).then(
    ({ signers }) => signers[0]!,
    (error: unknown) => {
      if (elsewhere === null) throw error
      return elsewhere
    },
  )
}

/** Counts a wrong code. @returns the start of a right one */
async function checkCode(
  ctx: Ctx,
  link: DirectLink,
  id: string,
  typed: string,
): Promise<DirectStart | { triesLeft: number } | 'over'> {
  return transaction(ctx.db, async (tx) => {
    const start = await startQuery(tx, link, id)?.forUpdate().executeTakeFirst()
    if (!start || !isEnterable(ctx, start)) return 'over'
    if (isSignInCode(directCode(ctx, start), typed)) return start
    const tries = start.tries + 1
    await tx.updateTable('direct_starts').set({ tries }).where('id', '=', id).execute()
    return tries < SIGN_IN.maxTries ? { triesLeft: SIGN_IN.maxTries - tries } : 'over'
  })
}

function startQuery(db: Db | Tx, link: DirectLink, id: string) {
  if (!isUuid(id)) return null
  return db.selectFrom('direct_starts').selectAll().where('id', '=', id).where('direct_link_id', '=', link.id)
}

function isEnterable({ clock }: Pick<Ctx, 'clock'>, { used_at, expires_at, tries }: DirectStart): boolean {
  return used_at === null && expires_at > clock.now() && tries < SIGN_IN.maxTries
}

/** Uses up the code; false: it was used before. */
async function use({ clock }: Pick<Ctx, 'clock'>, tx: Tx, { id }: DirectStart): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('direct_starts')
    .set({ used_at: clock.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Serialized for the address and the link until the transaction ends, so that two windows do not begin two documents. */
async function unfinishedOf(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  { email, direct_link_id: linkId }: DirectStart,
): Promise<LinkSource | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`direct:${linkId}:`} || lower(${email}), 0))`.execute(tx)
  const signer = await tx
    .selectFrom('direct_documents')
    .innerJoin('signing_requests', 'signing_requests.document_id', 'direct_documents.document_id')
    .select(['signing_requests.id', 'link_version', 'link_key_version'])
    .where('direct_link_id', '=', linkId)
    // By the index of addresses: a link may have made any number of documents.
    .where('signing_requests.workspace_id', '=', (eb) =>
      eb.selectFrom('direct_links').select('direct_links.workspace_id').where('direct_links.id', '=', linkId),
    )
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('status', 'in', ['pending', 'viewed'])
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return signer ?? null
}

function personOf({ name, email, locale }: DirectStart): DirectPerson {
  return { name, email, locale: toLocale(locale) }
}
