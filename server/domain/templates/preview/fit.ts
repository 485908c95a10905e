import { upTo } from '../../../characters.ts'
import type { FieldDefinition, FieldType } from '../../fields/definition.ts'
import type { ValueProblem } from '../../values/problem.ts'

/** What of the example values does not fit: a field, or a column of a table in its worst row. */
export interface ExampleMisfit {
  /** `tenant_name`, `items.note`. */
  field: string
  /** `text`: characters that fit. `rows`: rows that fit. `refused`: it is not shown. */
  kind: 'text' | 'rows' | 'refused'
  fits: number
}

/**
 * Each field and column once, with the least that fits.
 * @param still problems of the values after `cutToFit`: these fields are missing altogether
 */
export function misfitsOf(problems: readonly ValueProblem[], still: readonly ValueProblem[]): ExampleMisfit[] {
  const missing = new Set(still.map(({ field }) => pathOf(field).key))
  const worst = new Map<string, ExampleMisfit>()
  for (const problem of [...problems, ...still]) {
    const { key, column } = pathOf(problem.field)
    const isMissing = missing.has(key)
    const field = column === null || isMissing ? key : `${key}.${column}`
    const made: ExampleMisfit = { field, ...(isMissing ? { kind: 'refused', fits: 0 } : measureOf(problem)) }
    const id = `${field} ${made.kind}`
    const before = worst.get(id)
    if (!before || made.fits < before.fits) worst.set(id, made)
  }
  return [...worst.values()]
}

/**
 * The values cut down to what fits: texts to their first characters, tables to their first rows. What cannot be cut,
 * such as an amount, is left out.
 */
export function cutToFit(
  values: Readonly<Record<string, unknown>>,
  problems: readonly ValueProblem[],
  fields: readonly FieldDefinition[],
): Record<string, unknown> {
  const left = structuredClone(values) as Record<string, unknown>
  for (const problem of problems) {
    const { key, row, column } = pathOf(problem.field)
    const definition = fields.find((one) => one.key === key)
    const { kind, fits } = measureOf(problem)
    const value = left[key]
    if (definition?.kind === 'collection' && Array.isArray(value)) {
      if (kind === 'rows') left[key] = value.slice(0, fits)
      else if (row !== null && column !== null && value[row]) {
        const type = definition.columns.find((one) => one.key === column)?.type
        value[row] = { ...value[row], [column]: kind === 'text' ? shortened(value[row][column], type, fits) : null }
      }
    } else {
      const type = definition?.kind === 'scalar' ? definition.type : undefined
      left[key] = kind === 'text' ? shortened(value, type, fits) : null
    }
  }
  return left
}

function shortened(value: unknown, type: FieldType | undefined, fits: number): string | null {
  const isText = type === 'text' || type === 'multiline'
  return isText && typeof value === 'string' ? upTo(fits, value) : null
}

function measureOf({ code, meta }: ValueProblem): Pick<ExampleMisfit, 'kind' | 'fits'> {
  if (code === 'too_long' && typeof meta?.fits === 'number') return { kind: 'text', fits: meta.fits }
  if (code === 'too_many_rows' && typeof meta?.max_rows === 'number') return { kind: 'rows', fits: meta.max_rows }
  return { kind: 'refused', fits: 0 }
}

/** `items[2].price` in its parts. */
function pathOf(field: string): { key: string; row: number | null; column: string | null } {
  const match = /^([^[]+)\[(\d+)\](?:\.(.+))?$/.exec(field)
  if (!match) return { key: field, row: null, column: null }
  return { key: match[1]!, row: Number(match[2]), column: match[3] ?? null }
}
