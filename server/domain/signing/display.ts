import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { DisplayView } from '../../db/schema.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import type { AuditEntry } from '../records/audit.ts'
import { lockForSigner } from '../signers/access.ts'
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
    const { document, signer } = await lockForSigner(tx, actor)
    const count = document.page_count
    const shown = isWhole(view) ? pagesUpTo(count) : [...new Set(pages)].sort((a, b) => a - b)
    if (shown.length === 0 || shown.some((page) => page < 1 || page > count))
      throw new DomainError('invalid_request', `pages names pages 1 to ${count}`, { meta: { page_count: count } })
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

/** What the signer whose id is in the given column has had on screen, by view, as a part of another statement. */
export function displaysAsJson(signingRequestId: 'signing_requests.id'): RawBuilder<DisplayJson[]> {
  return sql<DisplayJson[]>`(select coalesce(jsonb_agg(jsonb_build_object('view', view, 'pages', pages,
      'first_at', first_at, 'last_at', last_at) order by first_at, view), '[]')
    from displays where signing_request_id = ${sql.ref(signingRequestId)})`
}

type DisplayJson = Pick<Display, 'view' | 'pages'> & { first_at: string; last_at: string }

export function displaysFromJson(rows: DisplayJson[]): Display[] {
  return rows.map((row) => ({ ...row, first_at: new Date(row.first_at), last_at: new Date(row.last_at) }))
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
