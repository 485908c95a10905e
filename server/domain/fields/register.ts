import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { DomainError } from '../errors.ts'
import { type FieldDefinition, propertiesOf } from './definition.ts'
import { type RegisteredField, readRegistry } from './list.ts'

/**
 * Adds definitions to the registry and updates those it has; an archived field that is given again comes back. In the
 * caller's transaction.
 * @returns the keys that are new, sorted
 * @throws DomainError `field_conflict` if a key, or a column's key, has another kind or type: documents and webhooks
 *   that carry its values rely on it (decision 0502)
 */
export async function registerFields(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  workspaceId: string,
  definitions: FieldDefinition[],
): Promise<string[]> {
  if (definitions.length === 0) return []
  // Two imports at once would otherwise both find that a key is missing.
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
  const known = new Map((await readRegistry(tx, workspaceId)).map((field) => [field.definition.key, field]))
  for (const definition of definitions) {
    const before = known.get(definition.key)
    if (before) assertSameTypes(before, definition)
  }
  const now = ctx.clock.now()
  await tx
    .insertInto('field_definitions')
    .values(
      definitions.map((definition) => ({
        id: randomUUID(),
        workspace_id: workspaceId,
        key: definition.key,
        kind: definition.kind,
        type: definition.kind === 'scalar' ? definition.type : null,
        properties: propertiesOf(definition),
        retired_columns: JSON.stringify(retiredBy(definition, known.get(definition.key))),
        created_at: now,
        updated_at: now,
        archived_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'key']).doUpdateSet((eb) => ({
        properties: eb.ref('excluded.properties'),
        retired_columns: eb.ref('excluded.retired_columns'),
        updated_at: eb.ref('excluded.updated_at'),
        archived_at: null,
      })),
    )
    .execute()
  return definitions
    .map(({ key }) => key)
    .filter((key) => !known.has(key))
    .sort()
}

/** The types of the columns that it had, those of now included: harmless, and their order does not matter. */
function retiredBy(after: FieldDefinition, before: RegisteredField | undefined): Record<string, string> {
  if (after.kind === 'scalar' || before?.definition.kind !== 'collection') return {}
  return { ...before.retired, ...Object.fromEntries(before.definition.columns.map(({ key, type }) => [key, type])) }
}

function assertSameTypes(before: RegisteredField, after: FieldDefinition): void {
  const retired = Object.entries(before.retired).map(([key, type]) => [`${after.key}.${key}`, type] as const)
  const was = new Map([...retired, ...typeNames(before.definition)])
  for (const [key, type] of typeNames(after)) {
    const old = was.get(key)
    if (old === undefined || old === type) continue
    const message = `the field "${key}" is of type ${old} in the registry and ${type} in the import; use another key`
    throw new DomainError('field_conflict', message, { meta: { key } })
  }
}

/** The type of the field and of each of its columns. */
function typeNames(definition: FieldDefinition): Map<string, string> {
  if (definition.kind === 'scalar') return new Map([[definition.key, definition.type]])
  return new Map([
    [definition.key, 'collection'],
    ...definition.columns.map(({ key, type }) => [`${definition.key}.${key}`, type] as const),
  ])
}
