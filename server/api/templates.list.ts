import { listTemplates as list } from '../domain/templates/list.ts'
import type { Handler } from './contract.ts'

const PAGE = 100

/** `GET /templates`. */
export const listTemplates: Handler<'listTemplates'> = async (call) => {
  const { status, limit, cursor } = call.query
  const size = limit === undefined ? PAGE : Number(limit)
  if (size < 1 || size > PAGE) {
    call.fail('invalid_request', `limit must be from 1 to ${PAGE}`, { meta: { path: 'limit' } })
  }
  const page = await list(call.ctx, call.actor, { status: status ?? 'locked', limit: size, cursor: cursor ?? null })
  return call.reply(200, {
    templates: page.templates.map(({ updatedAt, model: _, ...summary }) => ({
      ...summary,
      updated_at: updatedAt.toISOString(),
    })),
    next_cursor: page.nextCursor,
  })
}
