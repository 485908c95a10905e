import { createHash, randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { DIRECT_CODES, SIGN_IN } from '../../limits.ts'
import type { Origin } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { givenProblems } from '../instances/given.ts'
import type { InstanceRequest } from '../instances/plan.ts'
import { invalid } from '../invalid.ts'
import type { Locale } from '../locales.ts'
import { networkOf } from '../mask.ts'
import { currentCodeKey } from '../people/code.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { assertDocumentCap } from '../records/workspaces/caps.ts'
import { emailOf } from '../signers/typed-contact.ts'
import { cleanTypedText } from '../typed-text.ts'
import type { DirectLink } from './link.ts'
import { type OpenLink, openDirectLink } from './open.ts'

/** Who wants to sign, as they say of themselves. */
export interface DirectPerson {
  name: string
  email: string
  locale: Locale
}

/**
 * Mails a code to whoever wants to sign by the link.
 * @returns the id of the start, which only the window that asked has; null: the link takes nobody
 * @throws DomainError `invalid_request` with `meta.path` `name` or `email`; `rate_limited`; `tier_required`
 */
export async function askByDirectLink(
  ctx: Ctx,
  link: DirectLink,
  typed: DirectPerson,
  origin: Origin,
): Promise<string | null> {
  const open = await openDirectLink(ctx, link)
  if (!open) return null
  const person = { ...typed, name: cleanTypedText(typed.name), email: emailOf(typed.email) }
  assertPerson(open, person)
  await assertDocumentCap(ctx, open.workspace)
  await takeCodes(ctx, link, person, origin)
  const id = randomUUID()
  await transaction(ctx.db, async (tx) => {
    await tx
      .insertInto('direct_starts')
      .values({
        id,
        direct_link_id: link.id,
        ...person,
        code_key_version: currentCodeKey(ctx),
        expires_at: new Date(ctx.clock.now().getTime() + SIGN_IN.livesMs),
        used_at: null,
      })
      .execute()
    await enqueue(ctx, tx, 'send-email', { message: 'direct_code', directStartId: id })
  })
  return id
}

/** The document that the person signs, as a call of instantiate. */
export function directRequest({ template }: OpenLink, { name, email, locale }: DirectPerson): InstanceRequest {
  const { slot } = template.snapshot.model.slots[0]!
  return {
    templateId: template.template.id,
    version: template.version,
    recipients: [
      {
        slot,
        email,
        name: { full: name, first: null, last: null },
        locale,
        phone: null,
        requireSms: null,
        smsGate: undefined,
        reference: null,
        company: null,
        jobTitle: null,
        returnUrl: null,
        order: null,
        channel: null,
      },
    ],
    fieldValues: {},
    metadata: null,
    review: false,
    sendEmails: true,
    title: null,
    message: null,
    subject: null,
    replyTo: null,
    observers: [],
    callbackUrl: null,
    warnings: [],
  }
}

function assertPerson(open: OpenLink, person: DirectPerson): void {
  const wrong = new Set(givenProblems(directRequest(open, person)).map(({ field }) => field.split('.').at(-1)))
  if (person.name === '' || wrong.has('name')) throw invalid('name', 'name must have 1 to 120 characters')
  if (wrong.has('email')) throw invalid('email', 'email must be an email address')
}

/** The network first: it cannot use up what there is for an address or the link. @throws DomainError `rate_limited` */
async function takeCodes(ctx: Ctx, link: DirectLink, { email }: DirectPerson, { ip }: Origin): Promise<void> {
  const address = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const buckets = [
    [`by:${ip === null ? 'unknown' : networkOf(ip)}`, DIRECT_CODES.ofNetwork],
    [`to:${address}`, DIRECT_CODES.ofAddress],
    [`of:${link.id}`, DIRECT_CODES.ofLink],
  ] as const
  for (const [bucket, limit] of buckets) {
    const { allowed, resetSeconds } = await takeToken(ctx, `direct:${bucket}`, limit)
    if (!allowed)
      throw new DomainError('rate_limited', 'too many codes were asked for', { retryInSeconds: resetSeconds })
  }
}
