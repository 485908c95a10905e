/** What a form shows, as its hidden field `stored` that `changedSince` reads. */
export function storedText(shown: object): string {
  return JSON.stringify(shown)
}

/**
 * Only what was changed in the form: what somebody else has saved since it was opened stays.
 * @param stored what no page of ours has sent changes everything
 */
export function changedSince<Change extends object>(stored: string, change: Change): Partial<Change> {
  const before = parsed(stored)
  const isKept = ([name, value]: [string, unknown]) =>
    // A number that is none would be read as null.
    Object.hasOwn(before, name) && JSON.stringify(before[name]) === JSON.stringify(value) && !Number.isNaN(value)
  const changed = Object.entries(change).filter((entry) => !isKept(entry))
  return Object.fromEntries(changed) as Partial<Change>
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
