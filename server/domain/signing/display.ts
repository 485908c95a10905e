import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { DisplayView } from '../../db/schema.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import type { AuditEntry } from '../records/audit.ts'
import { lockDocument } from '../records/documents.ts'
import { reloadActingSigner } from '../signers/access.ts'
import { assertOpen } from '../signers/checks.ts'

export interface DisplayInput {
  view: DisplayView
  /** 1-based; without meaning for a view that is always of the whole document. */
  pages?: number[] | undefined
}

/** What was displayed in one view. */
export interface Display {
  view: DisplayView
  pages: number[]
  first_at: Date
  last_at: Date
}

/**
 * Records what the signer's device has displayed (decision 0047): pages drawn without error or read as text, or the
 * whole document, by a downloaded copy or, for a program that displays nothing, by `none`. Calls add up.
 * @throws DomainError as `assertOpen`; `invalid_request` for a page that the document does not have
 */
export async function recordDisplay(ctx: Ctx, actor: Actor, { view, pages }: DisplayInput): Promise<void> {
  assertMay(ctx, actor, 'recordDisplay')
  assertOpen(actor.signer, ctx.clock.now())
  await transaction(ctx.db, async (tx) => {
    const { page_count: count } = await lockDocument(tx, actor.documentId)
    const shown = isWhole(view) ? pagesUpTo(count) : [...new Set(pages)].sort((a, b) => a - b)
    if (shown.length === 0 || shown.some((page) => page < 1 || page > count))
      throw new DomainError('invalid_request', `pages names pages 1 to ${count}`, { meta: { page_count: count } })
    const signer = await reloadActingSigner(tx, actor)
    const now = ctx.clock.now()
    assertOpen(signer, now)
    await tx
      .insertInto('displays')
      .values({ signing_request_id: signer.id, view, pages: shown, first_at: now, last_at: now })
      .onConflict((conflict) =>
        conflict.columns(['signing_request_id', 'view']).doUpdateSet({
          pages: sql`array(select distinct unnest(displays.pages || excluded.pages) order by 1)`,
          last_at: now,
        }),
      )
      .execute()
  })
}

/** What this signer has had on screen, by view. */
export async function readDisplays(db: Db | Tx, signingRequestId: string): Promise<Display[]> {
  return db
    .selectFrom('displays')
    .select(['view', 'pages', 'first_at', 'last_at'])
    .where('signing_request_id', '=', signingRequestId)
    .orderBy('first_at')
    .orderBy('view')
    .execute()
}

/**
 * Refuses to sign what was not displayed: every page has to appear in some view.
 * @throws DomainError `document_not_displayed` with `meta.pages`, the pages missing, and `meta.page_count`
 */
export function assertDisplayed(displays: Display[], pageCount: number): void {
  const shown = new Set(displays.flatMap(({ pages }) => pages))
  const missing = pagesUpTo(pageCount).filter((page) => !shown.has(page))
  if (missing.length === 0) return
  throw new DomainError('document_not_displayed', `not displayed yet: ${pageRanges(missing)} of ${pageCount} pages`, {
    meta: { pages: pageRanges(missing), page_count: pageCount },
  })
}

/** One audit entry per view: which pages, from when to when. */
export function displayEntries(actor: SignerActor, displays: Display[], pageCount: number): AuditEntry[] {
  return displays.map(({ view, pages, first_at, last_at }) => ({
    type: 'displayed',
    signingRequestId: actor.signingRequestId,
    actor,
    meta: {
      view,
      pages: pageRanges(pages),
      page_count: pageCount,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    },
  }))
}

/** `[1, 2, 3, 5]` as `1-3, 5`. */
function pageRanges(pages: number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const page of pages) {
    const range = ranges.at(-1)
    if (range && range[1] === page - 1) range[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')
}

function isWhole(view: DisplayView): boolean {
  return view === 'download' || view === 'none'
}

function pagesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
