import { WebhookSignatureError } from '../../../sdk/src/errors.ts'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { canonicalJson } from '../../canonical.ts'
import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { liveSecrets } from './attempt.ts'
import { bodyNow } from './body-now.ts'
import { findHook, type HookRow } from './find.ts'

/** A delivery as a receiver logged it. */
export interface PastedDelivery {
  /** One `Name: value` a line, or a JSON object. */
  headers: string
  body: string
}

/**
 * Why a receiver's check fails: no signature header, or one that is cut or altered; a body that differs from the signed
 * one by white space at its ends, by having been parsed and written again, or otherwise; a secret of another hook, that
 * of a document's callback URL (contract 6.1), one that a rotation has ended, or one that is none of this workspace's; a
 * time too far from now; or no reason here.
 */
export type SignatureFinding =
  | 'no_header'
  | 'malformed_header'
  | 'body_white_space'
  | 'body_rewritten'
  | 'body_changed'
  | 'other_hook'
  | 'callback'
  | 'old_secret'
  | 'unknown_secret'
  | 'time'
  | 'passes'

export interface SignatureReport {
  finding: SignatureFinding
  /** Whose secret it is, when it is another hook's. */
  otherHook: { id: string; targetUrl: string } | null
  /** How old the signature is, in seconds; negative: from the future. Null when its time is unknown. */
  ageSeconds: number | null
}

interface Signed {
  header: string | null
  eventId: string | null
  body: string
}

/**
 * Says why a delivery that somebody received does not pass the check of its signature (contract 6.5). It is judged by
 * the verifier of the SDK; what fails is tried again with what may have happened to it.
 * @throws DomainError `not_found`
 */
export async function checkSignature(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock' | 'keyring'>,
  actor: Actor,
  id: string,
  pasted: PastedDelivery,
): Promise<SignatureReport> {
  assertMay(ctx, actor, 'checkSignature')
  const hook = await findHook(ctx, actor.workspaceId, id)
  const now = ctx.clock.now()
  const given = readPasted(pasted)
  const secrets = liveSecrets(ctx, hook, now)
  const report = (finding: SignatureFinding, other: HookRow | null = null): SignatureReport => ({
    finding,
    otherHook: other && { id: other.id, targetUrl: other.target_url },
    ageSeconds: ageOf(given.header, now),
  })

  const failed = await failedCheck(given, secrets, now)
  if (failed === 'time') return report('time')
  if (failed === null) return report('passes')
  if (failed === 'header') return report(given.header === null ? 'no_header' : 'malformed_header')
  for (const [finding, body] of likelyBodies(given.body)) {
    if (await isSigned({ ...given, body }, secrets, now)) return report(finding)
  }
  const sent = await sentBodies(ctx, hook, given.eventId)
  for (const body of sent) {
    if (await isSigned({ ...given, body }, secrets, now))
      return report(sameValue(body, given.body) ? 'body_rewritten' : 'body_changed')
  }
  const bodies = [given.body, ...likelyBodies(given.body).map(([, body]) => body), ...sent]
  const isSignedBy = async (secret: string) => {
    for (const body of bodies) if (await isSigned({ ...given, body }, [secret], now)) return true
    return false
  }
  if (hook.previous_secret && (await isSignedBy(opened(ctx, hook.previous_secret)))) return report('old_secret')
  for (const other of await otherHooks(ctx, hook)) {
    if (await isSignedBy(opened(ctx, other.secret))) return report('other_hook', other)
  }
  for (const callback of await callbacksOf(ctx, hook.workspace_id, given.eventId)) {
    if (await isSignedBy(opened(ctx, callback.secret))) return report('callback')
  }
  return report('unknown_secret')
}

/** The check of the SDK's verifier that fails; null: none does. */
async function failedCheck({ header, body }: Signed, secrets: string[], now: Date, tolerance?: number) {
  try {
    await verifyWebhook(body, header, secrets, { now, tolerance })
    return null
  } catch (error) {
    if (error instanceof WebhookSignatureError) return error.check
    // The signature is right; that the body is not JSON is nothing the verifier judges.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function isSigned(given: Signed, secrets: string[], now: Date): Promise<boolean> {
  return (await failedCheck(given, secrets, now, Number.POSITIVE_INFINITY)) === null
}

/** What the body may have been before something on its way changed it. */
function likelyBodies(body: string): [SignatureFinding, string][] {
  const compact = parsed(body)
  const bodies: [SignatureFinding, string][] = [['body_white_space', body.trim()]]
  if (compact !== undefined) bodies.push(['body_rewritten', JSON.stringify(compact)])
  return bodies.filter(([, text]) => text !== body)
}

function sameValue(a: string, b: string): boolean {
  const [left, right] = [parsed(a), parsed(b)]
  return left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right)
}

