import { DomainError } from './errors.ts'

const RETRY_SECONDS = 10

/** The PDF engine ran out of time for a job that it can do: the call is refused with a retry time, not failed. */
export function busy(cause: unknown): DomainError {
  return new DomainError('busy', 'the server is busy; try again in a moment', { retryInSeconds: RETRY_SECONDS, cause })
}
