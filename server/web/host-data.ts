import type { SealError } from '../db/schema.ts'

/** What the frame's page hands to its script. Types only: the browser bundle imports this file. */
export interface HostData {
  /** `/embed/<token>` */
  base: string
  /** The one origin that messages go to; null: no session is known, so no origin is. */
  origin: string | null
  sessionId: string | null
  signingRequestId: string | null
  /** What this page tells at once; null while there is something to sign. */
  outcome: Outcome | null
  /** Milliseconds until the session ends; null: nothing is open. */
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

export type Outcome = { type: 'signed' | 'declined' | 'expired' } | { type: 'error'; detail: FrameDetail }
