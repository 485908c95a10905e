import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorTable } from '../http/respond.ts'
import { type AnyCode, apiStatus, type PageCode } from '../http/status.ts'

/** The status of codes that only our pages use, and of codes whose status here differs from the API's. */
const STATUSES: Record<PageCode, ContentfulStatusCode> & Partial<Record<AnyCode, ContentfulStatusCode>> = {
  busy: 503,
  consent_required: 400,
  cross_site_request: 403,
  declined: 409,
  document_not_displayed: 409,
  expired: 410,
  field_invalid: 400,
  field_required: 400,
  image_damaged: 400,
  key_revoked: 410,
  name_required: 400,
  not_permitted: 403,
  queued: 409,
  session_expired: 410,
  session_revoked: 410,
  signature_invisible: 422,
  signed: 409,
  sms_code_malformed: 400,
  sms_code_wrong: 400,
  sms_failed: 422,
  sms_locked: 403,
  sms_not_required: 409,
  sms_required: 403,
  values_changed: 409,
  withdrawn: 409,
}

/** The status of a code in calls of our own pages; codes not listed above have the API's status. */
export function pageStatus(code: AnyCode): ContentfulStatusCode {
  return STATUSES[code] ?? apiStatus(code, null) ?? 500
}

/** The calls of our pages name every failure behind the server. */
export const PAGE_ERRORS: ErrorTable = { statusOf: pageStatus, mayFailWith: () => true, linksDocs: false }
