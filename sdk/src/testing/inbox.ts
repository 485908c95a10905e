/** What arrives in a sandbox, taken out one by one by whoever waits for it. */
export class Inbox<Item> {
  readonly #read: (signal: AbortSignal) => Promise<readonly Item[]>
  readonly #items: Item[] = []
  readonly #closing = new AbortController()
  #reading: Promise<void> | null = null

  /** @param read what is new since its last call; may wait for something */
  constructor(read: (signal: AbortSignal) => Promise<readonly Item[]>) {
    this.#read = read
  }

  /**
   * The oldest one that fits and that nobody has taken; waits for one.
   * @param ms how long
   * @returns null when there was none
   * @throws what the reading throws, and the reason of `close`
   */
  async take(fits: (item: Item) => boolean, ms: number): Promise<Item | null> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLate = false
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true
        resolve()
      }, ms)
    })
    try {
      for (;;) {
        const at = this.#items.findIndex(fits)
        if (at !== -1) return this.#items.splice(at, 1)[0]!
        if (isLate) return null
        await Promise.race([this.#more(), late])
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** What has arrived and was not taken. */
  get rest(): readonly Item[] {
    return this.#items
  }

  /** Whoever waits gets the reason as an error. */
  close(reason: Error): void {
    this.#closing.abort(reason)
  }

  /** Several who wait share one call. */
  #more(): Promise<void> {
    this.#reading ??= this.#read(this.#closing.signal)
      .then((items) => void this.#items.push(...items))
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }
}
