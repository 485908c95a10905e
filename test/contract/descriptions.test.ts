import { describe, expect, it } from 'vitest'
import { refName, resolveRef, type Schema } from '../../server/openapi.ts'
import { loadSpec } from '../support/contract.ts'

const spec = loadSpec()

/** Schemas that say how a value is written, not what it is: a property made of one needs its own words. */
const FORMATS = new Set(['Email', 'EventId', 'FieldKey', 'MaybeTimestamp', 'Phone', 'Sha256', 'Timestamp'])

/** What holds no schemas: values, and the condition on properties that are declared beside it. */
const SKIPPED = new Set(['example', 'examples', 'default', 'const', 'enum', 'if', 'then'])

/** Every property of every schema of the spec, in bodies, answers and webhooks, with where it is. */
function* propertiesOf(node: unknown, where: string): Generator<[string, Schema]> {
  if (typeof node !== 'object' || node === null) return
  const { properties } = node as Schema
  for (const [name, property] of Object.entries(properties ?? {})) yield [`${where}.${name}`, property]
  for (const [key, value] of Object.entries(node)) {
    if (!SKIPPED.has(key)) yield* propertiesOf(value, key === 'properties' ? where : `${where}.${key}`)
  }
}

/** Its own words, or those of the schema that it consists of. */
function isDescribed(schema: Schema): boolean {
  if (schema.description?.trim()) return true
  return schema.$ref !== undefined && !FORMATS.has(refName(schema.$ref)) && isDescribed(resolveRef(spec, schema))
}

describe('every property', () => {
  const found = [...propertiesOf(spec, 'spec')]

  it('has a description, which says what it is', () => {
    expect(found.length).toBeGreaterThan(1000)
    expect(found.filter(([, schema]) => !isDescribed(schema)).map(([where]) => where)).toEqual([])
  })

  it('is described by more than its own name', () => {
    const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
    const named = found.filter(([where, { description }]) => {
      return description && plain(description) === plain(where.slice(where.lastIndexOf('.')))
    })
    expect(named.map(([where]) => where)).toEqual([])
  })
})
