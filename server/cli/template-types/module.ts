import type { FieldDefinition, Template } from '../../../sdk/src/index.ts'
import { namesInCode } from './names.ts'

type Value = Pick<FieldDefinition, 'type' | 'options'>
type Input = Template['field_values'][number]
type Slot = Template['recipients'][number]

const HEAD = `// Written by \`countersign templates types\`. Do not edit: run it again after a template was changed.
import type * as countersign from '@countersign/sdk'
`

/** A TypeScript module with the id of each template, of a type that says what the template takes (contract 2.7). */
export function templateTypes(templates: readonly Template[]): string {
  const names = namesInCode(templates)
  return [HEAD, ...templates.map((template, index) => moduleOf(template, names[index]!))].join('\n')
}

function moduleOf(template: Template, name: string): string {
  const { id, kind, version, recipients, field_values: inputs } = template
  const given = inputs.filter(({ owner, prefill }) => owner === 'sender' || prefill !== 'refused')
  const values = `${name}Values`
  const recipient = `${name}Recipient`
  const slots = recipients.filter(({ has_fields: hasFields }) => hasFields)
  const parts = [
    ...(kind === 'esign' ? [`recipients${mayOmit(slots)}: ${recipient}[]`] : []),
    `field_values${given.some(isRequired) ? '' : '?'}: ${values}`,
  ]
  return [
    ...comment(`The values of "${template.name}", version ${version}.`),
    `export type ${values} = {`,
    ...given.flatMap(valueLines),
    '}',
    ...(kind === 'esign'
      ? [
          '',
          ...comment(`Who fills a slot of "${template.name}".`),
          `export type ${recipient} =`,
          ...slots.flatMap(slotLines),
        ]
      : []),
    '',
    ...comment(`"${template.name}", version ${version}.`),
    `export const ${name} = '${id}' as countersign.TemplateId<{ ${parts.join('; ')} }>`,
    '',
  ].join('\n')
}

/** A template all of whose slots are pinned needs no recipients. */
function mayOmit(slots: readonly Slot[]): string {
  return slots.every(({ pinned }) => pinned) ? '?' : ''
}

/** What a signer enters need not be given, whether it has to be entered or not. */
function isRequired({ required, owner }: Input): boolean {
  return required && owner === 'sender'
}

function valueLines(input: Input): string[] {
  const { key, kind, columns, slot } = input
  const whose = slot === null ? [] : [`Entered by the signer of slot ${slot}; a value fills it in.`]
  const about = comment(...labelOf(input), ...limits(input), ...whose)
  const isNeeded = isRequired(input)
  const type = kind === 'collection' ? `{ ${columns.map(columnOf).join('; ')} }[]` : typeOf(input)
  return [...about, `${key}${optional(isNeeded)} ${type}${nullable(isNeeded)}`].map((line) => `  ${line}`)
}

function columnOf(column: Input['columns'][number]): string {
  return `${column.key}${optional(column.required)} ${typeOf(column)}${nullable(column.required)}`
}

const optional = (isNeeded: boolean) => (isNeeded ? ':' : '?:')
/** Null counts as not given. */
const nullable = (isNeeded: boolean) => (isNeeded ? '' : ' | null')

/** As `field_values` takes it (2.8); a type that is newer than this version is left to the server. */
function typeOf({ type, options }: Value): string {
  switch (type) {
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'money':
      return 'string | number'
    case 'enum':
      return options.map((option) => JSON.stringify(option)).join(' | ')
    case 'text':
    case 'multiline':
    case 'date':
    case 'email':
    case 'phone':
      return 'string'
    default:
      return 'unknown'
  }
}

/** In its first language, as a sentence. */
function labelOf({ labels }: Input): string[] {
  return Object.values(labels)
    .slice(0, 1)
    .map((label) => (/\p{P}$/u.test(label) ? label : `${label}.`))
}

function limits({ type, currency, max_length: length, max_rows: rows }: Input): string[] {
  return [
    ...(type === 'date' ? ['YYYY-MM-DD.'] : []),
    ...(currency === null ? [] : [`${currency}, best as a decimal string such as "1850.00".`]),
    ...(length === null ? [] : [`At most ${length} characters.`]),
    ...(rows === null ? [] : [`At most ${rows} rows.`]),
  ]
}

function slotLines({ slot, role, pinned, channel, require_sms_verification: sms }: Slot): string[] {
  const needsPhone = sms || channel !== 'email'
  const needed = [...(pinned ? [] : ["'email'"]), ...(needsPhone && !pinned ? ["'phone_e164'"] : [])]
  const generic = [String(slot), ...(needed.length > 0 ? [needed.join(' | ')] : [])].join(', ')
  return [...comment(role), `| countersign.SlotRecipient<${generic}>`].map((line) => `  ${line}`)
}

/** A comment of one line; nothing in a name or a label ends it. */
function comment(...parts: string[]): string[] {
  if (parts.length === 0) return []
  const text = parts
    .join(' ')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('*/', '* /')
  return [`/** ${text} */`]
}
