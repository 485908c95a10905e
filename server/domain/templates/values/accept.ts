import type { Ctx } from '../../../context.ts'
import type { Overflow } from '../../../pdf/print/types.ts'
import type { BlobSource } from '../../../storage/index.ts'
import type { Locale } from '../../locales.ts'
import type { Warning } from '../../sending/draft.ts'
import { missingGlyphs } from '../../sending/glyph-warnings.ts'
import { type CheckedValues, checkValues } from '../../values/check.ts'
import { inputsOf } from '../../values/inputs.ts'
import { backgroundsOf, printsOf, proposalsOf, type SourcedPrint } from '../../values/prints.ts'
import type { ValueProblem } from '../../values/problem.ts'
import { reservedPages, unresolvedTables } from '../../values/reserve.ts'
import type { Snapshot } from '../model.ts'

/** A version and its PDF. */
export interface TemplateVersion {
  snapshot: Snapshot
  /** The file of the version. */
  source: BlobSource
  /** Its pages with markers in their text. */
  markerPages: number[]
}

export interface AcceptedValues extends Omit<CheckedValues, 'warnings'> {
  /** What is not printed, and what the fonts lack. */
  warnings: Warning[]
}

/**
 * Who sees the values: signers, who may change what was proposed to them, by slot in the language of each (else in the
 * template's); or readers of a file that nobody signs.
 */
export type PrintedFor = ReadonlyMap<number, Locale> | 'file'

/** Signers who read the template's language. */
const SIGNERS: PrintedFor = new Map()

/**
 * As `checkValues`, and everything fits: no text is longer than its boxes hold, no table than the document may be. It
 * is measured as it will be drawn (decision 0461), so that `renderTemplate` draws what this accepts.
 * @param printedFor `file`: everything that was given is printed
 * @throws PdfError, PdfTimeoutError
 */
export async function acceptValues(
  ctx: Pick<Ctx, 'pdf'>,
  workspaceId: string,
  { snapshot, source }: TemplateVersion,
  given: Readonly<Record<string, unknown>>,
  printedFor: PrintedFor = SIGNERS,
): Promise<AcceptedValues> {
  const checked = checkValues(snapshot, given)
  if (printedFor === 'file') for (const value of checked.values.values()) value.printed = true
  const engine = ctx.pdf.of(workspaceId)
  const sourced = printsOf(snapshot, checked.values)
  const options = {
    prints: sourced.map(({ print }) => print),
    backgrounds: backgroundsOf(snapshot.model),
    reserved:
      printedFor === 'file' ? 0 : reservedPages(unresolvedTables(snapshot, checked.values), snapshot.file.pages),
  }
  const measured = sourced.length > 0 ? await engine.measurePrints([source], options) : []
  const problems = overflowProblems(sourced, measured)
  const least = new Map<string, number>()
  const proposals = printedFor === 'file' ? [] : proposalsOf(snapshot, checked.values, printedFor)
  for (const { box, text } of proposals) {
    const page = snapshot.file.pages[box.page - 1]!
    const fits = await engine.charactersThatFit({ page, box, text })
    if (fits !== null) least.set(box.field!, Math.min(fits, least.get(box.field!) ?? fits))
  }
  for (const [field, fits] of least) problems.push(tooLong(field, fits))
  const values = new Map(checked.values)
  for (const { field } of problems) values.delete(keyOf(field))
  return {
    problems: inOrder(snapshot, [...checked.problems, ...problems]),
    warnings: [...checked.warnings, ...missingGlyphs(ctx.pdf.glyphs(), textsOf(sourced))],
    missingOptional: checked.missingOptional,
    values,
  }
}

/** What does not fit, as problems of the values: each once, with what fits into all of its boxes. */
export function overflowProblems(sourced: SourcedPrint[], overflow: Overflow[]): ValueProblem[] {
  const problems = new Map<string, ValueProblem & { fits: number }>()
  for (const one of overflow) {
    const { box } = sourced[one.print]!
    const cell = one.kind === 'text' && one.cell ? `[${one.cell.row}].${box.table!.columns[one.cell.column]!.key}` : ''
    const field = `${box.field}${cell}`
    const before = problems.get(field)
    if (before && before.fits <= one.fits) continue
    const made = one.kind === 'text' ? tooLong(field, one.fits) : tooManyRows(field, one.fits)
    problems.set(field, { ...made, fits: one.fits })
  }
  return [...problems.values()].map(({ fits: _, ...problem }) => problem)
}

function tooLong(field: string, fits: number): ValueProblem {
  const message = `${field} does not fit: ${fits} characters of it fit into its box`
  return { field, code: 'too_long', message, meta: { fits } }
}

function tooManyRows(field: string, fits: number): ValueProblem {
  const message = `${field} makes the document too long: ${fits} of its rows fit`
  return { field, code: 'too_many_rows', message, meta: { max_rows: fits } }
}

const keyOf = (field: string) => field.split('[', 1)[0]!

function inOrder(snapshot: Snapshot, problems: ValueProblem[]): ValueProblem[] {
  const order = new Map(inputsOf(snapshot).map(({ definition }, index) => [definition.key, index]))
  const rank = ({ field }: ValueProblem) => order.get(keyOf(field)) ?? 0
  return problems.sort((a, b) => rank(a) - rank(b))
}

/** What is printed of each field, and of each column of a table. */
function textsOf(sourced: SourcedPrint[]): { field: string; text: string }[] {
  const texts = new Map<string, string>()
  for (const { print, box } of sourced) {
    if (print.kind === 'text') texts.set(box.field!, print.text)
    if (print.kind !== 'table') continue
    for (const [index, { key }] of box.table!.columns.entries()) {
      texts.set(`${box.field}.${key}`, print.rows.map((row) => row[index]).join(''))
    }
  }
  return [...texts].map(([field, text]) => ({ field, text }))
}
