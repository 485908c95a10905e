import { OVERDUE_EMAIL_ATTEMPT } from '../db/tasks.ts'
import { sendEmail } from '../domain/messages/send.ts'
import type { JobHandler } from './handler.ts'

export const sendEmailTask: JobHandler<'send-email'> = (ctx, payload, { number }) =>
  sendEmail(ctx, payload, { isOverdue: number === OVERDUE_EMAIL_ATTEMPT })
