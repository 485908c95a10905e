import type { AttemptResult } from '../../../domain/deliveries/outcome.ts'

/** What happened to something that was sent on request. */
export function answerOf(what: string, { status, result }: { status: string; result: AttemptResult }): string {
  if (status === 'success') return `${what} was answered with ${result.status} after ${result.latencyMs} ms.`
  return result.status === null
    ? `${what} got no answer: ${result.text.replace(/^network: /, '')}.`
    : `${what} failed: your server answered ${result.status}.`
}
