export { type ClientOptions, Countersign } from './client.ts'
export {
  ApiError,
  type ApiErrorOf,
  ConnectionError,
  CountersignError,
  type ErrorBody,
  IntegrityError,
  TimeoutError,
  type WebhookCheck,
  WebhookSignatureError,
} from './errors.ts'
export { type FileInput, toFile } from './files.ts'
export { type ErrorBodies, type ErrorCode, retryableCodes } from './generated/errors.ts'
export { type EventName, eventNames } from './generated/events.ts'
export type * from './generated/models.ts'
export type { components, operations, paths } from './generated/openapi.ts'
export type { AttemptRequest, AttemptResponse, Logger, LogLevel, Observers } from './observe.ts'
export { ApiPromise, PagePromise, type WithResponse } from './promise.ts'
export type { RawAnswer, RawClient } from './raw.ts'
export type { DocumentsResource } from './resources/documents.ts'
export type { EmbeddedResource } from './resources/embedded.ts'
export type {
  EventBody,
  EventFollowParams,
  EventListParams,
  Events,
  EventsResource,
  PayloadMode,
} from './resources/events.ts'
export type { FieldsResource } from './resources/fields.ts'
export type { HookCreateParams, HooksResource } from './resources/hooks.ts'
export type { MeResource } from './resources/me.ts'
export type { MessageListParams, SandboxResource } from './resources/sandbox.ts'
export type { SandboxesResource } from './resources/sandboxes.ts'
export type {
  CreateOptions,
  SigningRequestCreateParams,
  SigningRequestsResource,
} from './resources/signing-requests.ts'
export type { TemplateImportParams, TemplateListParams, TemplatesResource } from './resources/templates.ts'
export type { FetchResponse } from './response.ts'
export type { Fetch, FetchInit, Sleep } from './retry.ts'
export type { CallOptions } from './transport.ts'
export type {
  GenerateParams,
  InstantiateParams,
  SlotRecipient,
  TemplateId,
  TemplateInputs,
} from './typed-template.ts'
export {
  type MinimalWebhookEvent,
  type RawBody,
  signWebhook,
  type UnwrapOptions,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookHeaders,
  webhooks,
} from './webhooks.ts'
