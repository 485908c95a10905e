import type { Me } from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

export class MeResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The key, its workspace and what it can do. Branch on `capabilities`, never on `workspace.tier`. */
  get(options?: CallOptions): ApiPromise<Me> {
    return this.#transport.body(this.#transport.raw.GET('/me', this.#transport.init({ replayable: true }, options)))
  }
}
