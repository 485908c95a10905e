import { expireDue } from '../domain/signing/expire.ts'
import type { Handler } from './handler.ts'

export const expireRequestsTask: Handler<'expire-requests'> = async (ctx) => {
  await expireDue(ctx)
}
