import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { OutboxTable } from '../../db/schema.ts'
import { SANDBOX } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'

export type Message = Selectable<OutboxTable>

export interface MessageFilter {
  to?: string | undefined
  channel?: Message['channel'] | undefined
  documentId?: string | undefined
  /** Only those after the message with this id. */
  after?: number | undefined
}

/**
 * The messages that the sandbox would have sent, newest first.
 * @param wait how many seconds of real time to wait for the first
 */
export async function listMessages(
  ctx: Ctx,
  actor: Actor,
  filter: MessageFilter,
  wait: number,
  signal: AbortSignal,
): Promise<Message[]> {
  assertMay(ctx, actor, 'listMessages')
  const { to, channel, documentId, after } = filter
  const look = async () => {
    const rows = await ctx.db
      .selectFrom('outbox')
      .selectAll()
      .where('workspace_id', '=', actor.workspaceId)
      .$if(to !== undefined, (query) => query.where((eb) => eb(eb.fn('lower', ['recipient']), '=', to!.toLowerCase())))
      .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
      .$if(documentId !== undefined, (query) =>
        query.where((eb) => eb(eb.cast('document_id', 'text'), '=', documentId!)),
      )
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id', 'desc')
      .limit(SANDBOX.messages)
      .execute()
    return rows.length > 0 ? rows : null
  }
  return (await ctx.changes.waitFor(look, wait, signal)) ?? []
}

/** The links and the code that people would take from a message. */
export function contentsOf({ channel, kind, html, body }: Pick<Message, 'channel' | 'kind' | 'html' | 'body'>) {
  const link = (path: string) =>
    new RegExp(`https?://[^\\s"'<>]+/${path}/[^\\s"'<>?&]+`).exec(`${body}\n${html ?? ''}`)?.[0]
  return {
    links: { sign: link('sign') ?? null, hand_over: link('hand-over') ?? null },
    code: channel === 'sms' && kind === 'code' ? (/#(\d+)\s*$/.exec(body)?.[1] ?? null) : null,
  }
}
