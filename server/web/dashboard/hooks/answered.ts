import type { LoggedDelivery } from '../../../domain/hooks/read.ts'
import { DELIVERY_LOG } from '../../../limits.ts'

type Answered = Pick<LoggedDelivery, 'attempt_log' | 'response_body'>

/** What the last attempt brought: the beginning of the answer, or why there was none. */
export function lastAnswer({ attempt_log: log, response_body: body }: Answered): string {
  return log.at(-1)?.note ?? body
}

/** Why it was given up without another attempt, such as a hook that was switched off; null: it was not. */
export function endNote({ attempt_log: log, response_body: body }: Answered): string | null {
  const last = log.at(-1)
  return last === undefined || last.note === body ? null : body
}

/** Above what `lastAnswer` and the notes of attempts are. */
export const answerTitle = (status: number | null): string =>
  status === null ? 'Why there was no answer' : 'What your server answered'

/** How many deliveries fail or were given up, as far as they are counted. */
export const countWords = (count: number): string =>
  count > DELIVERY_LOG.countedTo ? `${DELIVERY_LOG.countedTo.toLocaleString('en')}+` : String(count)
