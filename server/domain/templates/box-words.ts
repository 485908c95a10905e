import type { TemplateBox, TemplateModel } from './model.ts'

/** Which box: `text box "iban" of tenant on page 2`. */
export function boxWords({ kind, field, slot, page }: TemplateBox, { slots }: Pick<TemplateModel, 'slots'>): string {
  const role = slot === null ? null : (slots.find((one) => one.slot === slot)?.role ?? `slot ${slot}`)
  const name = field === null ? '' : ` "${field}"`
  return `${kind} box${name}${role === null ? '' : ` of ${role}`} on page ${page}`
}
