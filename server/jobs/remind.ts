import { remindDue } from '../domain/signing/remind-due.ts'
import type { Handler } from './handler.ts'

export const remindTask: Handler<'remind'> = async (ctx) => {
  await remindDue(ctx)
}
