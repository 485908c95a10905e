import { DomainError } from './errors.ts'

/** `invalid_request` with the path of the value, in the terms of the contract. */
export function invalid(path: string, message: string, meta: Record<string, unknown> = {}): DomainError {
  return new DomainError('invalid_request', message, { meta: { path, ...meta } })
}
