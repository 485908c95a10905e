import { renewDue } from '../domain/documents/renew.ts'
import { surveyStamps } from '../domain/documents/survey-stamps.ts'
import type { JobHandler } from './handler.ts'

export const renewTask: JobHandler<'renew'> = async (ctx) => {
  const { renewalDays } = ctx.config
  if (renewalDays === null) return
  await surveyStamps(ctx, { all: false })
  await renewDue(ctx, { days: renewalDays })
}
