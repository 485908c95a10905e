/** Why the frame cannot go on, or a call of its page failed. More may be added: handle those you know. */
export type FrameErrorDetail =
  | 'not_found'
  | 'revoked'
  | 'key_revoked'
  | 'unavailable'
  | 'withdrawn'
  | 'queued'
  | 'sms_required'
  | 'sign_failed'
  | 'sealing_in_progress'
  | 'pades_failed'
  | 'seal_persist_failed'
  | `http_${number}`

/** What the frame posts, by `type`. */
export type FrameMessage = {
  source: 'countersign'
  version: 1
  /** Null when the frame's address names no session. */
  session_id: string | null
  signing_request_id: string | null
} & (
  | { type: 'ready' }
  | { type: 'viewed' }
  | { type: 'signed' }
  | { type: 'declined' }
  | { type: 'expired' }
  | { type: 'error'; detail: FrameErrorDetail }
  /** CSS pixels. */
  | { type: 'resize'; height: number }
)

export type FrameMessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>

const PLAIN = ['ready', 'viewed', 'signed', 'declined', 'expired']

/**
 * A message of the frame, or null for anything else, a type of a later version included. Takes the object of a
 * `message` event, and the JSON text that React Native's `onMessage` gets. Who sent it is not checked here: in a web
 * page `openSigningFrame` does that.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const message = typeof data === 'string' ? parsed(data) : data
  if (typeof message !== 'object' || message === null) return null
  const { source, version, type, session_id, signing_request_id, detail, height } = message as Record<string, unknown>
  if (source !== 'countersign' || version !== 1 || !isId(session_id) || !isId(signing_request_id)) return null
  const isSound =
    PLAIN.includes(String(type)) ||
    (type === 'error' && typeof detail === 'string') ||
    (type === 'resize' && typeof height === 'number' && height > 0)
  return isSound ? (message as FrameMessage) : null
}

function isId(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
