import { sendTextInvitation } from '../domain/sms/text-signer.ts'
import type { JobHandler } from './handler.ts'

export const sendSmsTask: JobHandler<'send-sms'> = (ctx, payload, attempt) => sendTextInvitation(ctx, payload, attempt)
