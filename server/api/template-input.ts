import { randomUUID } from 'node:crypto'
import type { z } from '@hono/zod-openapi'
import { DomainError } from '../domain/errors.ts'
import { type FieldDefinition, MAX_ROWS } from '../domain/fields/definition.ts'
import { assertConsistent } from '../domain/fields/valid.ts'
import type { TemplateModel } from '../domain/templates/model.ts'
import type { FieldModel, TemplateModel as ModelSchema } from '../generated/schemas.ts'

type Field = z.output<typeof FieldModel>

/**
 * A model as it was sent, after validation; boxes without an id get one.
 * @throws DomainError `invalid_request` where two boxes have the same id
 */
export function modelOf(template: z.output<typeof ModelSchema>): TemplateModel {
  const ids = new Set<string>()
  template.boxes.forEach(({ id }, index) => {
    if (id === undefined) return
    if (ids.has(id)) throw invalid(`template.boxes[${index}].id`, `"${id}" is given twice`)
    ids.add(id)
  })
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
    const definition = definitionOf(field, at)
    assertConsistent(definition, `${at}.`)
    return definition
  })
}

function definitionOf(field: Field, at: string): FieldDefinition {
  const { key, kind, type, labels, max_rows: maxRows, columns } = field
  if (kind === 'collection') return { key, kind, max_rows: maxRows ?? MAX_ROWS, labels, columns }
  if (type === null) throw invalid(`${at}.type`, 'a scalar needs a type')
  const { options, currency, decimals, max_length, example } = field
  return { key, kind, type, options, currency, decimals, max_length, labels, example }
}

function invalid(path: string, why: string): DomainError {
  return new DomainError('invalid_request', `${path}: ${why}`, { meta: { path } })
}
