import type { CreatedSandbox, NewSandbox, Sandbox } from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

/** Workspaces to test in, made with a live key; each is used with the keys of its own (contract 1.13). */
export class SandboxesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Newest first. */
  list(options?: CallOptions): ApiPromise<Sandbox[]> {
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.body(this.#transport.raw.GET('/sandboxes', init)).pick(({ sandboxes }) => sandboxes)
  }

  /**
   * Makes one; its `key` is shown once. At most 20 exist at a time. Each call makes another, so this is never retried
   * automatically. `sandbox` of `@countersign/sdk/test` makes one and erases it.
   */
  create(params: NewSandbox = {}, options?: CallOptions): ApiPromise<CreatedSandbox> {
    const init = this.#transport.init({}, options)
    return this.#transport.body(this.#transport.raw.POST('/sandboxes', { body: params, ...init }))
  }

  /** Erases it with everything in it, its keys included. */
  delete(id: string, options?: CallOptions): ApiPromise<void> {
    const init = { params: { path: { id } }, ...this.#transport.init({}, options) }
    return this.#transport.download(this.#transport.raw.DELETE('/sandboxes/{id}', init)).pick(() => {})
  }
}
