import { type Sms, SmsError, type SmsRefusal } from './sms.ts'

const TIMEOUT_MS = 10_000
const URL_FORM = /^twilio:([^:@/]+):([^@/]+)(?:@(https?:\/\/.+))?$/
/** A messaging service's id; anything else is a sender. */
const SERVICE = /^MG[0-9a-f]{32}$/i

/**
 * Twilio's error codes about the number (twilio.com/docs/api/errors). All others, such as a wrong password or a busy
 * account, are `provider_error`: neither the signer nor another number could fix them.
 */
const REASONS: Record<string, SmsRefusal> = {
  // not a phone number; cannot receive text messages; a short code; our own number; unknown to its network
  '21211': 'invalid_number',
  '21217': 'invalid_number',
  '21421': 'invalid_number',
  '21614': 'invalid_number',
  '21265': 'invalid_number',
  '21266': 'invalid_number',
  '30005': 'invalid_number',
  '21635': 'landline',
  '30006': 'landline',
  // the country is not enabled for the account; the owner of the phone replied STOP; blocked or filtered on the way
  '21408': 'blocked',
  '21610': 'blocked',
  '30004': 'blocked',
  '30007': 'blocked',
}

/**
 * Sends through Twilio's Messages resource. The operator configured the URL, so it is not guarded like those of
 * callers.
 * @param url `twilio:ACCOUNT_SID:AUTH_TOKEN[@BASE_URL]`
 * @param from a number or sender name of the account, or the id of a messaging service (`MG…`)
 */
export function twilioSms(url: string, from: string): Sms {
  const [, sid = '', token = '', baseUrl = 'https://api.twilio.com'] = URL_FORM.exec(url) ?? []
  const messages = `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`
  const sender: [string, string] = SERVICE.test(from) ? ['MessagingServiceSid', from] : ['From', from]

  return {
    kind: 'twilio',
    async send({ to, text }) {
      const response = await post(messages, authorization, new URLSearchParams([['To', to], sender, ['Body', text]]))
      const { sid: messageId, code } = response
      if (code !== null) {
        throw new SmsError(`Twilio refused with ${code}`, {
          reason: REASONS[code] ?? 'provider_error',
          providerCode: code,
        })
      }
      if (messageId === null) throw new SmsError('Twilio returned no message', { reason: 'provider_error' })
      return { messageId }
    },
  }
}

async function post(
  url: string,
  authorization: string,
  body: URLSearchParams,
): Promise<{ sid: string | null; code: string | null }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const parsed: unknown = await response.json()
    const fields = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
    // A refusal has `code`; a message that failed immediately has `error_code`.
    const code = fields.code ?? fields.error_code ?? (response.ok ? null : `http_${response.status}`)
    return { sid: typeof fields.sid === 'string' ? fields.sid : null, code: code === null ? null : String(code) }
  } catch (cause) {
    throw new SmsError('Twilio could not be reached', { reason: 'provider_error', cause })
  }
}
