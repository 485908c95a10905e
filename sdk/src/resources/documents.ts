import type {
  AbandonedDocument,
  AuditTrail,
  Confirmed,
  ConfirmRequest,
  DiscardedDocument,
  Disclosure,
  DisclosureRequest,
  Document,
  DocumentValues,
} from '../generated/models.ts'
import type { ApiPromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'

/**
 * Downloads return the unread `Response`: read `body` as a stream, or all of it with `bytes()`, `arrayBuffer()` or `blob()`.
 * `saveTo` of `@countersign/sdk/node` writes it to a file and checks its hash.
 */
export class DocumentsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Its state, its properties and each signer's row. */
  get(id: string, options?: CallOptions): ApiPromise<Document> {
    return this.#transport.body(this.#transport.raw.GET('/documents/{id}', this.#read(id, options)))
  }

  /** The PDF that is shown to the signers. */
  downloadFile(id: string, options?: CallOptions): ApiPromise<Response> {
    return this.#transport.download(this.#transport.raw.GET('/documents/{id}/file', this.#stream(id, options)))
  }

  /** The sealed PDF. `not_complete` until all signers have signed and it is sealed. */
  downloadSigned(id: string, options?: CallOptions): ApiPromise<Response> {
    return this.#transport.download(this.#transport.raw.GET('/documents/{id}/signed', this.#stream(id, options)))
  }

  /** The sealed PDF with later document time stamps; `not_renewed` while `downloadSigned` is all there is. */
  downloadRenewed(id: string, options?: CallOptions): ApiPromise<Response> {
    return this.#transport.download(this.#transport.raw.GET('/documents/{id}/renewed', this.#stream(id, options)))
  }

  /** The audit trail as a PDF, rendered on each call. */
  downloadAuditTrail(id: string, options?: CallOptions): ApiPromise<Response> {
    return this.#transport.download(this.#transport.raw.GET('/documents/{id}/audit-trail', this.#stream(id, options)))
  }

  /** The pages of the sealed PDF and of its audit trail as one PDF, which has the sealed one attached. */
  downloadSignedWithAuditTrail(id: string, options?: CallOptions): ApiPromise<Response> {
    const path = '/documents/{id}/signed-with-audit-trail'
    return this.#transport.download(this.#transport.raw.GET(path, this.#stream(id, options)))
  }

  /** The audit trail with its hash chain; `verifyPdf` of `@countersign/sdk/verify` checks it against the sealed PDF. */
  auditEvents(id: string, options?: CallOptions): ApiPromise<AuditTrail> {
    return this.#transport.body(this.#transport.raw.GET('/documents/{id}/audit-events', this.#read(id, options)))
  }

  /**
   * The full address and device of one event of the audit trail, for a key of scope `disclose`; `verifyDisclosure` of
   * `@countersign/sdk/verify` checks them. The trail records each call, so this is never retried automatically.
   */
  disclose(id: string, seq: number, body: DisclosureRequest, options?: CallOptions): ApiPromise<Disclosure> {
    const path = { id, seq: String(seq) }
    const init = this.#transport.init({ replayable: false }, options)
    return this.#transport.body(
      this.#transport.raw.POST('/documents/{id}/audit-events/{seq}/disclose', { body, params: { path }, ...init }),
    )
  }

  /** Ends a document that everybody has signed and that cannot be sealed (`sealProblem`); `no_seal_problem` otherwise. */
  abandon(id: string, options?: CallOptions): ApiPromise<AbandonedDocument> {
    return this.#transport.body(this.#transport.raw.POST('/documents/{id}/abandon', this.#read(id, options)))
  }

  /** What the sender gave and what signers who have signed entered. */
  values(id: string, options?: CallOptions): ApiPromise<DocumentValues['values']> {
    const answer = this.#transport.body(this.#transport.raw.GET('/documents/{id}/values', this.#read(id, options)))
    return answer.pick(({ values }) => values)
  }

  /** Releases a staged document, with changes of its recipients. Calling again changes and sends nothing. */
  confirm(id: string, body: ConfirmRequest = {}, options?: CallOptions): ApiPromise<Confirmed> {
    return this.#transport.body(
      this.#transport.raw.POST('/documents/{id}/confirm', { body, ...this.#read(id, options) }),
    )
  }

  /** Discards a staged document. Calling again changes nothing. */
  discard(id: string, options?: CallOptions): ApiPromise<DiscardedDocument> {
    return this.#transport.body(this.#transport.raw.POST('/documents/{id}/discard', this.#read(id, options)))
  }

  #read(id: string, options?: CallOptions) {
    return { params: { path: { id } }, ...this.#transport.init({ replayable: true }, options) }
  }

  #stream(id: string, options?: CallOptions) {
    const init = this.#transport.init({ replayable: true, streams: true }, options)
    return { params: { path: { id } }, parseAs: 'stream' as const, ...init }
  }
}
