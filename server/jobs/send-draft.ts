import { sendDueDraft } from '../domain/drafts/send-due.ts'
import type { JobHandler } from './handler.ts'

export const sendDraftTask: JobHandler<'send-draft'> = (ctx, { draftId }, attempt) =>
  sendDueDraft(ctx, draftId, attempt)
