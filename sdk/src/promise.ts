/** What the server answered, beside the data that a method returns. */
export interface WithResponse<T> {
  data: T
  /** Its status and headers; of everything but downloads the body has been read. */
  response: Response
  /** Identifies the call in the API log. */
  requestId: string | null
}

interface Answer<T> {
  data: T
  response: Response
}

/** A promise of what the method returns; `withResponse()` also has the response it came in. */
export class ApiPromise<T> extends Promise<T> {
  readonly #answer: Promise<Answer<T>>

  constructor(answer: Promise<Answer<T>>) {
    // `then` below never asks the base class.
    super((resolve) => resolve(undefined as T))
    this.#answer = answer
  }

  /** @throws what awaiting the method itself throws */
  async withResponse(): Promise<WithResponse<T>> {
    const { data, response } = await this.#answer
    return { data, response, requestId: response.headers.get('x-request-id') }
  }

  /** The promise of something that the answer contains. */
  pick<U>(of: (data: T) => U): ApiPromise<U> {
    return new ApiPromise(this.#answer.then(({ data, response }) => ({ data: of(data), response })))
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<U = T, V = never>(
    fulfilled?: ((value: T) => U | PromiseLike<U>) | null,
    rejected?: ((reason: unknown) => V | PromiseLike<V>) | null,
  ): Promise<U | V> {
    return this.#answer.then(({ data }) => data).then(fulfilled, rejected)
  }

  /** What `finally` and `catch` make is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }
}

/** How the items of a page, and the page after it, are found. */
export interface Paging<Page, Item> {
  items: (page: Page) => readonly Item[]
  /** Null after the last page. */
  next: (page: Page) => PagePromise<Page, Item> | null
}

/** A promise of one page. Iterated with `for await`, it yields each item of that page and of all that follow. */
export class PagePromise<Page, Item> extends ApiPromise<Page> implements AsyncIterable<Item> {
  readonly #paging: Paging<Page, Item>

  constructor(answer: Promise<Answer<Page>>, paging: Paging<Page, Item>) {
    super(answer)
    this.#paging = paging
  }

  /** Asks for a page when its first item is wanted. @throws what awaiting the method itself throws */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: PagePromise<Page, Item> | null = this; page !== null; ) {
      const content: Page = await page
      yield* this.#paging.items(content)
      page = this.#paging.next(content)
    }
  }
}
