import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { OutboundError } from '../../net/outbound.ts'
import { type AttemptResult, isDelivered } from '../deliveries/outcome.ts'
import type { HookRow } from './find.ts'
import { deliveryHeaders } from './sign.ts'

/** Contract 8: a webhook has ten seconds to respond, name resolution and connection included. */
export const ATTEMPT_TIMEOUT_MS = 10_000
/** Enough for the characters that are stored, in any script. */
const READ_BYTES = 2_000
const KEPT_CHARACTERS = 500

type Secrets = 'secret' | 'previous_secret' | 'previous_secret_valid_until'

/** The target of a delivery, its event, and the secrets that sign it. */
export type Target = Pick<HookRow, 'target_url' | 'standard_webhooks' | Secrets> & {
  event: string
  event_id: string
}

/** Sends a delivery once, with a fresh signature. Never throws because of the receiver. */
export async function attempt(
  ctx: Pick<Ctx, 'clock' | 'keyring' | 'outbound' | 'metrics'>,
  target: Target,
  { body, mode }: { body: string; mode: PayloadMode },
  timeoutMs: number = ATTEMPT_TIMEOUT_MS,
): Promise<AttemptResult> {
  const { headers, at } = attemptRequest(ctx, target, { body, mode })
  const started = performance.now()
  const { status, text, phase } = await postDelivery(ctx, target.target_url, {
    headers,
    body,
    timeoutMs,
    httpsOnly: true,
  })
  const latencyMs = Math.round(performance.now() - started)
  const result = { status, text: loggedText(text), latencyMs, at, phase }
  ctx.metrics.deliverySeconds.observe(
    { outcome: isDelivered(result) ? 'success' : 'failure' },
    result.latencyMs / 1_000,
  )
  return result
}

/** The headers of an attempt made now. */
export function attemptRequest(
  ctx: Pick<Ctx, 'clock' | 'keyring'>,
  target: Target,
  { body, mode }: { body: string; mode: PayloadMode },
): { headers: Record<string, string>; at: Date } {
  const at = ctx.clock.now()
  const signing = { secrets: liveSecrets(ctx, target, at), body, at, standard: target.standard_webhooks }
  return { headers: deliveryHeaders(target, mode, signing), at }
}

/** Posts a delivery once. Never throws because of the receiver. @returns its answer, or why there is none */
export async function postDelivery(
  ctx: Pick<Ctx, 'outbound'>,
  url: string,
  options: { headers: Record<string, string>; body: string; timeoutMs: number; httpsOnly: boolean },
): Promise<Pick<AttemptResult, 'status' | 'text' | 'phase'>> {
  try {
    const response = await ctx.outbound.request(url, {
      method: 'POST',
      maxBytes: READ_BYTES,
      ...options,
    })
    const { status, headers, body, truncated } = response
    if (status >= 300 && status < 400) {
      return {
        status,
        phase: 'response',
        text: `redirect not followed: HTTP ${status}, Location: ${headers.location ?? '(none)'}`,
      }
    }
    // A character cut in two by the limit is not an invalid one.
    return { status, phase: 'response', text: new TextDecoder().decode(body, { stream: truncated }) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { status: null, phase: error.phase ?? null, text: `network: ${error.message}` }
  }
}

/** The secrets to sign with: the current one and, for 24 hours after a rotation, the previous one (contract 6.5). */
export function liveSecrets(ctx: Pick<Ctx, 'keyring'>, target: Pick<HookRow, Secrets>, now: Date): string[] {
  const { secret, previous_secret: previous, previous_secret_valid_until: until } = target
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret]
  return sealed.map((secret) => ctx.keyring.decrypt('secret', secret).toString())
}

/** The part of the body that the log stores. Postgres rejects NUL in text: a hostile response would block its row. */
function loggedText(text: string): string {
  return upTo(KEPT_CHARACTERS, text.replaceAll('\0', ''))
}
