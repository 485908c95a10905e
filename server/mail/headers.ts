import { createHash } from 'node:crypto'
import { upTo } from '../characters.ts'
import type { MailMessage } from './mail.ts'
import { REFERENCE_HEADER, referenceOf } from './reference.ts'

/** More would be cut by mail clients; the address beside it stays visible. */
const NAME_MAX_CHARACTERS = 70

/** The address of a configured sender such as `Countersign <sign@example.com>`. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()
}

/**
 * A name as it may stand before an address: one line, without the characters that end a quoted string, start an address
 * or turn the text round (RFC 5322, 3.2.4; UAX 9), so that no name adds a header or looks like another sender's address.
 * @param ending what follows the name however long it is
 */
export function displayName(name: string, ending = ''): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}"<>\\]/gu, ' ').replace(/\s+/g, ' ')
  return upTo(NAME_MAX_CHARACTERS - ending.length, plain.trim()).trim() + ending
}

/** The whole `From`: the message's name, or the configured sender as it is. */
export function fromHeader(message: Pick<MailMessage, 'fromName'>, from: string): string {
  const name = message.fromName && displayName(message.fromName)
  return name ? `"${name}" <${addressOf(from)}>` : from
}

/**
 * The headers of every message. `Auto-Submitted` keeps absence notices from being sent back (RFC 3834, 5). A thread hangs
 * on one id that no message has: each recipient gets other messages of it, some providers replace the id we give,
 * and mail clients group by the reference alone (RFC 5322, 3.6.4).
 */
export function headersOf(message: Pick<MailMessage, 'thread' | 'to' | 'about'>, from: string): Record<string, string> {
  const root = message.thread && messageId(message.thread, from)
  const reference = referenceOf(message)
  return {
    'Auto-Submitted': 'auto-generated',
    ...(root && { References: root, 'In-Reply-To': root }),
    ...(reference !== null && { [REFERENCE_HEADER]: reference }),
  }
}

/** Repeating the id lets mailboxes drop the second copy. */
export function messageId(key: string, from: string): string {
  const domain = addressOf(from).split('@')[1] ?? 'countersign.invalid'
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`
}
