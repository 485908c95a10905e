import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { digestOf } from '../../digest.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import type { FieldDefinition } from './definition.ts'
import { type RegisteredField, readRegistry } from './list.ts'
import { registerFields } from './register.ts'
import { assertConsistent } from './valid.ts'

/** Every field, archived ones too, sorted by key: for the people who keep the registry. */
export async function fieldRegistry(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor): Promise<RegisteredField[]> {
  assertMay(ctx, actor, 'fieldRegistry')
  return readRegistry(ctx.db, actor.workspaceId)
}

/**
 * Adds a field, or changes what may be changed of one (decision 0502). Versions of templates keep the definition they
 * were locked with.
 * @param was `fieldState` of the one that was shown; null: a new one, so that another field of its key is refused
 * @throws DomainError `field_conflict`, also for a key that is taken; `invalid_request`; `not_found`; `values_changed`
 */
export async function saveField(
  ctx: Ctx,
  actor: Actor,
  definition: FieldDefinition,
  was: string | null,
): Promise<void> {
  assertMay(ctx, actor, 'saveField')
  assertConsistent(definition, '')
  await transaction(ctx.db, async (tx) => {
    const known = (await readRegistry(tx, actor.workspaceId)).find((field) => field.definition.key === definition.key)
    if (was !== null && !known) throw notFound()
    if (was !== null && known && fieldState(known) !== was) {
      // The second press of a double click.
      if (isDeepStrictEqual(known.definition, definition)) return
      throw new DomainError('values_changed', 'the field was changed or archived meanwhile')
    }
    if (was === null && known) {
      // As above, of a new one.
      if (!known.archived && isDeepStrictEqual(known.definition, definition)) return
      const message = `the registry has "${definition.key}" already${known.archived ? ', archived' : ''}`
      throw new DomainError('field_conflict', message, { meta: { key: definition.key } })
    }
    const added = await registerFields(ctx, tx, actor.workspaceId, [definition])
    // Two forms at once for one new key: the later one has changed it.
    const work = added.length > 0 ? 'field.created' : 'field.changed'
    await recordWork(ctx, tx, actor, work, { name: definition.key })
  })
}

/** Tells two states of a field apart. */
export function fieldState({ definition, archived }: Pick<RegisteredField, 'definition' | 'archived'>): string {
  return digestOf([definition, archived])
}

/** No longer offered; templates that use it go on until their next lock. @throws DomainError `not_found` */
export async function archiveField(ctx: Ctx, actor: Actor, key: string): Promise<void> {
  assertMay(ctx, actor, 'archiveField')
  await setArchived(ctx, actor, key, true)
}

/** @throws DomainError `not_found` */
export async function restoreField(ctx: Ctx, actor: Actor, key: string): Promise<void> {
  assertMay(ctx, actor, 'restoreField')
  await setArchived(ctx, actor, key, false)
}

async function setArchived(ctx: Ctx, by: Actor, key: string, archived: boolean): Promise<void> {
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const changed = await tx
      .updateTable('field_definitions')
      .set({ archived_at: archived ? now : null, updated_at: now })
      .where('workspace_id', '=', by.workspaceId)
      .where('key', '=', key)
      .returning('key')
      .executeTakeFirst()
    if (!changed) throw notFound()
    await recordWork(ctx, tx, by, archived ? 'field.archived' : 'field.restored', { name: key })
  })
}

function notFound(): DomainError {
  return new DomainError('not_found', 'the registry has no such field')
}
