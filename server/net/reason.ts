/** An error in words, with what caused it; one of a connection to several addresses has no words of its own. */
export function reasonOf(error: unknown): string {
  const [first = '', ...causes] = wordsOf(error)
  return causes.length === 0 ? first : `${first} (${causes.join(': ')})`
}

/** Each of the chain of causes that says something new. */
function wordsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  if (error instanceof AggregateError) return [[...new Set(error.errors.map(reasonOf))].join('; ')]
  const causes = error.cause instanceof Error ? wordsOf(error.cause) : []
  // All that `fetch` says itself.
  if (error.message === 'fetch failed' && causes.length > 0) return causes
  return [error.message, ...causes.filter((words) => !error.message.includes(words))]
}
