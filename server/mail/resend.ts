import { Resend } from 'resend'
import { addressOf, fromHeader, headersOf } from './headers.ts'
import { type Mail, MailError, type MailMessage } from './mail.ts'
import { REFERENCE_TAG, referenceOf } from './reference.ts'

const TIMEOUT_MS = 20_000

/** Errors of this message, which no retry can fix; other refusals concern the account or are temporary. */
const MESSAGE_ERRORS = new Set([
  'validation_error',
  'invalid_parameter',
  'missing_required_field',
  'invalid_attachment',
])

/** Sends through Resend's API. @param url `resend:KEY[@BASE_URL]` */
export function resendMail(url: string, from: string, acceptsNoMail: Mail['acceptsNoMail']): Mail {
  const [, key, baseUrl] = /^resend:([^@]+)(?:@(.+))?$/.exec(url) ?? []
  if (!key) throw new Error('MAIL_URL must be resend:KEY or resend:KEY@BASE_URL')
  const resend = new Resend(key, { baseUrl: baseUrl?.replace(/\/+$/, '') ?? 'https://api.resend.com' })

  return {
    kind: 'resend',
    async send(message) {
      const sending = resend.emails.send(
        {
          from: fromHeader(message, from),
          to: message.to,
          subject: message.subject,
          html: message.html,
          text: message.text,
          replyTo: message.replyTo,
          headers: headersOf(message, from),
          tags: tagsOf(message),
          attachments: message.attachments?.map(({ filename, content, contentType, cid }) => ({
            filename,
            contentId: cid,
            contentType,
            content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          })),
        },
        { idempotencyKey: message.idempotencyKey, signal: AbortSignal.timeout(TIMEOUT_MS) },
      )
      const { error } = await sending.catch((cause: unknown) => {
        throw new MailError('the connection to Resend broke', { permanent: false, reason: 'connection', cause })
      })
      // The key is known with a different content: the message was accepted before, then something in it changed.
      if (!error || error.name === 'invalid_idempotent_request') return
      const status = error.statusCode
      const isTooLarge = status === 413
      throw new MailError(`Resend answered ${status ?? 'nothing'}: ${error.name}`, {
        permanent: isTooLarge || ((status === 400 || status === 422) && MESSAGE_ERRORS.has(error.name)),
        isTooLarge,
        reason: error.name,
      })
    },
    acceptsNoMail,
    async check() {
      const { data, error } = await resend.domains.list()
      // A key that may only send may not list domains; that it was recognised is all that can be seen.
      if (error?.name === 'restricted_api_key') return null
      if (error) return `Resend answered ${error.statusCode ?? 'nothing'}: ${error.name}`
      const domain = addressOf(from).split('@').at(-1)!.toLowerCase()
      const verified = data.data.some(({ name, status }) => name.toLowerCase() === domain && status === 'verified')
      return verified ? null : `${domain} of MAIL_FROM is not a verified domain of this Resend account`
    },
    close: async () => {},
  }
}

/** Resend repeats them in its events. */
function tagsOf(message: MailMessage) {
  const value = referenceOf(message)
  return value === null ? undefined : [{ name: REFERENCE_TAG, value }]
}
