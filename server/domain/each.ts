/**
 * Runs `work` on the items in order and continues after a failure, so that one item cannot block those behind it.
 * @param onFailure called with each failure as it happens
 * @throws AggregateError of all failures, after every item has been processed
 */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  onFailure: (item: T, error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      onFailure(item, error)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} failed, the first with: ${errors[0]}`)
}
