import type { EmbeddedSession, EmbeddedSessionCreated, EmbeddedSessionInput } from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

/** Signing sessions for a frame of your own page; `@countersign/sdk/embed` shows them. */
export class EmbeddedResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Opens a session for one signer. Pass its `embed_url` to that signer's browser and to no one else.
   * @param params `origin` must be registered on the key; `ttl_seconds` 60 to 900, default 300
   */
  createSession(params: EmbeddedSessionInput, options?: CallOptions): ApiPromise<EmbeddedSessionCreated> {
    return this.#transport.body(
      this.#transport.raw.POST('/embedded/sign-sessions', {
        body: params,
        ...this.#transport.init({}, options),
      }),
    )
  }

  /** The state of a session. Its URL is never returned again. */
  get(id: string, options?: CallOptions): ApiPromise<EmbeddedSession> {
    return this.#transport.body(
      this.#transport.raw.GET('/embedded/sign-sessions/{id}', {
        params: { path: { id } },
        ...this.#transport.init({ replayable: true }, options),
      }),
    )
  }

  /** Revokes a session at once; revoking it again changes nothing. */
  revoke(id: string, options?: CallOptions): ApiPromise<void> {
    return this.#transport
      .download(
        this.#transport.raw.DELETE('/embedded/sign-sessions/{id}', {
          params: { path: { id } },
          ...this.#transport.init({ replayable: true }, options),
        }),
      )
      .pick(() => {})
  }
}
