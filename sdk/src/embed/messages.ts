/** Why the frame cannot continue, or why a call of its page failed. More may be added: ignore unknown ones. */
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

/** The messages that the frame posts, by `type`. */
export type FrameMessage = {
  source: 'countersign'
  version: 1
  /** Null when the frame's URL belongs to no session. */
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
 * A message of the frame, or null for anything else, including types of later versions. Accepts the object of a `message`
 * event, and the JSON text that React Native's `onMessage` gets. The sender is not checked here: in a web page
 * `openSigningFrame` does that.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const message = typeof data === 'string' ? parsed(data) : data
  if (typeof message !== 'object' || message === null) return null
  const { source, version, type, session_id, signing_request_id, detail, height } = message as Record<string, unknown>
  if (source !== 'countersign' || version !== 1 || !isId(session_id) || !isId(signing_request_id)) return null
  const isValid =
    PLAIN.includes(String(type)) ||
    (type === 'error' && typeof detail === 'string') ||
    (type === 'resize' && typeof height === 'number' && height > 0)
  return isValid ? (message as FrameMessage) : null
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
