/** One difference between two releases that a caller can notice. Texts and examples are not compared. */
export interface Difference {
  /**
   * What differs: `POST /hooks`, an event, `POST /hooks 409 busy`, `GET /hooks ?limit`, `Hook.payload`, `Hook.payload=full`
   * for a value of an enum, `Hook.payload maxLength` for a rule.
   */
  name: string
  change: 'added' | 'gone' | 'changed'
  /** What callers of the older release may rely on is gone, or something more is asked of them (contract 9.3, 9.4). */
  breaking: boolean
}

/** What one list has and the other has not. */
export function ofLists(
  before: readonly string[],
  after: readonly string[],
  nameOf: (one: string) => string,
): Difference[] {
  const [old, next] = [new Set(before), new Set(after)]
  return [
    ...before.flatMap((one) => (next.has(one) ? [] : [{ name: nameOf(one), change: 'gone' as const, breaking: true }])),
    ...after.flatMap((one) => (old.has(one) ? [] : [{ name: nameOf(one), change: 'added' as const, breaking: false }])),
  ]
}

export const changed = (name: string, breaking: boolean): Difference => ({ name, change: 'changed', breaking })
