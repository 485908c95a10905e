import { remindDue } from '../domain/signing/remind-due.ts'
import type { JobHandler } from './handler.ts'

export const remindTask: JobHandler<'remind'> = async (ctx) => {
  await remindDue(ctx)
}
