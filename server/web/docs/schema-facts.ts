import type { Schema, Spec } from '../../openapi.ts'
import { merged } from './spec.ts'

/** Deeper levels are named by their type alone: the example shows them. */
export const DEPTH_MAX = 4

/** The object itself, or that of a list's elements. */
export function innerOf(spec: Spec, schema: Schema): Schema {
  const target = merged(spec, schema)
  return target.items ? innerOf(spec, target.items) : target
}

/** The keys of an object and of everything it is put together from; of alternatives, all of them, none required. */
export function keysOf(spec: Spec, schema: Schema): { properties: Record<string, Schema>; required: Set<string> } {
  const target = merged(spec, schema)
  const properties: Record<string, Schema> = {}
  const required = new Set<string>()
  const parts = [...(target.allOf ?? [])].map((part) => keysOf(spec, part))
  for (const part of parts) for (const name of part.required) required.add(name)
  const variants = [...(target.oneOf ?? []), ...(target.anyOf ?? [])].map((part) => keysOf(spec, part))
  for (const { properties: own } of [...parts, ...variants])
    for (const [name, property] of Object.entries(own)) properties[name] ??= property
  for (const name of target.required ?? []) required.add(name)
  return { properties: { ...properties, ...target.properties }, required }
}

/** `string`, `list of objects`, `integer or null`. */
export function typeOf(spec: Spec, schema: Schema): string {
  const target = merged(spec, schema)
  const members = target.oneOf ?? target.anyOf
  if (members) return [...new Set(members.map((member) => typeOf(spec, member)))].join(' or ')
  if (target.allOf || target.properties) return [target.type].flat().includes('null') ? 'object or null' : 'object'
  if (target.const !== undefined) return JSON.stringify(target.const)
  const types = [target.type ?? 'any'].flat()
  return types
    .map((type) => {
      if (type === 'array') return target.items ? `list of ${typeOf(spec, target.items)}` : 'list'
      return type === 'string' && target.format ? `string (${FORMATS[target.format] ?? target.format})` : type
    })
    .join(' or ')
}

const FORMATS: Record<string, string> = { binary: 'file', 'date-time': 'time', uri: 'URL' }

/** Permitted values, sizes and the default, in words; null for none. */
export function limitsOf(schema: Schema): string | null {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, default: fallback } = schema
  const texts = [
    schema.enum ? `One of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}.` : null,
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' elements'),
    between(minimum, maximum, ''),
    fallback === undefined ? null : `Default: ${JSON.stringify(fallback)}.`,
  ].filter((text) => text !== null)
  return texts.length > 0 ? texts.join(' ') : null
}

function between(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least === undefined && most === undefined) return null
  if (most === undefined) return `At least ${least}${unit}.`
  return least === undefined ? `At most ${most}${unit}.` : `${least} to ${most}${unit}.`
}
