import { reconcile } from '../domain/documents/reconcile.ts'
import { reportSealDelays } from '../domain/documents/report-delays.ts'
import { resumeDrafts } from '../domain/drafts/send-due.ts'
import type { JobHandler } from './handler.ts'

export const reconcileTask: JobHandler<'reconcile'> = async (ctx) => {
  await reconcile(ctx)
  await reportSealDelays(ctx)
  await resumeDrafts(ctx)
}
