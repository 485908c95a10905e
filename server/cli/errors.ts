/** What was asked for could not be done: a message for the user at the terminal, without a stack. Exit code 1. */
export class CommandError extends Error {
  readonly code = 'FAILED'
}

/** The command was called in a way that cannot be meant, beyond what its declaration says. Exit code 2. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}
