import { sendEmail } from '../domain/messages/send.ts'
import type { JobHandler } from './handler.ts'

export const sendEmailTask: JobHandler<'send-email'> = (ctx, payload, attempt) => sendEmail(ctx, payload, attempt)
