import { createTransport } from 'nodemailer'
import { addressOf, displayName, headersOf, messageId } from './headers.ts'
import { type Mail, MailError } from './mail.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 20_000
const CONNECTIONS = 5

/**
 * Sends by SMTP, encrypted if the server offers it.
 * @param url nodemailer's: `smtp://user:password@host:587?requireTLS=true`
 * @param returnTo where what cannot be delivered is returned to (the envelope's sender, RFC 5321, 4.4)
 */
export function smtpMail(url: string, from: string, returnTo: string, acceptsNoMail: Mail['acceptsNoMail']): Mail {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      // Nothing a caller wrote is ever interpreted as a path or a URL to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )

  return {
    kind: 'smtp',
    async send({ idempotencyKey, attachments, fromName, thread, about, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          ...(fromName && { from: { name: displayName(fromName), address: addressOf(from) } }),
          envelope: { from: returnTo, to: message.to },
          headers: headersOf({ thread, about, to: message.to }, from),
          messageId: idempotencyKey && messageId(idempotencyKey, from),
          attachments: attachments?.map(({ filename, content, contentType, cid }) => ({
            filename,
            contentType,
            cid,
            content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          })),
        })
      } catch (cause) {
        const { code, responseCode, response } = cause as SmtpFailure
        // 5xx to RCPT or to the message itself is final (RFC 5321 4.2.1); 5xx to the login is for the operator to fix.
        const refused = code === 'EENVELOPE' || code === 'EMESSAGE'
        const isTooLarge = refused && TOO_LARGE.test(`${responseCode} ${response ?? ''}`)
        throw new MailError(`The mail server refused (${code ?? 'unknown'} ${responseCode ?? ''})`, {
          permanent: isTooLarge || (refused && (responseCode ?? 0) >= 500),
          isTooLarge,
          reason: responseCode ? `smtp_${responseCode}` : (code ?? 'smtp').toLowerCase(),
          cause,
        })
      }
    },
    acceptsNoMail,
    check: () =>
      transport.verify().then(
        () => null,
        (error: Error & { code?: string }) => `${new URL(url).host}: ${error.message}${codeOf(error)}`,
      ),
    close: async () => transport.close(),
  }
}

interface SmtpFailure {
  code?: string
  responseCode?: number
  response?: string
}

/** 552 (RFC 5321, 4.2.3; RFC 1870, 6.1), or an enhanced code for the size (RFC 3463: 5.2.3 and 5.3.4), whatever stands before it. */
const TOO_LARGE = /^(552|523)\b|\b[45]\.(2\.3|3\.4)\b/

/** Only where the message does not contain it. */
function codeOf({ code, message }: Error & { code?: string }): string {
  return code === undefined || message.includes(code) ? '' : ` (${code})`
}
