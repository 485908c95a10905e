import type { Ctx } from '../../context.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { sendObserverCopy, sendSenderCopy, sendSignerCopy } from './copies.ts'
import { sendDirectCode } from './direct-code.ts'
import { sendDeclined, sendExpired, sendHandOver, sendStopped, sendWithdrawal } from './endings.ts'
import { sendInvitation } from './invite.ts'
import { sendNotDelivered } from './not-delivered.ts'
import { sendDraftDeleted, sendNotSent } from './not-sent.ts'
import type { Attempt } from './once.ts'
import { sendEmailChanged, sendEmailCode, sendJoin, sendSignIn } from './people.ts'

export { sendReminder } from './invite.ts'

/**
 * The verb of the `send-email` job: reads the current state, renders one email and sends it. Safe to run twice.
 * @throws MailError when the email could not be sent and may be retried
 */
export async function sendEmail(ctx: Ctx, task: EmailTask, attempt: Attempt = { isOverdue: false }): Promise<void> {
  switch (task.message) {
    case 'invitation':
      return sendInvitation(ctx, task, attempt)
    case 'completed':
      return sendSignerCopy(ctx, task.signingRequestId, attempt)
    case 'sender_copy':
      return sendSenderCopy(ctx, task.documentId, attempt)
    case 'declined':
      return sendDeclined(ctx, task.signingRequestId, attempt)
    case 'expired':
      return sendExpired(ctx, task.documentId, attempt)
    case 'withdrawn':
      return sendWithdrawal(ctx, task.signingRequestId, attempt)
    case 'stopped':
      return sendStopped(ctx, task.signingRequestId, attempt)
    case 'hand_over':
      return sendHandOver(ctx, task.signingRequestId, attempt)
    case 'sign_in':
      return sendSignIn(ctx, task.signInId)
    case 'email_change':
      return sendEmailCode(ctx, task.emailChangeId)
    case 'email_changed':
      return sendEmailChanged(ctx, task.emailChangeId)
    case 'direct_code':
      return sendDirectCode(ctx, task.directStartId)
    case 'join':
      return sendJoin(ctx, task.invitationId)
    case 'not_sent':
      return sendNotSent(ctx, task.draftId)
    case 'not_delivered':
      return sendNotDelivered(ctx, task)
    case 'draft_deleted':
      return sendDraftDeleted(ctx, task)
    case 'observer_copy':
      return sendObserverCopy(ctx, task.documentId, task.observer, attempt)
  }
}
