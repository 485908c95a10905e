import { expireDue } from '../domain/signing/expire.ts'
import type { JobHandler } from './handler.ts'

export const expireRequestsTask: JobHandler<'expire-requests'> = async (ctx) => {
  await expireDue(ctx)
}
