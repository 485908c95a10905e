import type { z } from '@hono/zod-openapi'
import type { Ctx } from '../context.ts'
import type { ApiKeyActor } from '../domain/actor.ts'
import type { Finish } from '../domain/finish.ts'
import type { StoredResponse } from '../domain/records/calls/idempotency.ts'
import type { components, operations } from '../generated/openapi.ts'
import type { ErrorCode, OperationId, operations as table } from '../generated/operations.ts'
import type { routes } from '../generated/routes.ts'
import { HttpError } from '../http/errors.ts'

export type { OperationId }

/** The typed contract between the spec and the handlers: code that does not match the spec does not compile. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id>>

/** Every operation of the spec has its handler; a missing one is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> }

/** One request: every part validated against the spec, the key checked, the rate-limit token taken. */
export interface Call<Id extends OperationId> extends Input<Id>, Answering<Id> {
  ctx: Ctx
  /** Null on the retired routes, which do not read the key. */
  actor: (typeof table)[Id]['authenticated'] extends true ? ApiKeyActor : null
  requestId: string
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** Unknown top-level keys that were ignored; they belong in `warnings[]` of the response. */
  warnings: components['schemas']['Warning'][]
  /**
   * Stores the response for the call's `Idempotency-Key` in the transaction that makes it true; does nothing without a
   * key. The verb calls it last before the commit.
   */
  finish: Finish<Reply<Id>>
  /** What an earlier call with this `Idempotency-Key` kept, where the operation streams its response again. */
  replay: StoredResponse | null
}

type Route<Id extends OperationId> = (typeof routes)[Id]
type RequestOf<Id extends OperationId> = Route<Id> extends { request: infer R } ? R : object
type Part<Id extends OperationId, Name extends string> =
  RequestOf<Id> extends { [K in Name]: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
type BodyOf<Id extends OperationId> =
  RequestOf<Id> extends { body: { content: infer Content } }
    ? {
        [Media in keyof Content]: Content[Media] extends { schema: infer Schema extends z.ZodType }
          ? { mediaType: Media; data: z.output<Schema> }
          : never
      }[keyof Content]
    : undefined

export interface Input<Id extends OperationId> {
  params: Part<Id, 'params'>
  query: Part<Id, 'query'>
  /** The headers that the spec names, with the spec's spelling. */
  headers: Part<Id, 'headers'>
  /** If the spec has several media types, `mediaType` distinguishes them. */
  body: BodyOf<Id>
}

type Responses<Id extends OperationId> = operations[Id]['responses']
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

/** The body of a file response. */
export type Bytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** The statuses that are not errors. */
export type SuccessStatus<Id extends OperationId> = Extract<keyof Responses<Id>, 200 | 201 | 204 | 206 | 304>

type ErrorBody<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Extract<Json<Responses<Id>[Status]>, { error: string; code: string }>
}[keyof Responses<Id>]

/** The codes that the spec gives the operation. */
export type ErrorCodeOf<Id extends OperationId> = Extract<ErrorBody<Id>['code'], ErrorCode>

type Rest<Body> = Body extends unknown ? Omit<Body, 'error' | 'code'> & { headers?: Record<string, string> } : never
/** What the spec puts beside `error` and `code`: `meta`, and any other top-level keys. */
export type ErrorExtra<Id extends OperationId, Code> = Rest<Extract<ErrorBody<Id>, { code: Code }>>

type ReplyArguments<Response> = Response extends { content: { 'application/json': infer Body } }
  ? [body: Body, headers?: Record<string, string>]
  : Response extends { content: Record<string, unknown> }
    ? [body: Bytes, headers?: Record<string, string>]
    : [body?: null, headers?: Record<string, string>]

export interface Answering<Id extends OperationId> {
  /** A response with one of the documented statuses and exactly its body. */
  reply<Status extends SuccessStatus<Id>>(status: Status, ...rest: ReplyArguments<Responses<Id>[Status]>): Reply<Id>
  /**
   * Throws the documented error with this code; its status comes from the spec.
   * @throws HttpError always
   */
  fail<Code extends ErrorCodeOf<Id>>(
    code: Code,
    message: string,
    ...extra: object extends ErrorExtra<Id, Code> ? [extra?: ErrorExtra<Id, Code>] : [extra: ErrorExtra<Id, Code>]
  ): never
}

declare const operation: unique symbol

/** A response that `reply` created for this operation. */
export interface Reply<Id extends OperationId> {
  readonly [operation]?: Id
  status: number
  body: unknown
  headers: Record<string, string>
}

/** `reply` and `fail` for one operation; the types do the work. */
export function answering<Id extends OperationId>(): Answering<Id> {
  return {
    reply: (status, body?: unknown, headers: Record<string, string> = {}) => ({ status, body: body ?? null, headers }),
    fail: (code, message, extra: { meta?: Record<string, unknown>; headers?: Record<string, string> } = {}) => {
      const { meta, headers, ...top } = extra
      throw new HttpError(code, message, { meta, headers, top })
    },
  }
}
