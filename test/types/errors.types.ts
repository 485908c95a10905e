// Compiled by the type check, never run: every deliberate mistake below must be a compile error.
import { DomainError } from '../../server/domain/errors.ts'
import { HttpError } from '../../server/http/errors.ts'
import { apiStatus } from '../../server/http/status.ts'
import { pageStatus } from '../../server/web/status.ts'

// What is right compiles: a code of the spec, and one that only the signer's page has.
export const right = [new DomainError('not_found', 'gone'), new DomainError('values_changed', 'changed')]

export const misspelt = [
  // @ts-expect-error no such code
  new DomainError('not_fond', 'gone'),
  // @ts-expect-error no such code
  new HttpError('invalid_kee', 'no'),
  // @ts-expect-error no such code
  apiStatus('not_fond', null),
  // @ts-expect-error no such code
  pageStatus('not_fond'),
]

export const http = [
  // @ts-expect-error a verb decides no status
  new DomainError('not_found', 'gone', { status: 404 }),
  // @ts-expect-error a verb sets no header
  new DomainError('rate_limited', 'wait', { headers: { 'Retry-After': '60' } }),
  // @ts-expect-error the status comes from the table
  new HttpError('not_found', 'gone', { status: 404 }),
]
