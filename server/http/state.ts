import type { HttpBindings } from '@hono/node-server'
import type { Ctx } from '../context.ts'
import type { ApiKeyActor } from '../domain/actor.ts'
import type { IdempotencyClaim, StoredResponse } from '../domain/records/calls/idempotency.ts'
import type { ApiKey } from '../domain/records/calls/keys.ts'
import type { Warning } from '../domain/sending/draft.ts'
import type { Operation } from '../generated/operations.ts'
import type { UploadedFile } from '../schema-parts.ts'

export type MediaType = 'application/json' | 'multipart/form-data'

/** A body as it was sent, not yet validated. */
export interface Body {
  mediaType: MediaType
  data: unknown
  /** The `file` part, hashed and counted; deleted after the response. */
  file: UploadedFile | null
}

/** The values that the layers of a request pass to each other. */
export interface State {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The code of the error response. */
    errorCode?: string
    /** A caller without a valid key or link, beyond the budget of its network: counted, and not written anywhere. */
    untraced?: true
    /** Set on routes of the API. */
    operation: Operation
    /** The path of operations, called by a method that it does not have. */
    pattern?: string
    /** Set as soon as the key is known, even if the call is then refused. */
    apiKey?: ApiKey
    actor: ApiKeyActor
    /** That of the sandbox whose key or link this is; absent: everything is live. */
    ctx?: Ctx
    body?: Body
    claim?: IdempotencyClaim
    /** What was kept under the call's `Idempotency-Key`, for an operation that streams its response again. */
    replay?: StoredResponse
    /** For `warnings[]` of the response. */
    warnings: Warning[]
    /** The document concerned, for the API log. */
    documentId: string | undefined
  }
}
