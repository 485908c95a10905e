import { type FileInput, formOf, toFile } from '../files.ts'
import type {
  ImportedTemplate,
  InstanceRequest,
  Instantiated,
  Template,
  TemplateExport,
  TemplateImport,
  TemplateSummary,
  Templates,
} from '../generated/models.ts'
import type { ApiPromise, PagePromise } from '../promise.ts'
import type { CallOptions, Transport } from '../transport.ts'
import type { GenerateParams, InstantiateParams } from '../typed-template.ts'
import type { CreateOptions } from './signing-requests.ts'

/**
 * As `export` returned it, whose choices may be newer than this package, with its PDF; without `file`, the template named by
 * `template_id` keeps its own.
 */
export type TemplateImportParams = Omit<TemplateImport, 'file'> & {
  file?: FileInput
  filename?: string
}

export interface TemplateListParams {
  /** Default `locked`. */
  status?: 'locked' | 'draft' | 'archived' | 'all' | (string & {})
  /** Size of a page, 1 to 100, default 100. */
  limit?: number
  /** The `next_cursor` of the page before. */
  cursor?: string
}

export class TemplatesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Newest change first, by default the locked ones. Awaited, one page with its `next_cursor`;
   * `for await (const template of client.templates.list())` goes through all pages.
   */
  list(params: TemplateListParams = {}, options?: CallOptions): PagePromise<Templates, TemplateSummary> {
    const { limit, ...rest } = params
    const query = { ...rest, ...(limit !== undefined && { limit: String(limit) }) }
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.page(this.#transport.raw.GET('/templates', { params: { query }, ...init }), {
      items: ({ templates }) => templates,
      next: ({ next_cursor: cursor }) => (cursor === null ? null : this.list({ ...params, cursor }, options)),
    })
  }

  /** The input contract: what `instantiate` accepts. By default of the newest locked version. */
  get(id: string, { version, ...options }: CallOptions & { version?: number } = {}): ApiPromise<Template> {
    const query = version === undefined ? {} : { version: String(version) }
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.body(
      this.#transport.raw.GET('/templates/{id}', { params: { path: { id }, query }, ...init }),
    )
  }

  /** Everything but the bytes of the PDF, as import takes it. */
  export(id: string, options?: CallOptions): ApiPromise<TemplateExport> {
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.body(
      this.#transport.raw.GET('/templates/{id}/export', { params: { path: { id } }, ...init }),
    )
  }

  /**
   * Creates a template or replaces the draft of one, with the fields it needs; with `lock: true` it can be used at once.
   * Each call without `template_id` creates another template, so this is never retried automatically.
   */
  import(params: TemplateImportParams, options?: CallOptions): ApiPromise<ImportedTemplate> {
    return this.#transport.body(this.#import(params, options))
  }

  /** The template's PDF, as the unread `Response`. */
  downloadFile(id: string, options?: CallOptions): ApiPromise<Response> {
    const init = this.#transport.init({ replayable: true, streams: true }, options)
    const call = { params: { path: { id } }, parseAs: 'stream' as const, ...init }
    return this.#transport.download(this.#transport.raw.GET('/templates/{id}/file', call))
  }

  /** Fills the template and sends it, or stages it with `review: true`. Keep the `document_id`. */
  instantiate<Id extends string>(
    id: Id,
    params: InstantiateParams<Id>,
    options: CreateOptions = {},
  ): ApiPromise<Instantiated> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    return this.#instantiate(id, params, { ...rest, headers: { ...rest.headers, 'Idempotency-Key': idempotencyKey } })
  }

  /**
   * A PDF made from the template that nobody signs, as the unread `Response`. With `review: true` it is staged: the
   * header `X-Document-Id` has the id for `documents.confirm` and `discard`. Unknown keys are in `X-Unknown-Fields`.
   */
  generate<Id extends string>(id: Id, body: GenerateParams<Id>, options: CreateOptions = {}): ApiPromise<Response> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    const headers = { ...rest.headers, 'Idempotency-Key': idempotencyKey }
    const init = this.#transport.init({ replayable: true, streams: true }, { ...rest, headers })
    const call = { params: { path: { id } }, body, parseAs: 'stream' as const, ...init }
    return this.#transport.download(this.#transport.raw.POST('/templates/{id}/generate', call))
  }

  /** What `instantiate` with the same arguments would do, or why it would fail. Creates nothing. */
  validate<Id extends string>(id: Id, params: InstantiateParams<Id>, options?: CallOptions): ApiPromise<Instantiated> {
    return this.#instantiate(id, { ...params, validate_only: true }, options)
  }

  #instantiate(id: string, body: InstanceRequest, options?: CallOptions): ApiPromise<Instantiated> {
    const init = this.#transport.init({ replayable: true }, options)
    return this.#transport.body(
      this.#transport.raw.POST('/templates/{id}/instantiate', { params: { path: { id } }, body, ...init }),
    )
  }

  async #import({ file, filename, ...parts }: TemplateImportParams, options?: CallOptions) {
    const form = formOf(file === undefined ? null : await toFile(file, filename), parts)
    const init = this.#transport.init({ replayable: false }, options)
    // openapi-fetch has no types for multipart bodies: the form is the body, regardless of the schema.
    const call = { body: form as never, bodySerializer: () => form, ...init }
    return this.#transport.raw.POST('/templates/import', call)
  }
}
