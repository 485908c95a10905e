import { randomUUID } from 'node:crypto'
import type { z } from '@hono/zod-openapi'
import { DomainError } from '../domain/errors.ts'
import { type ColumnDefinition, type FieldDefinition, type FieldType, MAX_ROWS } from '../domain/fields/definition.ts'
import type { TemplateModel } from '../domain/templates/model.ts'
import type { FieldModel, TemplateModel as ModelSchema } from '../generated/schemas.ts'

type Field = z.output<typeof FieldModel>

/** A model as it was sent, after validation; boxes without an id get one. */
export function modelOf(template: z.output<typeof ModelSchema>): TemplateModel {
  return { ...template, boxes: template.boxes.map((box) => ({ ...box, id: box.id ?? randomUUID() })) }
}

/**
 * Definitions as they were sent, after validation.
 * @throws DomainError `invalid_request` where parts of a definition, or two of them, contradict each other
 */
export function fieldsOf(fields: readonly Field[]): FieldDefinition[] {
  return fields.map((field, index) => {
    const at = `fields[${index}]`
    if (fields.findIndex(({ key }) => key === field.key) !== index) {
      throw invalid(`${at}.key`, `"${field.key}" is given twice`)
    }
    return fieldOf(field, at)
  })
}

function fieldOf(field: Field, at: string): FieldDefinition {
  const { key, labels } = field
  if (field.kind === 'scalar') {
    if (field.type === null) throw invalid(`${at}.type`, 'a scalar needs a type')
    return { key, kind: 'scalar', ...valueTypeOf(field.type, field, at), example: field.example }
  }
  if (field.columns.length === 0) throw invalid(`${at}.columns`, 'a collection needs columns')
  const columns = field.columns.map((column, index): ColumnDefinition => {
    const place = `${at}.columns[${index}]`
    if (field.columns.findIndex((other) => other.key === column.key) !== index) {
      throw invalid(`${place}.key`, `"${column.key}" is given twice`)
    }
    return { ...valueTypeOf(column.type, column, place), key: column.key, required: column.required }
  })
  return { key, kind: 'collection', max_rows: field.max_rows ?? MAX_ROWS, labels, columns }
}

type Typed = Pick<Field, 'options' | 'currency' | 'decimals' | 'max_length' | 'labels'>

function valueTypeOf(type: FieldType, { options, currency, decimals, max_length, labels }: Typed, at: string) {
  if ((type === 'enum') !== options.length > 0) {
    throw invalid(`${at}.options`, 'an enum, and only an enum, has options')
  }
  if (new Set(options).size !== options.length) throw invalid(`${at}.options`, 'an option is given twice')
  if ((type === 'money') !== (currency !== null)) {
    throw invalid(`${at}.currency`, 'money, and only money, has a currency')
  }
  return { type, options, currency, decimals, max_length, labels }
}

function invalid(path: string, why: string): DomainError {
  return new DomainError('invalid_request', `${path}: ${why}`, { meta: { path } })
}
