import { type Context, Hono } from 'hono'
import { upTo } from '../../../characters.ts'
import type { Ctx } from '../../../context.ts'
import { getDocument } from '../../../domain/documents/get.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isLocale } from '../../../domain/locales.ts'
import { assertMay } from '../../../domain/may.ts'
import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { personState } from '../../../domain/signers/person-state.ts'
import { emailOf, phoneOf } from '../../../domain/signers/typed-contact.ts'
import { ignoreProposal } from '../../../domain/signing/ignore-proposal.ts'
import { readSignerAudit } from '../../../domain/signing/read.ts'
import { reassignSigningRequest } from '../../../domain/signing/reassign.ts'
import { Email, Phone } from '../../../generated/schemas.ts'
import { notFound } from '../../../http/respond.ts'
import { changedMeanwhile, flashTo } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import { lineOf } from '../typed.ts'
import { PHONE_WANTED } from './phone-page.tsx'
import { type NewPerson, type ReassignKind, ReassignPage } from './reassign-page.tsx'
import { possibleActs } from './signer-acts.ts'
import { personName } from './words.ts'

const PATH = '/documents/:id/signers/:signer/:kind{correct|reassign}'
type Call = Context<DashboardState, typeof PATH>

/** Corrects who a signer is, or gives the request to somebody else, without sending the document again. */
export function reassignRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const kindOf = (c: Call): ReassignKind => (c.req.param('kind') === 'correct' ? 'correct' : 'reassign')
  const load = async (c: Call) => {
    const { document, signers } = await getDocument(ctx, c.get('view').actor, c.req.param('id'))
    return { document, signers, signer: signers.find(({ id }) => id === c.req.param('signer')) ?? notFound() }
  }
  const stateOf = async (shown: Awaited<ReturnType<typeof load>>) =>
    personState(shown.document, await readSignerAudit(ctx, shown))
  /** Back to the document, which shows how things are: nothing that is typed here would change it. */
  const notDone = (c: Call, why: string) => flashTo(ctx, c, `/documents/${c.req.param('id')}`, why, 'bad')

  routes.get(PATH, async (c) => {
    const view = c.get('view')
    assertMay(ctx, view.actor, 'reassignSigningRequest')
    const shown = await load(c)
    const { document, signer } = shown
    if (!possibleActs(shown, signer, ctx.clock.now()).reassign) return notDone(c, 'This is no longer possible.')
    const was = await stateOf(shown)
    const kind = kindOf(c)
    const named = signer.proposed_at && { name: signer.proposed_name!, email: signer.proposed_email! }
    const person = kind === 'correct' ? shownOf(signer) : { ...NOBODY, ...named, locale: signer.locale }
    return c.html(<ReassignPage {...{ kind, view, document, signer, person, was }} problems={{}} />)
  })

  routes.post(PATH, async (c) => {
    const view = c.get('view')
    const kind = kindOf(c)
    const shown = await load(c)
    const { document, signer } = shown
    const form = await formOf(c)
    const person = personOf(form)
    const was = form.text('was')
    const phone = phoneOf(person.phone) || null
    const again = (problems: Problems) =>
      c.html(<ReassignPage {...{ kind, view, document, signer, person, was, problems }} />, 422)
    if (!Email.safeParse(person.email).success)
      return again({ email: 'Enter an email address, such as ada@example.com.' })
    if (phone === null ? signer.require_sms_verification : !Phone.safeParse(phone).success)
      return again({ phone: PHONE_WANTED })
    if (kind === 'correct' && isSame(signer, person) && was === (await stateOf(shown)))
      return flashTo(ctx, c, `/documents/${document.id}`, 'Nothing was changed.')
    try {
      const to = {
        ...{ email: person.email, name: person.name || null, phone },
        ...(kind === 'correct' ? { isSamePerson: true } : { company: null, jobTitle: null, returnUrl: null }),
        locale: isLocale(person.locale) ? person.locale : undefined,
      }
      const { signer: now } = await reassignSigningRequest(ctx, view.actor, signer.id, to, was)
      return flashTo(
        ctx,
        c,
        `/documents/${document.id}`,
        `${kind === 'correct' ? `The details of ${personName(now)} were corrected` : `${personName(now)} signs instead`}; ${invitationOf(document, now)}.`,
      )
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'values_changed') return changedMeanwhile(ctx, c, `/documents/${document.id}`)
      if (error.code === 'invalid_request') return again({ phone: 'This is the previous person’s number.' })
      const why = reasonOf(error)
      if (why === null) throw error
      return notDone(c, why)
    }
  })

  routes.post('/documents/:id/signers/:signer/proposal', async (c) => {
    const view = c.get('view')
    const { document, signer } = await load(c as Call)
    const form = await formOf(c)
    const proposal = { proposal: Number(form.text('proposal')), link_version: Number(form.text('link')) }
    const path = `/documents/${document.id}`
    try {
      if (form.text('do') !== 'pass-on') {
        await ignoreProposal(ctx, view.actor, signer.id, proposal)
        return flashTo(ctx, c, path, `It stays with ${personName(signer)}, whose page says so.`)
      }
      const to = { email: signer.proposed_email ?? '', name: signer.proposed_name, phone: null, proposal }
      const nothing = { company: null, jobTitle: null, returnUrl: null }
      const { signer: now } = await reassignSigningRequest(ctx, view.actor, signer.id, { ...to, ...nothing })
      return flashTo(ctx, c, path, `${personName(now)} signs instead; ${invitationOf(document, now)}.`)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const why = error.code === 'values_changed' ? 'This was decided already.' : reasonOf(error)
      if (why === null) throw error
      return flashTo(ctx, c, path, why, 'bad')
    }
  })
  return routes
}

/** What becomes of the invitation of the new person. */
function invitationOf({ send_emails: isInviting }: DocumentRow, { emailed, texted, status }: SignerRow): string {
  if (emailed || texted) return 'an invitation is on its way'
  if (isInviting && status === 'queued') return 'the invitation is sent when it is their turn'
  return 'the personal link is below'
}

const NOBODY = { name: '', email: '', phone: '' }

const shownOf = ({ name, email, phone_e164: phone, locale }: SignerRow): NewPerson => ({
  ...{ name: name ?? '', email, phone: phone ?? '', locale },
})

function isSame(signer: SignerRow, typed: NewPerson): boolean {
  const { name, email, phone, locale } = shownOf(signer)
  return name === typed.name && email === typed.email && phone === phoneOf(typed.phone) && locale === typed.locale
}

function personOf(form: Form): NewPerson {
  return {
    name: upTo(120, lineOf(form.text('name'))),
    email: upTo(254, emailOf(form.text('email'))),
    phone: upTo(40, form.text('phone')),
    locale: form.text('locale'),
  }
}

const REASONS: Record<string, string> = {
  value_saved: 'The signer has begun to fill in the document. Replace the document instead.',
  code_sent: 'The signer has asked for a code. Replace the document instead.',
  cannot_complete: 'The document can no longer be completed. Send it again instead.',
  staged: 'The document waits for its review; change the recipient there.',
}

/** Why it cannot be given to anybody, for people; null: it is no such refusal. */
function reasonOf({ code, meta }: DomainError): string | null {
  if (code === 'not_reassignable') return REASONS[String(meta?.reason)] ?? null
  return code === 'expired' || code === 'invalid_state' ? 'This request is no longer open.' : null
}
