import type { FieldDefinition } from '../models.ts'
import { bodyOf, type CallOptions, type Transport } from '../transport.ts'

export class FieldsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The field registry of the workspace, sorted by key. */
  async list(options?: CallOptions): Promise<FieldDefinition[]> {
    const init = this.#transport.init({ replayable: true }, options)
    return (await bodyOf(this.#transport.raw.GET('/fields', init))).fields
  }
}
