import type { SealError } from '../db/schema.ts'

/** Data that the frame's page passes to its script. Types only: the browser bundle imports this file. */
export interface HostData {
  /** `/embed/<token>` */
  base: string
  /** The only origin that receives messages; null when there is no session and therefore no known origin. */
  origin: string | null
  sessionId: string | null
  signingRequestId: string | null
  /** The message that this page sends on load; null while there is something to sign. */
  outcome: FrameOutcome | null
  /** Milliseconds until the session ends; null when no session is open. */
  endsInMs: number | null
  texts: { soon: string }
}

/** Contract 7. */
export type FrameDetail =
  | 'not_found'
  | 'revoked'
  | 'key_revoked'
  | 'unavailable'
  | 'withdrawn'
  | 'queued'
  | 'sms_required'
  | SealError
  | `http_${number}`

export type FrameOutcome = { type: 'signed' | 'declined' | 'expired' } | { type: 'error'; detail: FrameDetail }
