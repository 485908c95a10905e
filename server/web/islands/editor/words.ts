import type { BoxKind, TemplateBox, TemplateModel } from '../../../domain/templates/model.ts'

export const BOX_KINDS: Record<BoxKind, string> = {
  signature: 'Signature',
  initial: 'Initials',
  date: 'Date',
  name: 'Name',
  text: 'Text',
  checkbox: 'Checkbox',
  table: 'Table',
}

/** In points. */
export const SIZES: Record<BoxKind, { width: number; height: number }> = {
  signature: { width: 160, height: 42 },
  initial: { width: 60, height: 30 },
  date: { width: 90, height: 18 },
  name: { width: 150, height: 18 },
  text: { width: 150, height: 18 },
  checkbox: { width: 14, height: 14 },
  table: { width: 440, height: 110 },
}

export const isSigners = (kind: BoxKind): boolean =>
  kind === 'signature' || kind === 'initial' || kind === 'date' || kind === 'name'

/** Who fills it in: a slot's number and role, or the sender. */
export function ownerName({ slots }: Pick<TemplateModel, 'slots'>, slot: number | null): string {
  if (slot === null) return 'sender'
  return slots.find((one) => one.slot === slot)?.role ?? `slot ${slot}`
}

/** What the box is called when it is read out. */
export function boxLabel(model: TemplateModel, box: TemplateBox): string {
  const label = box.label?.[model.locale] ?? box.label?.en
  const what = [BOX_KINDS[box.kind], box.field ?? label].filter(Boolean).join(' ')
  const owner = box.slot === null ? ownerless(box) : ownerName(model, box.slot)
  return `${what}, ${owner}, page ${box.page}${box.required ? ', required' : ''}`
}

/** The sender signs nothing: such a box waits for a recipient. */
const ownerless = ({ kind }: TemplateBox) => (isSigners(kind) ? 'no recipient yet' : 'filled in by the sender')

/** What is written in it. */
export function textOf(model: TemplateModel, box: TemplateBox): string {
  if (box.kind === 'checkbox') return '✓'
  const of = box.slot === null ? '' : ` · ${ownerName(model, box.slot)}`
  return `${box.field ?? box.label?.[model.locale] ?? BOX_KINDS[box.kind]}${of}`
}
