/** More than any flood of one machine fills; beyond it the oldest is forgotten and asked for again. */
const KEPT = 10_000

/** The rate windows that this process knows to be full, and when each closes (epoch milliseconds). */
export class FullWindows {
  readonly #closes = new Map<string, number>()

  get(bucket: string): number | undefined {
    return this.#closes.get(bucket)
  }

  set(bucket: string, closesAt: number): void {
    this.#closes.delete(bucket)
    this.#closes.set(bucket, closesAt)
    if (this.#closes.size <= KEPT) return
    const [oldest] = this.#closes.keys()
    this.#closes.delete(oldest!)
  }
}
