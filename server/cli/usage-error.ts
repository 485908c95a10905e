/** A message for the user at the terminal, without a stack. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}
