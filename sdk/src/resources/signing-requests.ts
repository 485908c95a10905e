import { type FileInput, formOf, toFile } from '../files.ts'
import type {
  LinkRenewed,
  PhoneChange,
  Reassigned,
  Reassignment,
  Reminded,
  SigningRequest,
  SigningRequestCreated,
  SigningRequestRow,
  SigningRequestUpload,
  SigningRequestValidated,
  Withdrawal,
  Withdrawn,
} from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

/** The PDF as bytes, or as a URL that the server fetches; the other parameters are the same. */
export type SigningRequestCreateParams = Omit<SigningRequestUpload, 'file' | 'file_url' | 'validate_only'> &
  (
    | {
        file: FileInput
        /** Name of the upload; by default the input's own, else `document.pdf`. */
        filename?: string
        file_url?: undefined
      }
    | { file_url: string; file?: undefined; filename?: undefined }
  )

export interface CreateOptions extends CallOptions {
  /**
   * The server does the work once per key within 24 hours. By default a key is generated for each call, so that retries
   * are safe; pass your own, such as an order number, to be safe across restarts as well.
   */
  idempotencyKey?: string
}

export class SigningRequestsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Sends a PDF to its signers. Keep the `documentId`: no endpoint lists documents. */
  create(params: SigningRequestCreateParams, options: CreateOptions = {}): ApiPromise<SigningRequestCreated> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    const sent = this.#send(params, { ...rest, headers: { ...rest.headers, 'Idempotency-Key': idempotencyKey } })
    return this.#transport.body(sent.then((init) => this.#transport.raw.POST('/signing-requests', init)))
  }

  /** What `create` with the same arguments would do, or why it would fail. Creates nothing and sends no email. */
  validate(params: SigningRequestCreateParams, options?: CallOptions): ApiPromise<SigningRequestValidated> {
    const sent = this.#send(params, options)
    return this.#transport.body(sent.then((init) => this.#transport.raw.POST('/signing-requests/validate', init)))
  }

  /** The signer's row with its link and its entries of the audit trail. */
  get(id: string, options?: CallOptions): ApiPromise<SigningRequest> {
    return this.#transport.body(this.#transport.raw.GET('/signing-requests/{id}', this.#at(id, options, true)))
  }

  /** Changes the phone number of a signer who has verified no code yet. */
  update(id: string, body: PhoneChange, options?: CallOptions): ApiPromise<SigningRequestRow> {
    return this.#transport.body(this.#transport.raw.PATCH('/signing-requests/{id}', { body, ...this.#at(id, options) }))
  }

  /** Emails the same link again; at most once in 60 seconds for each signer. */
  remind(id: string, options?: CallOptions): ApiPromise<Reminded> {
    return this.#transport.body(this.#transport.raw.POST('/signing-requests/{id}/remind', this.#at(id, options)))
  }

  /**
   * Replaces a link that has got into the wrong hands: the previous one stops working at once, and no email is sent. Each
   * call creates another link, so this is never retried automatically.
   */
  renewLink(id: string, options?: CallOptions): ApiPromise<LinkRenewed> {
    return this.#transport.body(this.#transport.raw.POST('/signing-requests/{id}/renew-link', this.#at(id, options)))
  }

  /**
   * Gives the request to another person, before the signer has saved a value or asked for a code. The previous link stops
   * working at once. Each call creates another link, so this is never retried automatically.
   */
  reassign(id: string, to: Reassignment, options?: CallOptions): ApiPromise<Reassigned> {
    return this.#transport.body(
      this.#transport.raw.POST('/signing-requests/{id}/reassign', { body: to, ...this.#at(id, options) }),
    )
  }

  /** Withdraws the request; its document can no longer complete. */
  withdraw(id: string, body: Withdrawal = {}, options?: CallOptions): ApiPromise<Withdrawn> {
    return this.#transport.body(
      this.#transport.raw.POST('/signing-requests/{id}/withdraw', { body, ...this.#at(id, options) }),
    )
  }

  async #send({ file, filename, ...fields }: SigningRequestCreateParams, options?: CallOptions) {
    const form = file === undefined ? null : formOf(await toFile(file, filename), fields)
    // openapi-fetch has no types for multipart bodies: the form is the body, regardless of the schema.
    const sent = form ? { body: form as never, bodySerializer: () => form } : { body: fields as never }
    return { ...sent, ...this.#transport.init({ replayable: true }, options) }
  }

  #at(id: string, options?: CallOptions, replayable = false) {
    return { params: { path: { id } }, ...this.#transport.init({ replayable }, options) }
  }
}
