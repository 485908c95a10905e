import { reconcile } from '../domain/documents/reconcile.ts'
import type { Handler } from './handler.ts'

export const reconcileTask: Handler<'reconcile'> = async (ctx) => {
  await reconcile(ctx)
}
