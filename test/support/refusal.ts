/** What a verb was refused with; null: it was not. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; message: string; meta?: unknown }) => ({ ...error, message: error.message }),
  )
