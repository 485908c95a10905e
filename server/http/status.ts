import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DomainCode } from '../domain/errors.ts'
import { type ErrorCode, errorCodes, type Operation, type OperationId, operations } from '../generated/operations.ts'
import type { HttpCode } from './errors.ts'

/** Every code that any of our responses carries. */
export type AnyCode = DomainCode | HttpCode
/** The codes of our own pages' calls that no API operation has. */
export type PageCode = Exclude<AnyCode, ErrorCode>

/**
 * The status of a code: the one the operation documents, otherwise the first documented anywhere (pages and paths
 * without an operation use the same codes). Null for a code that the API does not have.
 */
export function apiStatus(code: AnyCode, operation: OperationId | null): ContentfulStatusCode | null {
  if (!isErrorCode(code)) return null
  const documented: Operation['errors'] = operation ? operations[operation].errors : {}
  return (documented[code] as ContentfulStatusCode | undefined) ?? errorCodes[code].statuses[0]
}

/** Whether the operation documents this code. */
export function documents(operation: OperationId | null, code: ErrorCode): boolean {
  return operation !== null && code in operations[operation].errors
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}
