import type { Print, PrintedTable, PrintStyle } from '../../pdf/print/types.ts'
import type { ValueType } from '../fields/definition.ts'
import { directionOf, type Locale } from '../locales.ts'
import { WORDS } from '../words.ts'
import { type Asked, DEFAULT_STYLE, labelIn, type TemplateBox } from './box.ts'
import type { GivenValue, Row } from './check.ts'
import { inputsOf, type TemplateInput } from './inputs.ts'
import { type PrintValue, valuePrinter } from './print.ts'

/** A print and the value it comes from. */
export interface SourcedPrint {
  print: Print
  box: TemplateBox
}

/** The pages that are backgrounds of added pages, 1-based. */
export function backgroundsOf({ boxes }: Pick<Asked['model'], 'boxes'>): number[] {
  return [...new Set(boxes.flatMap(({ table }) => table?.continuation_page ?? []))]
}

/** What the sender's values print, box by box. A box of a signer prints what the sender settled, and else nothing. */
export function printsOf(snapshot: Asked, values: ReadonlyMap<string, GivenValue>): SourcedPrint[] {
  const { model } = snapshot
  const inputs = new Map(inputsOf(snapshot).map((input) => [input.definition.key, input]))
  const print = valuePrinter(model.locale)
  return model.boxes.flatMap((box) => {
    const input = box.field === null ? undefined : inputs.get(box.field)
    const given = box.field === null ? undefined : values.get(box.field)
    const made = input && printOf(box, input, given?.printed ? given : undefined, { model, print })
    return made ? [{ print: made, box }] : []
  })
}

/**
 * A signer's value as it is filled in, in each of the text boxes that will show it.
 * @param languages of the signers by slot, where they are not the template's
 */
export function proposalsOf(
  snapshot: Asked,
  values: ReadonlyMap<string, GivenValue>,
  languages: ReadonlyMap<number, Locale>,
): { box: TemplateBox; text: string }[] {
  return inputsOf(snapshot).flatMap(({ definition, boxes }) => {
    const given = values.get(definition.key)
    if (!given || given.printed || definition.kind === 'collection' || Array.isArray(given.value)) return []
    const { value } = given
    return boxes
      .filter(({ kind }) => kind === 'text')
      .map((box) => {
        const own = box.slot === null ? undefined : languages.get(box.slot)
        return { box, text: valuePrinter(own ?? snapshot.model.locale)(value, definition, box.format) }
      })
  })
}

interface Setting {
  model: Asked['model']
  print: PrintValue
}

function printOf(
  box: TemplateBox,
  input: TemplateInput,
  given: GivenValue | undefined,
  setting: Setting,
): Print | null {
  const { page, x, y, w, h, kind } = box
  const place = { page, x, y, w, h }
  const { definition } = input
  if (definition.kind === 'collection') {
    // A table of the sender's that was not given has no rows; a signer's is not printed yet.
    const rows = Array.isArray(given?.value) ? given.value : box.slot === null ? [] : null
    return rows && tableOf({ ...place, box, input, rows }, setting)
  }
  if (!given || Array.isArray(given.value)) return null
  if (kind === 'checkbox') {
    const ticked = box.option === null ? given.value === true : given.value === box.option
    return ticked ? { ...place, kind: 'tick' } : null
  }
  const text = setting.print(given.value, definition, box.format)
  return { ...place, kind: 'text', text, style: styleOf(box, definition) }
}

function styleOf({ style }: TemplateBox, definition: ValueType): PrintStyle {
  const { size, align, valign, lines, overflow } = style ?? DEFAULT_STYLE
  // What has lines is set in lines, unless the box says otherwise.
  const wrap = lines === 'many' || (style === null && definition.type === 'multiline')
  return { size, align, valign, wrap, shrink: overflow === 'shrink' }
}

function tableOf(
  {
    box,
    input,
    rows,
    ...place
  }: Pick<Print, 'page' | 'x' | 'y' | 'w' | 'h'> & {
    box: TemplateBox
    input: TemplateInput
    rows: Row[]
  },
  { model: { locale }, print }: Setting,
): PrintedTable | null {
  const { table } = box
  if (!table || (rows.length === 0 && table.empty === 'hide')) return null
  const columns = table.columns.flatMap((column) => {
    const definition = input.columns.find(({ key }) => key === column.key)
    return definition ? [{ ...column, definition }] : []
  })
  const label = labelIn(box.label ?? input.labels, locale)
  return {
    ...place,
    kind: 'table',
    columns: columns.map(({ share, align, definition }) => ({ share, align: align ?? alignOf(definition) })),
    header: table.header ? columns.map(({ definition }) => labelIn(definition.labels, locale) ?? definition.key) : null,
    rows: rows.map((row) =>
      columns.map(({ key, definition }) => (Object.hasOwn(row, key) ? print(row[key]!, definition, null) : '')),
    ),
    zebra: table.zebra,
    size: box.style?.size ?? null,
    direction: directionOf(locale),
    continuationPage: table.continuation_page,
    caption: [label, WORDS[locale].page]
      .filter((part) => part !== null)
      .join(directionOf(locale) === 'rtl' ? '، ' : ', '),
  }
}

function alignOf({ type }: ValueType): 'start' | 'end' {
  return type === 'number' || type === 'money' ? 'end' : 'start'
}
