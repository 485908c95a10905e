import { sqlState } from '../db/database.ts'
import { StorageError } from '../storage/index.ts'

/** The source of an unexpected error, as far as a caller may know it: contract 7, status 500. */
export type FailureCode = 'db_failed' | 'storage_failed' | 'internal_error'

/** Node's error codes for a connection that cannot be opened or has broken. */
const CONNECTION_LOST = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
/** Messages of `pg` errors without a code when its connection or pool fails. */
const POOL_FAILED =
  /connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i

/** Its session ended, it starts, the connection broke, or the server has become a replica (read-only). */
const NO_PRIMARY = /^(57P0[123]|08...|25006)$/

export function failureCode(error: unknown): FailureCode {
  if (error instanceof StorageError) return 'storage_failed'
  return isDatabaseFailure(error) ? 'db_failed' : 'internal_error'
}

/** Whether there is no primary at the moment: it restarts, or another takes over. */
export function isWithoutPrimary(error: unknown): boolean {
  const state = sqlState(error)
  return state === null ? isUnreachable(error) : NO_PRIMARY.test(state)
}

function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseFailure)
  return sqlState(error) !== null || isUnreachable(error)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CONNECTION_LOST.test(code) || POOL_FAILED.test(error.message)
}
