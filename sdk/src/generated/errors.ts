// Generated from spec/ by scripts/generate.ts. Do not edit.
import type { components } from './openapi.ts'

type Schemas = components['schemas']

/** The body that each documented code comes with. */
export interface ErrorBodies {
  invalid_key: Schemas['InvalidKeyError']
  ip_not_allowed: Schemas['IpNotAllowedError']
  db_failed: Schemas['DbFailedError'] | Schemas['DbFailedOnCreateError']
  internal_error: Schemas['InternalError']
  invalid_request: Schemas['InvalidRequestError']
  unknown_signer_field: Schemas['UnknownSignerFieldError']
  unknown_field: Schemas['UnknownFieldError']
  invalid_metadata: Schemas['InvalidMetadataError']
  invalid_idempotency_key: Schemas['InvalidIdempotencyKeyError']
  signer_has_no_anchor: Schemas['SignerHasNoAnchorError']
  duplicate_anchor: Schemas['DuplicateAnchorError']
  placement_retired: Schemas['PlacementRetiredError']
  unknown_role: Schemas['UnknownRoleError']
  https_required: Schemas['HttpsRequiredError']
  url_not_public: Schemas['UrlNotPublicError']
  tier_required: Schemas['TierRequiredError']
  sms_allowance_exhausted: Schemas['SmsAllowanceExhaustedError']
  insufficient_scope: Schemas['InsufficientScopeError']
  workspace_not_found: Schemas['WorkspaceNotFoundError']
  idempotency_in_progress: Schemas['IdempotencyInProgressError']
  file_too_large: Schemas['FileTooLargeError']
  payload_too_large: Schemas['PayloadTooLargeError']
  unsupported_media_type: Schemas['UnsupportedMediaTypeError']
  signer_without_signature: Schemas['SignerWithoutSignatureError']
  placement_failed: Schemas['PlacementFailedError']
  pdf_unsupported: Schemas['PdfUnsupportedError']
  file_fetch_failed: Schemas['FileFetchFailedError']
  idempotency_key_reuse: Schemas['IdempotencyKeyReuseError']
  rate_limited: Schemas['RateLimitedError']
  storage_failed: Schemas['StorageFailedError']
  not_found: Schemas['NotFoundError']
  invalid_phone: Schemas['InvalidPhoneError']
  not_editable: Schemas['NotEditableError']
  expired: Schemas['ExpiredError']
  invalid_state: Schemas['InvalidStateError']
  email_failed: Schemas['EmailFailedError']
  email_not_configured: Schemas['EmailNotConfiguredError']
  discarded: Schemas['DiscardedError']
  deleted_by_retention: Schemas['DeletedByRetentionError']
  range_not_satisfiable: Schemas['RangeNotSatisfiableError']
  not_complete: Schemas['NotCompleteError']
  not_sent: Schemas['NotSentError']
  unknown_event: Schemas['UnknownEventError']
  payload_mode_unavailable: Schemas['PayloadModeUnavailableError']
  rotation_conflict: Schemas['RotationConflictError']
  hook_disabled: Schemas['HookDisabledError']
  delivery_in_progress: Schemas['DeliveryInProgressError']
  embedded_sessions_retired: Schemas['EmbeddedSessionsRetiredError']
  method_not_allowed: Schemas['MethodNotAllowedError']
}

/** Every documented code. New ones may appear: fall back on the status. */
export type ErrorCode = keyof ErrorBodies

/** Codes after which the same call may succeed unchanged. */
export const retryableCodes: readonly string[] = ["db_failed","workspace_not_found","idempotency_in_progress","rate_limited","storage_failed","rotation_conflict","delivery_in_progress"]
