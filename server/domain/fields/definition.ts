import type { Selectable } from 'kysely'
import type { FieldDefinitionsTable } from '../../db/schema.ts'

/** Texts for people, by language tag. */
export type Labels = Record<string, string>

export const FIELD_TYPES = [
  'text',
  'multiline',
  'number',
  'money',
  'date',
  'boolean',
  'enum',
  'email',
  'phone',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** What one value must be: a scalar field, or a cell of a collection. */
export interface ValueType {
  type: FieldType
  /** The values of an enum; empty for every other type. */
  options: string[]
  /** ISO 4217, of money. */
  currency: string | null
  /** Digits after the decimal point that a number is printed with; null: those given. */
  decimals: number | null
  /** In characters. */
  max_length: number | null
  labels: Labels
}

export interface ColumnDefinition extends ValueType {
  key: string
  required: boolean
}

/** A field of the workspace's registry (contract 2.8). A key keeps its kind and type for ever (decision 0502). */
export type FieldDefinition = ScalarDefinition | CollectionDefinition

export interface ScalarDefinition extends ValueType {
  key: string
  kind: 'scalar'
  example: string | null
}

export interface CollectionDefinition {
  key: string
  kind: 'collection'
  max_rows: number
  labels: Labels
  columns: ColumnDefinition[]
}

/** Rows of a collection at most, whatever its definition says. */
export const MAX_ROWS = 1_000

type Properties<Definition> = Omit<Definition, 'key' | 'kind' | 'type'>

/** What is stored beside key, kind and type. */
export function propertiesOf(definition: FieldDefinition): string {
  if (definition.kind === 'collection') {
    const { key: _, kind: _kind, ...properties } = definition
    return JSON.stringify(properties)
  }
  const { key: _, kind: _kind, type: _type, ...properties } = definition
  return JSON.stringify(properties)
}

export function definitionOf(row: Selectable<FieldDefinitionsTable>): FieldDefinition {
  if (row.kind === 'collection') {
    return { key: row.key, kind: 'collection', ...(row.properties as Properties<CollectionDefinition>) }
  }
  const type = row.type as FieldType
  return { key: row.key, kind: 'scalar', type, ...(row.properties as Properties<ScalarDefinition>) }
}
