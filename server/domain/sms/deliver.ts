import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { SmsError, type SmsMessage } from '../../sms/index.ts'

/** A message may be billed by its length. */
const MAX_CHARACTERS = 40

/**
 * Hands a message to the provider, and measures how long that took, by outcome.
 * @returns the provider's message id
 * @throws SmsError
 */
export async function deliverSms(
  ctx: Pick<Ctx, 'sms' | 'metrics'>,
  message: SmsMessage,
): Promise<{ messageId: string }> {
  const stop = ctx.metrics.smsSeconds.startTimer()
  try {
    const accepted = await ctx.sms.send(message)
    stop({ outcome: 'accepted' })
    return accepted
  } catch (error) {
    if (error instanceof SmsError) stop({ outcome: error.reason })
    throw error
  }
}

/** A name or title as a message has it: short, and without characters that are not seen. */
export function shortened(text: string): string {
  return upTo(MAX_CHARACTERS, text.replace(/[\p{Cc}\p{Cf}]/gu, '')).trim()
}
