import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import type { SenderLinkActor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { inWorkspace } from '../../domain/records/workspaces/sandbox.ts'
import { findProposal } from '../../domain/signers/proposal.ts'
import { phoneOf } from '../../domain/signers/typed-contact.ts'
import { ignoreProposal } from '../../domain/signing/ignore-proposal.ts'
import { type Proposal, readProposal } from '../../domain/signing/read-proposal.ts'
import { reassignSigningRequest } from '../../domain/signing/reassign.ts'
import { HttpError } from '../../http/errors.ts'
import { originOf } from '../../http/origin.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { formOf } from '../dashboard/form.ts'
import { acceptedLanguage, languageOf } from '../locales/index.ts'
import { assertOwnForm } from '../same-origin.ts'
import { GonePage, HandOverPage, IgnoredPage, PassedOnPage } from './pages.tsx'

const BODY_MAX_BYTES = 8 * 1024

/** The reassignment came too late: the page says so, and that nothing was changed. */
const TOO_LATE = ['not_found', 'expired', 'invalid_state', 'not_reassignable', 'values_changed']

/**
 * The page behind the link in the email to the sender: it shows who is to sign instead, and its buttons pass the
 * document on or leave it where it is (decision 0022). GET changes nothing, because mail scanners follow links. It works without a script.
 */
export function handOverRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const plain = assets.of('plain')
  const actorOf = (c: Context<State>): Promise<SenderLinkActor | null> =>
    findProposal(ctx, c.req.param('token') ?? '', originOf(c, ctx.config.trustedProxies))
  const gone = (c: Context<State>) =>
    c.html(<GonePage language={acceptedLanguage(c.req.header('accept-language'))} assets={plain} />, 404)
  const routes = new Hono<State>()

  routes.get('/hand-over/:token', async (c) => {
    const actor = await actorOf(c)
    if (!actor) return gone(c)
    const proposal = await readProposal(await inWorkspace(ctx, actor.workspaceId), actor)
    return c.html(<HandOverPage proposal={proposal} language={languageOf(proposal.locale)} assets={plain} />)
  })

  // Nobody's link makes the server read no body.
  const known = createMiddleware<State>(async function known(c, next) {
    if (await actorOf(c)) return next()
    return gone(c)
  })
  routes.post('/hand-over/:token', known, bodyLimit({ maxSize: BODY_MAX_BYTES, onError: tooLarge }), async (c) => {
    assertOwnForm(c)
    const actor = await actorOf(c)
    if (!actor) return gone(c)
    const proposal = await readProposal(await inWorkspace(ctx, actor.workspaceId), actor)
    const language = languageOf(proposal.locale)
    const form = await formOf(c)
    const isIgnored = form.text('do') === 'ignore'
    const phone = form.text('phone')
    const given = phoneOf(phone)
    if (!isIgnored && proposal.needsPhone && !/^\+[1-9]\d{6,14}$/.test(given)) return ask(phone)
    try {
      if (isIgnored) {
        const { signingRequestId, proposal: number, linkVersion } = actor
        const named = { proposal: number, link_version: linkVersion }
        await ignoreProposal(await inWorkspace(ctx, actor.workspaceId), actor, signingRequestId, named)
        return c.html(<IgnoredPage proposal={proposal} language={language} assets={plain} />)
      }
      const { signer } = await reassignSigningRequest(
        await inWorkspace(ctx, actor.workspaceId),
        actor,
        proposal.signingRequestId,
        newSigner(proposal, given),
      )
      return c.html(
        <PassedOnPage
          proposal={proposal}
          isInvited={signer.emailed || signer.texted}
          language={language}
          assets={plain}
        />,
      )
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (TOO_LATE.includes(error.code)) return gone(c)
      if (error.code !== 'invalid_request') throw error
      return ask(phone)
    }

    function ask(wrongPhone: string) {
      return c.html(
        <HandOverPage proposal={proposal} wrongPhone={wrongPhone} language={language} assets={plain} />,
        400,
      )
    }
  })
  return routes
}

function newSigner({ proposed, needsPhone }: Proposal, phone: string) {
  return { ...proposed, phone: needsPhone ? phone : null, company: null, jobTitle: null, returnUrl: null }
}

function tooLarge(): never {
  throw new HttpError('payload_too_large', `the body is larger than ${BODY_MAX_BYTES} bytes`)
}
