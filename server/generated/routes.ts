// Generated from spec/ by scripts/generate.ts. Do not edit.
import { createRoute, z } from '@hono/zod-openapi'
import { atMost } from '../schema-parts.ts'
import {
  AbandonedDocument,
  AlreadyConfirmedError,
  AttemptResult,
  AuditTrail,
  BusyError,
  Clock,
  ClockMove,
  ClockMovingError,
  ConfirmFailedError,
  ConfirmInputInvalidError,
  ConfirmInteractiveTableError,
  ConfirmInvalidRequestError,
  ConfirmPinnedSlotMismatchError,
  ConfirmRenderFailedError,
  ConfirmRequest,
  ConfirmReturnUrlNotAllowedError,
  ConfirmUnknownFieldError,
  Confirmed,
  ConflictingFieldsError,
  CreatedHook,
  CreatedSandbox,
  DbFailedError,
  DbFailedOnCreateError,
  DeletedByRetentionError,
  DeliveryInProgressError,
  DiscardFailedError,
  DiscardedDocument,
  DiscardedError,
  Disclosure,
  DisclosureRequest,
  Document,
  DocumentValues,
  DuplicateAnchorError,
  EmailFailedError,
  EmailNotConfiguredError,
  EmbeddedSession,
  EmbeddedSessionCreated,
  EmbeddedSessionInput,
  EmbeddedSessionsRetiredError,
  EmbeddingUnavailableError,
  EnterpriseRequiredError,
  EventPage,
  EventsExpiredError,
  ExpiredError,
  FieldConflictError,
  Fields,
  FileDamagedError,
  FileFetchFailedError,
  FileTooLargeError,
  GenerateRequest,
  HookDeliveries,
  HookDisabledError,
  Hooks,
  HttpsRequiredError,
  IdempotencyInProgressError,
  IdempotencyKeyReuseError,
  ImportedTemplate,
  InsertFailedError,
  InstanceRequest,
  Instantiated,
  InsufficientScopeError,
  InteractiveTableError,
  InternalError,
  InvalidIdempotencyKeyError,
  InvalidKeyError,
  InvalidMetadataError,
  InvalidOriginError,
  InvalidPhoneError,
  InvalidRecipientsError,
  InvalidRequestError,
  InvalidStateError,
  IpNotAllowedError,
  LinkRenewed,
  LiveKeyRequiredError,
  Me,
  MissingRecipientError,
  MovedClock,
  NewHook,
  NewSandbox,
  NoSealProblemError,
  NotCompleteError,
  NotEditableError,
  NotFoundError,
  NotReassignableError,
  NotRenderedError,
  NotRenewedError,
  NotSentError,
  NotStagedError,
  NothingPrivateError,
  OriginNotAllowedError,
  PayloadModeUnavailableError,
  PayloadTooLargeError,
  PdfUnsupportedError,
  PhoneChange,
  PingResult,
  PinnedSlotMismatchError,
  PlacementFailedError,
  PlacementRetiredError,
  RangeNotSatisfiableError,
  RateLimitedError,
  Reassigned,
  Reassignment,
  Recovered,
  Recovery,
  Reminded,
  RenderFailedError,
  RequestNotSignableError,
  ReturnUrlNotAllowedError,
  ReviewExpiredError,
  ReviewUnavailableError,
  RotatedSecret,
  RotationConflictError,
  SandboxMessages,
  Sandboxes,
  SignerAct,
  SignerHasNoAnchorError,
  SignerRefusedError,
  SignerWithoutSignatureError,
  SigningRequest,
  SigningRequestCreated,
  SigningRequestFromUrl,
  SigningRequestRow,
  SigningRequestUpload,
  SigningRequestValidated,
  SmsAllowanceExhaustedError,
  SmsFailedError,
  StorageFailedError,
  Template,
  TemplateDbFailedError,
  TemplateExport,
  TemplateHttpsRequiredError,
  TemplateImport,
  TemplateInputInvalidError,
  TemplateInvalidError,
  TemplateInvalidMetadataError,
  TemplateInvalidRequestError,
  TemplateReturnUrlNotAllowedError,
  TemplateSignerWithoutSignatureError,
  TemplateSmsAllowanceExhaustedError,
  TemplateTierRequiredError,
  TemplateUnknownFieldError,
  TemplateUnknownRecipientFieldError,
  TemplateUnlockedError,
  TemplateUrlNotPublicError,
  TemplateVersionNotFoundError,
  Templates,
  TestKeyRequiredError,
  TierRequiredError,
  TooManySandboxesError,
  UnknownEventError,
  UnknownFieldError,
  UnknownRecipientFieldError,
  UnknownRoleError,
  UnknownSignerFieldError,
  UnsupportedMediaTypeError,
  UpdateFailedError,
  UrlNotPublicError,
  VersionNotFoundError,
  Withdrawal,
  Withdrawn,
  WorkspaceNotFoundError,
} from './schemas.ts'

