import { rowsPerContinuation, TABLE } from '../../pdf/table-sizes.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { Asked, TemplateBox } from './box.ts'
import type { GivenValue } from './check.ts'

/** The boxes of the tables that signers fill in, because the sender gave no rows. */
export function unresolvedTables(
  { model }: { model: Pick<Asked['model'], 'boxes'> },
  values: ReadonlyMap<string, GivenValue>,
): TemplateBox[] {
  return model.boxes.filter(
    ({ kind, slot, field }) => kind === 'table' && slot !== null && field !== null && !values.has(field),
  )
}

/** The most pages that a table adds, with one line in each row. */
export function pagesAtMost({ table, style }: Pick<TemplateBox, 'table' | 'style'>, { height }: PageSize): number {
  if (!table) return 0
  return Math.ceil(table.max_rows / rowsPerContinuation(height, style?.size ?? TABLE.textSize, table.header))
}

/** The pages that are kept free for tables, so that no signer is stuck. */
export function reservedPages(
  boxes: readonly Pick<TemplateBox, 'table' | 'style' | 'page'>[],
  pages: readonly PageSize[],
): number {
  return boxes.reduce((sum, box) => sum + pagesAtMost(box, pages[box.page - 1]!), 0)
}
