import { createHash } from 'node:crypto'
import { canonicalJson } from '../../canonical.ts'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { ImageError, PdfError, PdfTimeoutError } from '../../pdf/errors.ts'
import type { SignerRevision, SignerTables } from '../../pdf/print/signer-revision.ts'
import type { Overflow } from '../../pdf/print/types.ts'
import type { Stamp } from '../../pdf/types.ts'
import { busy } from '../busy.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow } from '../records/documents.ts'
import { lengthOf, type StoredRevision } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import type { Row } from '../values/check.ts'
import { reservedPages } from '../values/reserve.ts'
import type { ReadyToSign } from './ready.ts'
import type { RowProblem } from './rows.ts'
import { enteredIndex, printsOfTables, refuseRows, specOf } from './tables.ts'
import { type FieldRow, type FieldValue, toStamp } from './values.ts'

/** What a signer adds to the pages. */
export interface Marks {
  stamps: Stamp[]
  /** Null: the signer has no table. */
  tables: (SignerTables & PrintedFields) | null
  /** The same marks at any time: the one thing that may differ between what was seen and what is signed. */
  timeless: Stamp[]
}

/** The fields of the prints, in their order, and what was entered. */
interface PrintedFields {
  printed: FieldRow[]
  values: ReadonlyMap<string, FieldValue>
}

/** A revision that is not stored yet. */
export interface DrawnRevision {
  headSeq: number
  start: number
  delta: Uint8Array
  length: number
  sha256: string
  /** What became of the pages; null: nothing can. */
  pages: Pick<SignerRevision, 'pages' | 'pageOf'> | null
  /** SHA-256 (lowercase hex) of values and layout, but for the time; null: the signer has no table. */
  seen: string | null
}

/**
 * The values in the form that the PDF engine draws.
 * @param revisions from the upload on
 */
export async function marksOf(
  db: Db | Tx,
  { document, fields, values, facts }: ReadyToSign,
  [upload]: StoredRevision[],
): Promise<Marks> {
  const stampsAt = (at: Date) =>
    fields.flatMap((field) => toStamp(field, values.get(field.id) ?? null, { ...facts, at }) ?? [])
  const stamps = stampsAt(facts.at)
  const tables = fields.filter(({ kind }) => kind === 'table')
  if (tables.length === 0) return { stamps, tables: null, timeless: [] }
  const kept = new Map(tables.map((field): [FieldRow, Row[]] => [field, keptRows(values.get(field.id))]))
  const sourced = printsOfTables(tables, kept)
  return {
    stamps,
    timeless: stampsAt(new Date(0)),
    tables: {
      printed: sourced.map(({ field }) => field),
      values,
      prints: sourced.map(({ print }) => print),
      reserved: await pagesOfOthers(db, document, tables[0]!.signing_request_id),
      templateLength: upload!.length,
    },
  }
}

function keptRows(value: FieldValue | undefined): Row[] {
  return value?.type === 'rows' ? (value.kept ?? []) : []
}

/** What tables of those who have not signed may still add. */
async function pagesOfOthers(db: Db | Tx, { id, page_sizes: pages }: DocumentRow, ownId: string): Promise<number> {
  const others = await db
    .selectFrom('fields')
    .innerJoin('signing_requests', 'signing_requests.id', 'fields.signing_request_id')
    .select(['fields.id', 'fields.page', 'fields.table_spec'])
    .where('fields.document_id', '=', id)
    .where('fields.kind', '=', 'table')
    .where('fields.signing_request_id', '!=', ownId)
    .where('signing_requests.signed_at', 'is', null)
    .execute()
  return reservedPages(
    others.map((field) => ({ ...specOf(field).box, page: field.page })),
    pages,
  )
}

/**
 * Draws the marks on top of the revisions, without keeping anything.
 * @throws DomainError `field_invalid` for rows that do not fit, `image_damaged`, `busy`, `file_damaged`
 */
export async function drawRevision(
  ctx: Ctx,
  document: DocumentRow,
  revisions: StoredRevision[],
  { stamps, tables, timeless }: Marks,
): Promise<DrawnRevision> {
  const head = revisions.at(-1)!
  const place = { headSeq: head.seq, start: lengthOf(revisions) }
  const engine = ctx.pdf.of(document.workspace_id)
  return withLocalParts(ctx, document, revisions, async (parts) => {
    if (!tables) {
      const drawn = await engine.sign(parts, head.sha256, stamps, document.embeds_fonts).catch(asRetryable)
      return { ...place, ...drawn, pages: null, seen: null }
    }
    const { prints, reserved, templateLength } = tables
    const drawn = await engine
      .signTables(parts, head.sha256, stamps, { prints, reserved, templateLength }, document.embeds_fonts)
      .catch(asRetryable)
    if ('overflow' in drawn) return refuseOverflow(tables, drawn.overflow[0]!)
    const { pages, pageOf, layout, delta, length, sha256 } = drawn
    const seen = seenHash({ head: head.sha256, stamps: timeless, prints, pages, pageOf, layout })
    return { ...place, delta, length, sha256, pages: { pages, pageOf }, seen }
  })
}

function seenHash(seen: object): string {
  // Through JSON first: canonical JSON knows no undefined, and no bytes.
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(seen))))
    .digest('hex')
}

function refuseOverflow({ printed, values }: NonNullable<Marks['tables']>, overflow: Overflow): never {
  const field = printed[overflow.print]!
  const value = values.get(field.id)
  const entered = value?.type === 'rows' ? value.rows : []
  const cell = overflow.kind === 'text' ? overflow.cell : null
  const problem: RowProblem = {
    row: cell && enteredIndex(entered, cell.row),
    column: cell && (specOf(field).box.table?.columns[cell.column]?.key ?? null),
    code: cell ? 'too_long' : 'too_many_rows',
    max: overflow.fits,
  }
  refuseRows(field, [problem])
}

/** The file was suitable for signing when it was sent, so a worker that fails now ran out of time or memory. */
function asRetryable(error: unknown): never {
  // An image that was saved before images were decoded on saving.
  if (error instanceof ImageError) throw new DomainError('image_damaged', error.message, { cause: error })
  if (!(error instanceof PdfError || error instanceof PdfTimeoutError)) throw error
  throw busy(error)
}