/** Check the key. */
export const getMe = createRoute({
  operationId: "getMe",
  method: "get",
  path: "/me",
  tags: ["Account"],
  responses: {
    200: { description: "The key is valid.", content: { "application/json": { schema: Me } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Send a PDF. */
export const createSigningRequest = createRoute({
  operationId: "createSigningRequest",
  method: "post",
  path: "/signing-requests",
  tags: ["Signing requests"],
  request: {
    headers: z.object({
      "Idempotency-Key": z.string().min(1).refine(...atMost(255)).regex(new RegExp("^[\\u0020-\\u007e]+$", 'u')).openapi({"maxLength":255,"pattern":"^[\\u0020-\\u007e]+$"}).optional(),
    }),
    body: { required: true, content: {
      "multipart/form-data": { schema: SigningRequestUpload },
      "application/json": { schema: SigningRequestFromUrl },
    } },
  },
  responses: {
    201: { description: "The signing requests were created.", content: { "application/json": { schema: SigningRequestCreated } } },
    400: { description: "The call or its markers are invalid; nothing was created.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownSignerFieldError, UnknownFieldError, InvalidMetadataError, InvalidIdempotencyKeyError, SignerHasNoAnchorError, DuplicateAnchorError, PlacementRetiredError, UnknownRoleError, HttpsRequiredError, UrlNotPublicError, ReturnUrlNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    402: { description: "The plan's documents or SMS codes of this month are used up; nothing was created.", content: { "application/json": { schema: z.union([TierRequiredError, SmsAllowanceExhaustedError]) } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "The key's workspace could not be read; retry.", content: { "application/json": { schema: WorkspaceNotFoundError } } },
    409: { description: "The first call with this `Idempotency-Key` is still running.", content: { "application/json": { schema: IdempotencyInProgressError } } },
    413: { description: "The PDF has more than 25 MB, or the rest of the body more than 1 MB.", content: { "application/json": { schema: z.union([FileTooLargeError, PayloadTooLargeError]) } } },
    415: { description: "The body is neither multipart nor JSON, or the file is not a PDF.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "The PDF cannot be prepared or fetched, or the `Idempotency-Key` was used with a different body; nothing was created.", content: { "application/json": { schema: z.union([SignerWithoutSignatureError, PlacementFailedError, PdfUnsupportedError, FileFetchFailedError, IdempotencyKeyReuseError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedOnCreateError, StorageFailedError, InternalError]) } } },
    503: { description: "The server was too busy to process this file; retry after `Retry-After`.", content: { "application/json": { schema: BusyError } } },
  },
})

/** Try out a send. */
export const validateSigningRequest = createRoute({
  operationId: "validateSigningRequest",
  method: "post",
  path: "/signing-requests/validate",
  tags: ["Signing requests"],
  request: {
    body: { required: true, content: {
      "multipart/form-data": { schema: SigningRequestUpload },
      "application/json": { schema: SigningRequestFromUrl },
    } },
  },
  responses: {
    200: { description: "What the real call would do. Nothing was created.", content: { "application/json": { schema: SigningRequestValidated } } },
    400: { description: "The call or its markers are invalid.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownSignerFieldError, UnknownFieldError, InvalidMetadataError, SignerHasNoAnchorError, DuplicateAnchorError, PlacementRetiredError, UnknownRoleError, HttpsRequiredError, UrlNotPublicError, ReturnUrlNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "The key's workspace could not be read; retry.", content: { "application/json": { schema: WorkspaceNotFoundError } } },
    413: { description: "The PDF has more than 25 MB, or the rest of the body more than 1 MB.", content: { "application/json": { schema: z.union([FileTooLargeError, PayloadTooLargeError]) } } },
    415: { description: "The body is neither multipart nor JSON, or the file is not a PDF.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "The PDF cannot be prepared or fetched.", content: { "application/json": { schema: z.union([SignerWithoutSignatureError, PlacementFailedError, PdfUnsupportedError, FileFetchFailedError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    503: { description: "The server was too busy to process this file; retry after `Retry-After`.", content: { "application/json": { schema: BusyError } } },
  },
})

/** Read a signing request. */
export const getSigningRequest = createRoute({
  operationId: "getSigningRequest",
  method: "get",
  path: "/signing-requests/{id}",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The signing request.", content: { "application/json": { schema: SigningRequest } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Change the phone number. */
export const updateSigningRequest = createRoute({
  operationId: "updateSigningRequest",
  method: "patch",
  path: "/signing-requests/{id}",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: true, content: {
      "application/json": { schema: PhoneChange },
    } },
  },
  responses: {
    200: { description: "The signer's row.", content: { "application/json": { schema: SigningRequestRow } } },
    400: { description: "A key other than `phone_e164`, not an E.164 number, or an invalid body.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError, InvalidPhoneError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The phone can no longer be changed.", content: { "application/json": { schema: NotEditableError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Send the invitation again. */
export const remindSigningRequest = createRoute({
  operationId: "remindSigningRequest",
  method: "post",
  path: "/signing-requests/{id}/remind",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The mail, or the text message, was accepted.", content: { "application/json": { schema: Reminded } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The request has expired, or is signed, declined, withdrawn or queued.", content: { "application/json": { schema: z.union([ExpiredError, InvalidStateError]) } } },
    429: { description: "The key's window is used up (with RateLimit headers), or this signer was reminded in the last 60 seconds (without them, `Retry-After` is 60).", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    502: { description: "The mail was rejected or the mail server did not respond, or the text message was not accepted; the reminder may be repeated at once.", content: { "application/json": { schema: z.union([EmailFailedError, SmsFailedError]) } } },
    503: { description: "No email provider is configured (development only).", content: { "application/json": { schema: EmailNotConfiguredError } } },
  },
})

/** Withdraw a signing request. */
export const withdrawSigningRequest = createRoute({
  operationId: "withdrawSigningRequest",
  method: "post",
  path: "/signing-requests/{id}/withdraw",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: false, content: {
      "application/json": { schema: Withdrawal },
    } },
  },
  responses: {
    200: { description: "The signing request is withdrawn.", content: { "application/json": { schema: Withdrawn } } },
    400: { description: "The body is not valid JSON or `reason` is too long.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The request is signed, declined, withdrawn or queued, or its state changed during the call.", content: { "application/json": { schema: InvalidStateError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body is not JSON.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Replace the signing link. */
export const renewSigningLink = createRoute({
  operationId: "renewSigningLink",
  method: "post",
  path: "/signing-requests/{id}/renew-link",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The new link works, the previous one does not.", content: { "application/json": { schema: LinkRenewed } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The request has expired, or is declined or withdrawn; its link no longer opens anything.", content: { "application/json": { schema: z.union([ExpiredError, InvalidStateError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Give the request to another person. */
export const reassignSigningRequest = createRoute({
  operationId: "reassignSigningRequest",
  method: "post",
  path: "/signing-requests/{id}/reassign",
  tags: ["Signing requests"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: true, content: {
      "application/json": { schema: Reassignment },
    } },
  },
  responses: {
    200: { description: "The request is the new person's.", content: { "application/json": { schema: Reassigned } } },
    400: { description: "The body is invalid, has an unknown key, or lacks the phone number that the request needs.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError, ReturnUrlNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The request has expired, is signed, declined or withdrawn, or can no longer be given to somebody else.", content: { "application/json": { schema: z.union([ExpiredError, InvalidStateError, NotReassignableError]) } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read a document. */
export const getDocument = createRoute({
  operationId: "getDocument",
  method: "get",
  path: "/documents/{id}",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The document.", content: { "application/json": { schema: Document } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Fetch the file shown to the signers. */
export const getDocumentFile = createRoute({
  operationId: "getDocumentFile",
  method: "get",
  path: "/documents/{id}/file",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      Range: z.string().optional(),
      "If-Range": z.string().optional(),
      "If-None-Match": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The whole file. `HEAD` returns the same without the body.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    206: { description: "The requested byte range.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    304: { description: "The file still has one of the ETags of `If-None-Match`. No body. Spends a token." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The staged document was discarded.", content: { "application/json": { schema: DiscardedError } } },
    410: { description: "Retention removed the file.", content: { "application/json": { schema: DeletedByRetentionError } } },
    416: { description: "The range starts beyond the end of the file.", content: { "application/json": { schema: RangeNotSatisfiableError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, FileDamagedError, InternalError]) } } },
  },
})

/** Fetch the sealed PDF. */
export const getSignedDocument = createRoute({
  operationId: "getSignedDocument",
  method: "get",
  path: "/documents/{id}/signed",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      Range: z.string().optional(),
      "If-Range": z.string().optional(),
      "If-None-Match": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The whole file. `HEAD` returns the same without the body.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    206: { description: "The requested byte range.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    304: { description: "The file still has one of the ETags of `If-None-Match`. No body. Spends a token." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "There is no sealed file yet.", content: { "application/json": { schema: NotCompleteError } } },
    410: { description: "Retention removed the file. This one error carries RateLimit headers.", content: { "application/json": { schema: DeletedByRetentionError } } },
    416: { description: "The range starts beyond the end of the file.", content: { "application/json": { schema: RangeNotSatisfiableError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, FileDamagedError, InternalError]) } } },
  },
})

/** Fetch the sealed PDF with later time stamps. */
export const getRenewedDocument = createRoute({
  operationId: "getRenewedDocument",
  method: "get",
  path: "/documents/{id}/renewed",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      Range: z.string().optional(),
      "If-Range": z.string().optional(),
      "If-None-Match": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The whole file. `HEAD` returns the same without the body.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    206: { description: "The requested byte range.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    304: { description: "The file still has one of the ETags of `If-None-Match`. No body. Spends a token." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "There is no sealed file yet, or it has not been renewed.", content: { "application/json": { schema: z.union([NotCompleteError, NotRenewedError]) } } },
    410: { description: "Retention removed the file.", content: { "application/json": { schema: DeletedByRetentionError } } },
    416: { description: "The range starts beyond the end of the file.", content: { "application/json": { schema: RangeNotSatisfiableError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, FileDamagedError, InternalError]) } } },
  },
})

/** Fetch the sealed PDF and its audit trail as one file. */
export const getSignedWithAuditTrail = createRoute({
  operationId: "getSignedWithAuditTrail",
  method: "get",
  path: "/documents/{id}/signed-with-audit-trail",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The document with its audit trail.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "There is no sealed file yet.", content: { "application/json": { schema: NotCompleteError } } },
    410: { description: "Retention removed the file.", content: { "application/json": { schema: DeletedByRetentionError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, FileDamagedError, InternalError]) } } },
    503: { description: "The server was too busy to process this file; retry after `Retry-After`.", content: { "application/json": { schema: BusyError } } },
  },
})

/** Fetch the audit trail as a PDF. */
export const getAuditTrail = createRoute({
  operationId: "getAuditTrail",
  method: "get",
  path: "/documents/{id}/audit-trail",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The audit trail.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "No one was invited to this document.", content: { "application/json": { schema: NotSentError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    503: { description: "The server was too busy to process this file; retry after `Retry-After`.", content: { "application/json": { schema: BusyError } } },
  },
})

/** End a document that cannot be sealed. */
export const abandonDocument = createRoute({
  operationId: "abandonDocument",
  method: "post",
  path: "/documents/{id}/abandon",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The document has ended.", content: { "application/json": { schema: AbandonedDocument } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The document is not one that cannot be sealed.", content: { "application/json": { schema: NoSealProblemError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Release a staged document. */
export const confirmDocument = createRoute({
  operationId: "confirmDocument",
  method: "post",
  path: "/documents/{id}/confirm",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: false, content: {
      "application/json": { schema: ConfirmRequest },
    } },
  },
  responses: {
    200: { description: "The document is released.", content: { "application/json": { schema: Confirmed } } },
    400: { description: "The body is invalid; nothing was changed.", content: { "application/json": { schema: z.union([ConfirmInvalidRequestError, UnknownRecipientFieldError, ConfirmUnknownFieldError, ConflictingFieldsError, ConfirmPinnedSlotMismatchError, ConfirmReturnUrlNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    402: { description: "The plan lacks the Enterprise entitlement (checked before the rate limit), or its SMS codes of this month are used up; nothing was sent.", content: { "application/json": { schema: z.union([EnterpriseRequiredError, SmsAllowanceExhaustedError]) } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The document was never staged, or was discarded.", content: { "application/json": { schema: z.union([NotStagedError, DiscardedError, ConfirmInteractiveTableError]) } } },
    410: { description: "The review window is over.", content: { "application/json": { schema: ReviewExpiredError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "Recipients cannot be invited like this.", content: { "application/json": { schema: z.union([InvalidRecipientsError, ConfirmInputInvalidError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    502: { description: "The release failed; nothing was changed or sent. Call again.", content: { "application/json": { schema: z.union([UpdateFailedError, ConfirmFailedError, ConfirmRenderFailedError]) } } },
  },
})

/** Discard a staged document. */
export const discardDocument = createRoute({
  operationId: "discardDocument",
  method: "post",
  path: "/documents/{id}/discard",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The document is discarded.", content: { "application/json": { schema: DiscardedDocument } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The document was never staged, or was confirmed.", content: { "application/json": { schema: z.union([NotStagedError, AlreadyConfirmedError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    502: { description: "The document could not be discarded; nothing changed.", content: { "application/json": { schema: DiscardFailedError } } },
  },
})

/** Read what was entered. */
export const listDocumentValues = createRoute({
  operationId: "listDocumentValues",
  method: "get",
  path: "/documents/{id}/values",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The values.", content: { "application/json": { schema: DocumentValues } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The staged document was discarded.", content: { "application/json": { schema: DiscardedError } } },
    410: { description: "Retention removed the values with the files.", content: { "application/json": { schema: DeletedByRetentionError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Fetch the audit trail as JSON. */
export const listAuditEvents = createRoute({
  operationId: "listAuditEvents",
  method: "get",
  path: "/documents/{id}/audit-events",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The audit trail.", content: { "application/json": { schema: AuditTrail } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "No one was invited to this document.", content: { "application/json": { schema: NotSentError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Disclose the full address and device of an event. */
export const discloseAuditEvent = createRoute({
  operationId: "discloseAuditEvent",
  method: "post",
  path: "/documents/{id}/audit-events/{seq}/disclose",
  tags: ["Documents"],
  request: {
    params: z.object({
      id: z.string(),
      seq: z.string(),
    }),
    body: { required: true, content: {
      "application/json": { schema: DisclosureRequest },
    } },
  },
  responses: {
    200: { description: "The values, and the event that records their disclosure.", content: { "application/json": { schema: Disclosure } } },
    400: { description: "The body is not valid JSON, or `reason` is missing, blank or too long. Nothing is disclosed.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The event commits to nothing.", content: { "application/json": { schema: NothingPrivateError } } },
    410: { description: "An owner has erased the document, and these values with it.", content: { "application/json": { schema: DeletedByRetentionError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body is not JSON.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read the field registry. */
export const listFields = createRoute({
  operationId: "listFields",
  method: "get",
  path: "/fields",
  tags: ["Templates"],
  responses: {
    200: { description: "The registry.", content: { "application/json": { schema: Fields } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** List the templates. */
export const listTemplates = createRoute({
  operationId: "listTemplates",
  method: "get",
  path: "/templates",
  tags: ["Templates"],
  request: {
    query: z.object({
      status: z.enum(["locked", "draft", "archived", "all"]).optional(),
      limit: z.string().regex(new RegExp("^[0-9]{1,3}$", 'u')).openapi({"pattern":"^[0-9]{1,3}$"}).optional(),
      cursor: z.string().refine(...atMost(200)).openapi({"maxLength":200}).optional(),
    }),
  },
  responses: {
    200: { description: "The templates.", content: { "application/json": { schema: Templates } } },
    400: { description: "A query parameter is invalid.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Import a template. */
export const importTemplate = createRoute({
  operationId: "importTemplate",
  method: "post",
  path: "/templates/import",
  tags: ["Templates"],
  request: {
    body: { required: true, content: {
      "multipart/form-data": { schema: TemplateImport },
    } },
  },
  responses: {
    200: { description: "The template.", content: { "application/json": { schema: ImportedTemplate } } },
    400: { description: "A part is invalid; nothing was changed.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, its scope does not allow the call, or it is that of a sandbox. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, LiveKeyRequiredError]) } } },
    404: { description: "`template_id` is not a template of this workspace, or the key's workspace could not be read.", content: { "application/json": { schema: z.union([NotFoundError, WorkspaceNotFoundError]) } } },
    409: { description: "The registry has a field of another kind or type under this key.", content: { "application/json": { schema: FieldConflictError } } },
    413: { description: "The PDF has more than 25 MB, or the rest of the body more than 1 MB.", content: { "application/json": { schema: z.union([FileTooLargeError, PayloadTooLargeError]) } } },
    415: { description: "The body is not multipart, or the file is not a PDF.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "The PDF cannot be used, or `lock` was asked for and problems are left; nothing was changed.", content: { "application/json": { schema: z.union([PdfUnsupportedError, TemplateInvalidError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, InternalError]) } } },
    503: { description: "The server was too busy to process this file; retry after `Retry-After`.", content: { "application/json": { schema: BusyError } } },
  },
})

/** Read a template's input contract. */
export const getTemplate = createRoute({
  operationId: "getTemplate",
  method: "get",
  path: "/templates/{id}",
  tags: ["Templates"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    query: z.object({
      version: z.string().regex(new RegExp("^[0-9]{1,9}$", 'u')).openapi({"pattern":"^[0-9]{1,9}$"}).optional(),
    }),
  },
  responses: {
    200: { description: "The template.", content: { "application/json": { schema: Template } } },
    400: { description: "`version` is not a number.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such template in this workspace, or no such version.", content: { "application/json": { schema: z.union([NotFoundError, VersionNotFoundError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Export a template. */
export const exportTemplate = createRoute({
  operationId: "exportTemplate",
  method: "get",
  path: "/templates/{id}/export",
  tags: ["Templates"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The template without the bytes of its PDF.", content: { "application/json": { schema: TemplateExport } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Fill a template and send it. */
export const instantiateTemplate = createRoute({
  operationId: "instantiateTemplate",
  method: "post",
  path: "/templates/{id}/instantiate",
  tags: ["Templates"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      "Idempotency-Key": z.string().min(1).refine(...atMost(255)).regex(new RegExp("^[\\u0020-\\u007e]+$", 'u')).openapi({"maxLength":255,"pattern":"^[\\u0020-\\u007e]+$"}).optional(),
    }),
    body: { required: true, content: {
      "application/json": { schema: InstanceRequest },
    } },
  },
  responses: {
    200: { description: "`validate_only`: what the real call would do. Nothing was created.", content: { "application/json": { schema: Instantiated } } },
    201: { description: "The document was sent, or staged.", content: { "application/json": { schema: Instantiated } } },
    400: { description: "The call is invalid or contradicts the template; nothing was created.", content: { "application/json": { schema: z.union([TemplateInvalidRequestError, TemplateUnknownRecipientFieldError, TemplateUnknownFieldError, TemplateInvalidMetadataError, InvalidIdempotencyKeyError, PinnedSlotMismatchError, MissingRecipientError, TemplateHttpsRequiredError, TemplateUrlNotPublicError, TemplateReturnUrlNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    402: { description: "The plan lacks the Enterprise entitlement (checked before the rate limit), or its documents or SMS codes of this month are used up; nothing was created.", content: { "application/json": { schema: z.union([EnterpriseRequiredError, TemplateTierRequiredError, TemplateSmsAllowanceExhaustedError]) } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such template in this workspace, or no such version.", content: { "application/json": { schema: z.union([NotFoundError, TemplateVersionNotFoundError]) } } },
    409: { description: "The template is not locked, a table needs a sequential one, or the first call with this `Idempotency-Key` is still running.", content: { "application/json": { schema: z.union([TemplateUnlockedError, InteractiveTableError, IdempotencyInProgressError]) } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "The values do not satisfy the template, it has no signing slot, or the `Idempotency-Key` was used with a different body; nothing was created.", content: { "application/json": { schema: z.union([TemplateInputInvalidError, TemplateSignerWithoutSignatureError, IdempotencyKeyReuseError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([TemplateDbFailedError, InternalError]) } } },
    502: { description: "The PDF could not be rendered or stored; nothing was created or sent.", content: { "application/json": { schema: RenderFailedError } } },
  },
})

/** Render a file from a template. */
export const generateTemplate = createRoute({
  operationId: "generateTemplate",
  method: "post",
  path: "/templates/{id}/generate",
  tags: ["Templates"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      "Idempotency-Key": z.string().min(1).refine(...atMost(255)).regex(new RegExp("^[\\u0020-\\u007e]+$", 'u')).openapi({"maxLength":255,"pattern":"^[\\u0020-\\u007e]+$"}).optional(),
    }),
    body: { required: true, content: {
      "application/json": { schema: GenerateRequest },
    } },
  },
  responses: {
    200: { description: "The file. Nothing was stored.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    201: { description: "`review: true`: the file, which is staged.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    400: { description: "The call is invalid; nothing was created.", content: { "application/json": { schema: z.union([TemplateInvalidRequestError, TemplateUnknownFieldError, TemplateInvalidMetadataError, InvalidIdempotencyKeyError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    402: { description: "The workspace has no Enterprise entitlement. Checked before the rate limit, so it spends no token.", content: { "application/json": { schema: EnterpriseRequiredError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such template in this workspace, or no such version.", content: { "application/json": { schema: z.union([NotFoundError, TemplateVersionNotFoundError]) } } },
    409: { description: "The template is not locked or prints nothing, the first call with this `Idempotency-Key` is still running, or the file that it staged was\ndiscarded.\n", content: { "application/json": { schema: z.union([TemplateUnlockedError, NotRenderedError, IdempotencyInProgressError, DiscardedError]) } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    422: { description: "The values do not satisfy the template, or the `Idempotency-Key` was used with a different body; nothing was created.", content: { "application/json": { schema: z.union([TemplateInputInvalidError, IdempotencyKeyReuseError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed. `storage_failed` and `file_damaged`: the file was staged and cannot be read back.", content: { "application/json": { schema: z.union([TemplateDbFailedError, InsertFailedError, StorageFailedError, FileDamagedError, InternalError]) } } },
    502: { description: "The PDF could not be rendered or stored; nothing was created.", content: { "application/json": { schema: RenderFailedError } } },
    503: { description: "The deployment cannot stage files.", content: { "application/json": { schema: ReviewUnavailableError } } },
  },
})

/** Fetch a template's PDF. */
export const getTemplateFile = createRoute({
  operationId: "getTemplateFile",
  method: "get",
  path: "/templates/{id}/file",
  tags: ["Templates"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    headers: z.object({
      Range: z.string().optional(),
      "If-Range": z.string().optional(),
      "If-None-Match": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The whole file. `HEAD` returns the same without the body.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    206: { description: "The requested byte range.", content: { "application/pdf": { schema: z.unknown().openapi({ type: 'string', format: 'binary' }) } } },
    304: { description: "The file still has one of the ETags of `If-None-Match`. No body. Spends a token." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    416: { description: "The range starts beyond the end of the file.", content: { "application/json": { schema: RangeNotSatisfiableError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed.", content: { "application/json": { schema: z.union([DbFailedError, StorageFailedError, InternalError]) } } },
  },
})

/** List the hooks. */
export const listHooks = createRoute({
  operationId: "listHooks",
  method: "get",
  path: "/hooks",
  tags: ["Hooks"],
  request: {
    query: z.object({
      include_disabled: z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The hooks.", content: { "application/json": { schema: Hooks } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Subscribe. */
export const createHook = createRoute({
  operationId: "createHook",
  method: "post",
  path: "/hooks",
  tags: ["Hooks"],
  request: {
    body: { required: true, content: {
      "application/json": { schema: NewHook },
    } },
  },
  responses: {
    200: { description: "The hook, with its secret.", content: { "application/json": { schema: CreatedHook } } },
    400: { description: "The body or the address is invalid.", content: { "application/json": { schema: z.union([InvalidRequestError, HttpsRequiredError, UrlNotPublicError, UnknownEventError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    503: { description: "Minimal bodies are not supported.", content: { "application/json": { schema: PayloadModeUnavailableError } } },
  },
})

/** Unsubscribe. */
export const deleteHook = createRoute({
  operationId: "deleteHook",
  method: "delete",
  path: "/hooks/{id}",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    204: { description: "The hook no longer exists." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Rotate the secret. */
export const rotateHookSecret = createRoute({
  operationId: "rotateHookSecret",
  method: "post",
  path: "/hooks/{id}/rotate",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The new secret.", content: { "application/json": { schema: RotatedSecret } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "Another call rotated at the same time; its secret is live.", content: { "application/json": { schema: RotationConflictError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Send a test ping. */
export const testHook = createRoute({
  operationId: "testHook",
  method: "post",
  path: "/hooks/{id}/test",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The ping was sent; `status` is the outcome.", content: { "application/json": { schema: PingResult } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The hook is disabled, or its address is not https.", content: { "application/json": { schema: z.union([HookDisabledError, HttpsRequiredError]) } } },
    429: { description: "The key's window is used up (with RateLimit headers), or the hook had 10 pings and redeliveries within a minute (without them).", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read the delivery log. */
export const listHookDeliveries = createRoute({
  operationId: "listHookDeliveries",
  method: "get",
  path: "/hooks/{id}/deliveries",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The log.", content: { "application/json": { schema: HookDeliveries } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Send a delivery again. */
export const redeliverHookDelivery = createRoute({
  operationId: "redeliverHookDelivery",
  method: "post",
  path: "/hooks/{id}/deliveries/{delivery_id}/redeliver",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
      delivery_id: z.string(),
    }),
  },
  responses: {
    200: { description: "The attempt was made; `status` is the outcome.", content: { "application/json": { schema: AttemptResult } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The hook is disabled or replaced, its address is not https, or an attempt of this delivery is in progress.", content: { "application/json": { schema: z.union([HookDisabledError, HttpsRequiredError, DeliveryInProgressError]) } } },
    429: { description: "The key's window is used up (with RateLimit headers), or the hook had 10 pings and redeliveries within a minute (without them).", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Redeliver all deliveries that were given up. */
export const recoverHook = createRoute({
  operationId: "recoverHook",
  method: "post",
  path: "/hooks/{id}/recover",
  tags: ["Hooks"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: true, content: {
      "application/json": { schema: Recovery },
    } },
  },
  responses: {
    200: { description: "The attempts are scheduled; the log shows their outcomes.", content: { "application/json": { schema: Recovered } } },
    400: { description: "`since` is missing or not a timestamp, or the body is invalid.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The hook is disabled, or its address is not https.", content: { "application/json": { schema: z.union([HookDisabledError, HttpsRequiredError]) } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** List the sandboxes. */
export const listSandboxes = createRoute({
  operationId: "listSandboxes",
  method: "get",
  path: "/sandboxes",
  tags: ["Sandbox"],
  responses: {
    200: { description: "The sandboxes.", content: { "application/json": { schema: Sandboxes } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a live key, is not allowed from this address. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, LiveKeyRequiredError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Make a sandbox. */
export const createSandbox = createRoute({
  operationId: "createSandbox",
  method: "post",
  path: "/sandboxes",
  tags: ["Sandbox"],
  request: {
    body: { required: true, content: {
      "application/json": { schema: NewSandbox },
    } },
  },
  responses: {
    201: { description: "The sandbox, with its key.", content: { "application/json": { schema: CreatedSandbox } } },
    400: { description: "The body is invalid.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a live key, is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, LiveKeyRequiredError]) } } },
    409: { description: "There are 20 already.", content: { "application/json": { schema: TooManySandboxesError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Erase a sandbox. */
export const deleteSandbox = createRoute({
  operationId: "deleteSandbox",
  method: "delete",
  path: "/sandboxes/{id}",
  tags: ["Sandbox"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    204: { description: "The sandbox no longer exists." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a live key, is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, LiveKeyRequiredError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Empty the sandbox. */
export const clearSandbox = createRoute({
  operationId: "clearSandbox",
  method: "delete",
  path: "/sandbox",
  tags: ["Sandbox"],
  responses: {
    204: { description: "The sandbox is empty." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, TestKeyRequiredError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read the messages. */
export const listMessages = createRoute({
  operationId: "listMessages",
  method: "get",
  path: "/sandbox/messages",
  tags: ["Sandbox"],
  request: {
    query: z.object({
      to: z.string().refine(...atMost(254)).openapi({"maxLength":254}).optional(),
      channel: z.enum(["mail", "sms"]).optional(),
      document_id: z.string().refine(...atMost(36)).openapi({"maxLength":36}).optional(),
      after: z.string().regex(new RegExp("^[0-9]{1,15}$", 'u')).openapi({"pattern":"^[0-9]{1,15}$"}).optional(),
      wait: z.string().regex(new RegExp("^([0-9]|1[0-9]|20)$", 'u')).openapi({"pattern":"^([0-9]|1[0-9]|20)$"}).optional(),
    }),
  },
  responses: {
    200: { description: "The messages, perhaps none.", content: { "application/json": { schema: SandboxMessages } } },
    400: { description: "A parameter is invalid.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a test key, is not allowed from this address. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, TestKeyRequiredError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Act as a signer. */
export const actAsSigner = createRoute({
  operationId: "actAsSigner",
  method: "post",
  path: "/sandbox/signing-requests/{id}/act",
  tags: ["Sandbox"],
  request: {
    params: z.object({
      id: z.string(),
    }),
    body: { required: true, content: {
      "application/json": { schema: SignerAct },
    } },
  },
  responses: {
    200: { description: "The signing request as it is now.", content: { "application/json": { schema: SigningRequestRow } } },
    400: { description: "The body is invalid.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, TestKeyRequiredError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The page would have refused it.", content: { "application/json": { schema: SignerRefusedError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read the clock. */
export const getClock = createRoute({
  operationId: "getClock",
  method: "get",
  path: "/sandbox/clock",
  tags: ["Sandbox"],
  responses: {
    200: { description: "The time.", content: { "application/json": { schema: Clock } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a test key, is not allowed from this address. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, TestKeyRequiredError]) } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Move the clock. */
export const moveClock = createRoute({
  operationId: "moveClock",
  method: "put",
  path: "/sandbox/clock",
  tags: ["Sandbox"],
  request: {
    body: { required: true, content: {
      "application/json": { schema: ClockMove },
    } },
  },
  responses: {
    200: { description: "The new time, and what was done on the way.", content: { "application/json": { schema: MovedClock } } },
    400: { description: "The move is invalid: back, too far, or neither `advance` nor `now`.", content: { "application/json": { schema: z.union([InvalidRequestError, UnknownFieldError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError, TestKeyRequiredError]) } } },
    409: { description: "Another call moves the clock.", content: { "application/json": { schema: ClockMovingError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Read the events. */
export const listEvents = createRoute({
  operationId: "listEvents",
  method: "get",
  path: "/events",
  tags: ["Events"],
  request: {
    query: z.object({
      after: z.string().regex(new RegExp("^(latest|evt_[0-9a-f]{32})$", 'u')).openapi({"pattern":"^(latest|evt_[0-9a-f]{32})$"}).optional(),
      limit: z.string().regex(new RegExp("^([1-9][0-9]?|100)$", 'u')).openapi({"pattern":"^([1-9][0-9]?|100)$"}).optional(),
      wait: z.string().regex(new RegExp("^([0-9]|1[0-9]|20)$", 'u')).openapi({"pattern":"^([0-9]|1[0-9]|20)$"}).optional(),
      payload: z.enum(["full", "minimal"]).optional(),
    }),
  },
  responses: {
    200: { description: "The events, perhaps none.", content: { "application/json": { schema: EventPage } } },
    400: { description: "A parameter is invalid.", content: { "application/json": { schema: InvalidRequestError } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    410: { description: "Events after this one may have been deleted, or there is no such event.", content: { "application/json": { schema: EventsExpiredError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Retired; use POST /signing-requests. */
export const createDocumentRetired = createRoute({
  operationId: "createDocumentRetired",
  method: "post",
  path: "/documents",
  tags: ["Retired"],
  deprecated: true,
  security: [],
  responses: {
    410: { description: "Always.", content: { "application/json": { schema: PlacementRetiredError } } },
  },
})

/** Open a signing session for a frame. */
export const createEmbeddedSession = createRoute({
  operationId: "createEmbeddedSession",
  method: "post",
  path: "/embedded/sign-sessions",
  tags: ["Embedded signing"],
  request: {
    body: { required: true, content: {
      "application/json": { schema: EmbeddedSessionInput },
    } },
  },
  responses: {
    201: { description: "The session is open.", content: { "application/json": { schema: EmbeddedSessionCreated } } },
    400: { description: "The body fails validation, the origin is malformed, or it is not registered on this key.", content: { "application/json": { schema: z.union([InvalidRequestError, InvalidOriginError, OriginNotAllowedError]) } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    402: { description: "The workspace has no Enterprise entitlement. Checked before the rate limit, so it spends no token.", content: { "application/json": { schema: EnterpriseRequiredError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    409: { description: "The request is not pending or viewed, or is past its expiry.", content: { "application/json": { schema: RequestNotSignableError } } },
    413: { description: "The body has more than 1 MB.", content: { "application/json": { schema: PayloadTooLargeError } } },
    415: { description: "The body has a media type that the operation does not accept.", content: { "application/json": { schema: UnsupportedMediaTypeError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
    503: { description: "The database failed while the session was minted; nothing was created.", content: { "application/json": { schema: EmbeddingUnavailableError } } },
  },
})

/** Read an embedded session. */
export const getEmbeddedSession = createRoute({
  operationId: "getEmbeddedSession",
  method: "get",
  path: "/embedded/sign-sessions/{id}",
  tags: ["Embedded signing"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    200: { description: "The session.", content: { "application/json": { schema: EmbeddedSession } } },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address. Spends no token.", content: { "application/json": { schema: IpNotAllowedError } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Revoke an embedded session. */
export const revokeEmbeddedSession = createRoute({
  operationId: "revokeEmbeddedSession",
  method: "delete",
  path: "/embedded/sign-sessions/{id}",
  tags: ["Embedded signing"],
  request: {
    params: z.object({
      id: z.string(),
    }),
  },
  responses: {
    204: { description: "The session is revoked." },
    401: { description: "No valid key.", content: { "application/json": { schema: InvalidKeyError } } },
    403: { description: "The key is not allowed from this address, or its scope does not allow the call. Spends no token.", content: { "application/json": { schema: z.union([IpNotAllowedError, InsufficientScopeError]) } } },
    404: { description: "No such resource in this workspace.", content: { "application/json": { schema: NotFoundError } } },
    429: { description: "The key's window is used up.", content: { "application/json": { schema: RateLimitedError } } },
    500: { description: "The service failed; nothing was changed.", content: { "application/json": { schema: z.union([DbFailedError, InternalError]) } } },
  },
})

/** Retired; use POST /embedded/sign-sessions. */
export const createEmbeddedSessionRetired = createRoute({
  operationId: "createEmbeddedSessionRetired",
  method: "post",
  path: "/embedded/sessions",
  tags: ["Retired"],
  deprecated: true,
  security: [],
  responses: {
    410: { description: "Always.", content: { "application/json": { schema: EmbeddedSessionsRetiredError } } },
  },
})

export const routes = {
  getMe,
  createSigningRequest,
  validateSigningRequest,
  getSigningRequest,
  updateSigningRequest,
  remindSigningRequest,
  withdrawSigningRequest,
  renewSigningLink,
  reassignSigningRequest,
  getDocument,
  getDocumentFile,
  getSignedDocument,
  getRenewedDocument,
  getSignedWithAuditTrail,
  getAuditTrail,
  abandonDocument,
  confirmDocument,
  discardDocument,
  listDocumentValues,
  listAuditEvents,
  discloseAuditEvent,
  listFields,
  listTemplates,
  importTemplate,
  getTemplate,
  exportTemplate,
  instantiateTemplate,
  generateTemplate,
  getTemplateFile,
  listHooks,
  createHook,
  deleteHook,
  rotateHookSecret,
  testHook,
  listHookDeliveries,
  redeliverHookDelivery,
  recoverHook,
  listSandboxes,
  createSandbox,
  deleteSandbox,
  clearSandbox,
  listMessages,
  actAsSigner,
  getClock,
  moveClock,
  listEvents,
  createDocumentRetired,
  createEmbeddedSession,
  getEmbeddedSession,
  revokeEmbeddedSession,
  createEmbeddedSessionRetired,
}
