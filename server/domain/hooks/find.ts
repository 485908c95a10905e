import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { HooksTable } from '../../db/schema.ts'
import { DomainError } from '../errors.ts'
import { isUuid } from '../uuid.ts'

export type HookRow = Selectable<HooksTable>

/**
 * Loads a workspace-wide hook, enabled or not. A document's own hook is invisible here (contract 2.2), except to who
 * names the document.
 * @throws DomainError `not_found`
 */
export async function findHook(
  ctx: Pick<Ctx, 'db'>,
  workspaceId: string,
  id: string,
  documentId: string | null = null,
): Promise<HookRow> {
  const hook = isUuid(id)
    ? await ctx.db
        .selectFrom('hooks')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where((eb) =>
          documentId !== null && isUuid(documentId)
            ? eb.or([eb('scope', '=', 'workspace'), eb('document_id', '=', documentId)])
            : eb('scope', '=', 'workspace'),
        )
        .executeTakeFirst()
    : undefined
  if (!hook) throw new DomainError('not_found', 'there is no such hook')
  return hook
}

/**
 * Refuses a hook to which nothing may be sent on request (contract 4.8, 4.9).
 * @throws DomainError `hook_disabled`, or `https_required` for one that was registered over http
 */
export async function assertSendable(ctx: Pick<Ctx, 'outbound'>, hook: HookRow): Promise<void> {
  if (!hook.enabled) throw new DomainError('hook_disabled', 'this hook is switched off')
  // Only the rule for plain http may have changed since; what an https name resolves to is checked by the attempt.
  if (new URL(hook.target_url).protocol === 'https:') return
  if ((await ctx.outbound.checkUrl(hook.target_url)) === 'https_required') {
    throw new DomainError('https_required', 'this hook was registered over http; register an https address')
  }
}
