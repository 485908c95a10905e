/** An error in words, with what caused it; one of a connection to several addresses has no words of its own. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (!(error.cause instanceof Error)) return error.message
  const cause = reasonOf(error.cause)
  // All that `fetch` says itself.
  if (error.message === 'fetch failed') return cause
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`
}