/** More than any of our bodies has; a text of nothing but brackets would exhaust the stack. */
const MAX_BRACKETS = 2_000

/** Undefined: no JSON. */
function parsed(text: string): unknown {
  if ((text.match(/[[{]/g) ?? []).length > MAX_BRACKETS) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The bodies of the event's delivery, as in the hook's log and as it is sent again; none when it is not in the log any more. */
async function sentBodies(ctx: Pick<Ctx, 'db'>, hook: HookRow, eventId: string | null): Promise<string[]> {
  if (eventId === null) return []
  const delivery = await ctx.db
    .selectFrom('deliveries')
    .select(['event_id', 'body', 'mode'])
    .where('hook_id', '=', hook.id)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!delivery) return []
  const { body } = await bodyNow(ctx.db, hook, delivery)
  return delivery.body === null || delivery.body === body ? [body] : [delivery.body, body]
}

/** The newest others of the workspace, switched off or not: each costs a few computations of a hash. */
const OTHERS = 100

function otherHooks(ctx: Pick<Ctx, 'db'>, { id, workspace_id }: HookRow): Promise<HookRow[]> {
  return ctx.db
    .selectFrom('hooks')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('scope', '=', 'workspace')
    .where('id', '<>', id)
    .orderBy('seq', 'desc')
    .limit(OTHERS)
    .execute()
}

/** The hooks of documents that were told of this event. */
async function callbacksOf(ctx: Pick<Ctx, 'db'>, workspaceId: string, eventId: string | null) {
  if (eventId === null) return []
  return ctx.db
    .selectFrom('deliveries')
    .innerJoin('hooks', 'hooks.id', 'deliveries.hook_id')
    .select('hooks.secret')
    .where('deliveries.event_id', '=', eventId)
    .where('hooks.workspace_id', '=', workspaceId)
    .where('hooks.scope', '=', 'document')
    .execute()
}

const opened = (ctx: Pick<Ctx, 'keyring'>, secret: Buffer) => ctx.keyring.decrypt('secret', secret).toString()

/** Far more than our header has, in characters: each of its signatures costs hashes by up to a hundred secrets. */
const HEADER_MAX = 1_000

function readPasted({ headers, body }: PastedDelivery): Signed {
  const found = namedHeaders(headers)
  const event = parsed(body)
  const inBody = typeof event === 'object' && event !== null && 'event_id' in event ? event.event_id : null
  const header = found.get('x-service-signature') ?? found.get('x-legacy-signature') ?? valueIn(headers)
  return {
    header: header?.slice(0, HEADER_MAX) ?? null,
    eventId: found.get('x-service-event-id') ?? (typeof inBody === 'string' ? inBody : null),
    body,
  }
}

/** The value of a signature header in whatever else a program printed, or by itself; null: there is none. */
function valueIn(text: string): string | null {
  return /\bt=\d{1,12}(?:,\s*v1=[0-9a-f]*)+/i.exec(text)?.[0] ?? null
}

/** By lower-case name. Frameworks log headers as JSON too, each a text or a list of texts. */
function namedHeaders(text: string): Map<string, string> {
  const json = parsed(text)
  const pairs: [string, unknown][] =
    typeof json === 'object' && json !== null
      ? Object.entries(json)
      : text.split('\n').map((line) => {
          const [begin = '', name = ''] = /^[\s"']*([\w-]+)["']?\s*[:=]\s*["']?/.exec(line) ?? []
          return [name, withoutEnd(line.slice(begin.length))]
        })
  return new Map(
    pairs.flatMap(([name, value]): [string, string][] => {
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' && first !== '' ? [[name.toLowerCase(), first.trim()]] : []
    }),
  )
}

/** The text without the quotation marks, commas and spaces at its end. A pattern for them would take quadratic time. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /["',\s]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

function ageOf(header: string | null, now: Date): number | null {
  const [, t] = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header ?? '') ?? []
  return t === undefined ? null : Math.floor(now.getTime() / 1000) - Number(t)
}
