import { sendEmail } from '../domain/messages/send.ts'
import type { Handler } from './handler.ts'

export const sendEmailTask: Handler<'send-email'> = (ctx, payload, attempt) => sendEmail(ctx, payload, attempt)
