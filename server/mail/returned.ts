import { ImapFlow } from 'imapflow'
import { REFERENCE_HEADER } from './reference.ts'
import type { Bounce } from './resend-events.ts'

/** More wait for the next round. */
const MOST_A_ROUND = 200
/** The report and the headers of the returned mail, which may have the whole document behind them. */
const READ_BYTES = 64 * 1024
const TIMEOUT_MS = 20_000

/**
 * Reads the unread mails of a mailbox and marks each as read once it was handled, a report of failed delivery
 * (RFC 3464) by `record`, all others by nothing.
 * @param url `imaps://user:password@host:port/folder`; the folder is INBOX unless named
 * @returns how many mails it has read
 * @throws Error when the mailbox cannot be read
 */
export async function readReturnedMails(url: string, record: (bounce: Bounce) => Promise<void>): Promise<number> {
  return withMailbox(url, async (client) => {
    const unread = (await client.search({ seen: false }, { uid: true })) || []
    const uids = unread.slice(0, MOST_A_ROUND)
    for (const uid of uids) {
      const mail = (await client.fetchOne(String(uid), { source: { maxLength: READ_BYTES } }, { uid: true })) || null
      const bounce = bounceIn(mail?.source?.toString('latin1') ?? '')
      if (bounce) await record(bounce)
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
    return uids.length
  })
}

/** Why the mailbox cannot be read; null: it can. */
export async function checkMailbox(url: string): Promise<string | null> {
  return withMailbox(url, async () => null).catch((error: Error) => `${new URL(url).host}: ${error.message}`)
}

async function withMailbox<T>(url: string, use: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  // What breaks the connection also rejects the call that waits for it.
  client.on('error', () => {})
  await client.connect()
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    try {
      return await use(client)
    } finally {
      lock.release()
    }
  } finally {
    client.close()
  }
}

/** What a mail says of one of ours that was given up; null for any other, and for one that is only late. */
function bounceIn(source: string): Bounce | null {
  const unfolded = source.replace(/\r?\n[ \t]+/g, ' ')
  const fieldOf = (name: string) => new RegExp(`^${name}:[ \t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
  const isReport = /multipart\/report/i.test(fieldOf('Content-Type') ?? '')
  const reference = fieldOf(REFERENCE_HEADER)
  if (!isReport || !reference || fieldOf('Action')?.toLowerCase() !== 'failed') return null
  // "smtp; 550 5.1.1 No such user"; Exim has the words of its own refusals only in the text.
  const words = fieldOf('Diagnostic-Code')?.replace(/^[^;]*;\s*/, '') ?? /^\s+([45]\d\d[ -].+?)\r?$/m.exec(source)?.[1]
  return { reference, reason: 'bounced', detail: words ?? fieldOf('Status') ?? '' }
}
