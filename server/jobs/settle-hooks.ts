import { settleHooks } from '../domain/hooks/switch-off.ts'
import type { JobHandler } from './handler.ts'

export const settleHooksTask: JobHandler<'settle-hooks'> = (ctx, { hookIds }) => settleHooks(ctx, hookIds)
