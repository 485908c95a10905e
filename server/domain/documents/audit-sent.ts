import type { ChainedAuditEvent } from '../records/audit.ts'

const NOTHING_SENT = 'nothing was sent: the link was left to the sender'

/** How a link went out with an entry, as what was committed to be sent; null: the entry sends none. */
export function sentWords({ type, meta }: Pick<ChainedAuditEvent, 'type' | 'meta'>): string | null {
  if (meta.emailed === undefined && meta.texted === undefined) return null
  const by = ways(meta.emailed === true, meta.texted === true)
  // One whose turn has not come is invited then.
  if (by === null) return type === 'reassigned' ? 'nothing was sent' : NOTHING_SENT
  return `${type === 'reminded' ? 'reminder' : 'invitation'} by ${by}`
}

/** Whether the entry asks somebody to sign without sending them anything. */
export function sendsNothing({ type, meta }: Pick<ChainedAuditEvent, 'type' | 'meta'>): boolean {
  return (type === 'sent' || type === 'released') && meta.emailed === false && meta.texted !== true
}

function ways(emailed: boolean, texted: boolean): string | null {
  if (emailed && texted) return 'email and SMS'
  if (emailed) return 'email'
  return texted ? 'SMS' : null
}

/**
 * What the service sent to the person who has the request now, and how that went; null: the entries do not say.
 * @param own the entries of the request, oldest first
 */
export function reachWords(own: readonly ChainedAuditEvent[]): string | null {
  const given = own.findLastIndex(({ type }) => type === 'reassigned')
  const since = own.slice(Math.max(0, given))
  const sent = since.flatMap(({ type, meta, at }) => {
    if (meta.message === 'invitation') {
      if (type === 'email_sent') return [`email sent ${second(at)}`]
      if (type === 'text_sent') return [`SMS sent ${second(at)}`]
      if (type === 'email_failed') return ['an email could not be sent']
      if (type === 'text_failed') return ['an SMS could not be sent']
    }
    if (type !== 'reminded') return []
    const by = ways(meta.emailed === true, meta.texted === true)
    return by === null ? [] : [`reminded by ${by} ${second(at)}`]
  })
  if (sent.length > 0) return sent.join('; ')
  const asked = since.find(({ meta }) => meta.emailed !== undefined)
  if (!asked) return null
  const announced = ways(asked.meta.emailed === true, asked.meta.texted === true)
  return announced ? `${announced} on its way` : NOTHING_SENT
}

/**
 * What the signer acted by: the link and how the service had sent it by then, or a session in a frame.
 * @param own the entries of the request, oldest first; null: it is not signed
 */
export function accessWords(own: readonly ChainedAuditEvent[]): string | null {
  const at = own.findIndex(({ type }) => type === 'signed')
  const signed = own[at]
  if (!signed) return null
  const { access, session_id: session } = signed.meta
  if (access === 'embedded_session') {
    const opened = own.find(({ type, meta }) => type === 'session_created' && meta.session_id === session)
    return opened ? `a session in a frame of ${opened.meta.origin}` : 'a session in a frame of another site'
  }
  // A link that was replaced later was not the one that went out before.
  const before = own.slice(0, at)
  const since = before.findLastIndex(({ type, meta }) => type === 'link_renewed' || meta.new_link_version !== undefined)
  const current = before.slice(Math.max(0, since))
  const by = ways(
    current.some(({ type, meta }) =>
      type === 'reminded' ? meta.emailed === true : type === 'email_sent' && meta.message === 'invitation',
    ),
    current.some(({ type, meta }) => type === 'text_sent' && meta.message !== undefined),
  )
  if (by !== null) return `the personal link, sent by ${by}`
  // A message on its way may have come just before its entry; and entries may not say.
  const isOpen = current.some(({ meta }) => meta.emailed === true || meta.texted === true)
  const isSaid = own.some(({ meta }) => meta.emailed !== undefined)
  return isOpen || !isSaid ? 'the personal link' : 'the personal link, which the sender passed on'
}

function second(at: string): string {
  return at.slice(0, 19).replace('T', ' ')
}
