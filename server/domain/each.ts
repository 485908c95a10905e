/**
 * Runs `work` on one item after the other, also after one has failed: no item starves those behind it.
 * @param failed told of each failure as it happens
 * @throws AggregateError of all failures, when every item has had its turn
 */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  failed: (item: T, error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failed(item, error)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} failed, the first with: ${errors[0]}`)
}
