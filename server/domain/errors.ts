import type { ErrorCode } from '../generated/operations.ts'

/** Codes that only the signer's page and its frame receive; no API operation returns them. */
export type SignerCode =
  | 'consent_required'
  | 'declined'
  | 'document_not_displayed'
  | 'field_invalid'
  | 'field_required'
  | 'image_damaged'
  | 'key_revoked'
  | 'name_required'
  | 'queued'
  | 'session_expired'
  | 'session_revoked'
  | 'signature_invisible'
  | 'signed'
  | 'sms_code_malformed'
  | 'sms_code_wrong'
  | 'sms_locked'
  | 'sms_not_required'
  | 'sms_required'
  | 'values_changed'
  | 'withdrawn'

/** A person whose role does not allow it, or an actor of a kind that never may (`may.ts`). */
export type PermissionCode = 'not_permitted'

/** Every code a verb can throw. */
export type DomainCode = ErrorCode | SignerCode | PermissionCode

export interface DomainErrorOptions {
  /** Details for machines, under `meta`. */
  meta?: Record<string, unknown>
  /** What the response carries beside `error` and `code`, at top level (contract 2.10). */
  top?: Record<string, unknown>
  /** When the same call may succeed, in whole seconds from now. */
  retryInSeconds?: number
  /** The internal reason; for the log, never for the caller. */
  cause?: unknown
}

/**
 * A documented refusal or failure (contract 7), without HTTP: the adapters look up status and headers by the code
 * (decision 0002).
 * `publicMessage` is for the caller: it names the value, the rule and the fix, never what failed inside; that is
 * `cause`.
 */
export class DomainError extends Error {
  readonly code: DomainCode
  readonly meta: Record<string, unknown> | undefined
  readonly top: Record<string, unknown>
  readonly retryInSeconds: number | undefined

  constructor(code: DomainCode, publicMessage: string, options: DomainErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.meta = options.meta
    this.top = options.top ?? {}
    this.retryInSeconds = options.retryInSeconds
  }
}
