/** As `Promise.all`, but a failure waits for the others: then nothing is written any more. */
export async function allEnded<T>(work: Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(work)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}
