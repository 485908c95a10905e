import type { FieldDefinition } from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

export class FieldsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The field registry of the workspace, sorted by key. */
  list(options?: CallOptions): ApiPromise<FieldDefinition[]> {
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.body(this.#transport.raw.GET('/fields', init)).pick(({ fields }) => fields)
  }
}
