/** A message for the person at the terminal; no stack. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}
