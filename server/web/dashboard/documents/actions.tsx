import { type Context, Hono } from 'hono'
import { upTo } from '../../../characters.ts'
import type { Ctx } from '../../../context.ts'
import { abandonDocument } from '../../../domain/documents/abandon.ts'
import { eraseDocument, isErasable } from '../../../domain/documents/erase.ts'
import { type DocumentView, getDocument } from '../../../domain/documents/get.ts'
import { sendAgain } from '../../../domain/drafts/send-again.ts'
import { DomainError } from '../../../domain/errors.ts'
import { redeliverHookDelivery } from '../../../domain/hooks/redeliver.ts'
import { assertMay } from '../../../domain/may.ts'
import { resendCopy } from '../../../domain/messages/undelivered-copies.ts'
import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { sealProblem } from '../../../domain/records/seal-problem.ts'
import { isBySms } from '../../../domain/signers/channel.ts'
import { personState } from '../../../domain/signers/person-state.ts'
import { allows } from '../../../domain/signers/states.ts'
import { phoneOf } from '../../../domain/signers/typed-contact.ts'
import { updateSigningRequest } from '../../../domain/signing/change-phone.ts'
import { readSignerAudit } from '../../../domain/signing/read.ts'
import { remindSigningRequest } from '../../../domain/signing/remind.ts'
import { withdrawDocument, withdrawSigningRequest } from '../../../domain/signing/withdraw.ts'
import { Phone } from '../../../generated/schemas.ts'
import { notFound } from '../../../http/respond.ts'
import { HOOK_SENDS } from '../../../limits.ts'
import { type Flash, flash, flashTo } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import { limitWords } from '../hooks/answer.ts'
import { Confirm } from '../parts/confirm.tsx'
import { TextArea } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import { PHONE_WANTED, PhonePage } from './phone-page.tsx'
import { remindAll } from './remind.ts'
import { possibleActs } from './signer-acts.ts'
import { personName } from './words.ts'

type Call = Context<DashboardState, '/documents/:id'>

const CHANGED = 'Nothing was done: it has changed meanwhile. This page shows its current state.'
const NOT_POSSIBLE = 'This is no longer possible. This page shows the current state of the document.'
/** Refusals that lead back to the document, which shows how things are. */
const NOT_DONE: Record<string, string> = {
  invalid_state: CHANGED,
  not_editable: CHANGED,
  expired: CHANGED,
  values_changed: CHANGED,
  no_seal_problem: CHANGED,
  rate_limited: 'This was done a moment ago. Try again in a minute.',
  email_not_configured: 'Nothing was done: this server sends no emails. The personal link is below.',
}

/** What people do about a document: each form does what one call of the API does, and leads back to the document. */
export function actionRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Call) => c.get('view').actor
  const load = (c: Call) => getDocument(ctx, actor(c), c.req.param('id'))
  const back = (c: Call, text: string, tone?: Flash['tone']) => {
    flash(ctx, c, text, tone)
    return c.redirect(`/documents/${c.req.param('id')}`, 303)
  }
  routes.onError((error, c) => {
    const why = error instanceof DomainError && c.req.method === 'POST' ? NOT_DONE[error.code] : undefined
    if (why === undefined) throw error
    return flashTo(ctx, c, `/documents/${encodeURIComponent(c.req.param('id') ?? '')}`, why, 'bad')
  })
  /** The signer of the path, of this document only. */
  const signerOf = ({ signers }: DocumentView, id: string): SignerRow =>
    signers.find((signer) => signer.id === id) ?? notFound()

  routes.post('/documents/:id/signers/:signer/remind', async (c) => {
    const signer = signerOf(await load(c), c.req.param('signer'))
    await remindSigningRequest(ctx, actor(c), signer.id)
    return back(c, `A reminder was sent to ${personName(signer)}.`)
  })

  routes.post('/documents/:id/remind', async (c) => {
    const shown = await load(c)
    const { sent, unsent } = await remindAll(ctx, actor(c), shown)
    if (sent.length === 0 && unsent[0]) throw unsent[0].why
    if (sent.length === 0) return back(c, NOT_POSSIBLE, 'bad')
    const names = (signers: SignerRow[]) => new Intl.ListFormat('en').format(signers.map(personName))
    const text = `A reminder was sent to ${names(sent)}.`
    if (unsent.length === 0) return back(c, text)
    return back(c, `${text} None could be sent to ${names(unsent.map(({ signer }) => signer))}.`, 'bad')
  })

  routes.get('/documents/:id/signers/:signer/withdraw', async (c) => {
    const shown = await load(c)
    assertMay(ctx, actor(c), 'withdrawSigningRequest')
    const signer = signerOf(shown, c.req.param('signer'))
    if (!possibleActs(shown, signer, ctx.clock.now()).withdraw) return back(c, NOT_POSSIBLE, 'bad')
    const base = `/documents/${shown.document.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        title={`Withdraw the request to ${personName(signer)}?`}
        apiCall={`POST /v1/signing-requests/${signer.id}/withdraw`}
        action={`${base}/signers/${signer.id}/withdraw`}
        button="Withdraw"
        cancel={base}
        danger
      >
        <p>
          {personName(signer)} can no longer sign, and <b dir="auto">{shown.document.title}</b> can no longer be
          completed. This cannot be undone.
        </p>
        <ReasonField />
      </Confirm>,
    )
  })
  routes.post('/documents/:id/signers/:signer/withdraw', async (c) => {
    const signer = signerOf(await load(c), c.req.param('signer'))
    const text = reasonIn(await formOf(c))
    await withdrawSigningRequest(ctx, actor(c), signer.id, text === null ? null : { text, isShared: true })
    return back(c, `The request to ${personName(signer)} was withdrawn.`)
  })

  routes.get('/documents/:id/withdraw', async (c) => {
    const { document, signers } = await load(c)
    assertMay(ctx, actor(c), 'withdrawSigningRequest')
    const open = signers.filter(({ status }) => allows('withdraw', status))
    if (open.length === 0) return back(c, NOT_POSSIBLE, 'bad')
    const base = `/documents/${document.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        title={`Withdraw ${document.title}?`}
        apiCall="POST /v1/signing-requests/{id}/withdraw"
        action={`${base}/withdraw`}
        button="Withdraw"
        cancel={base}
        danger
      >
        <p>These people can no longer sign, and the document can no longer be completed. This cannot be undone.</p>
        <ul>
          {open.map((signer) => (
            <li dir="auto">{personName(signer)}</li>
          ))}
        </ul>
        <ReasonField />
      </Confirm>,
    )
  })
  routes.post('/documents/:id/withdraw', async (c) => {
    const withdrawn = await withdrawDocument(ctx, actor(c), c.req.param('id'), reasonIn(await formOf(c)))
    if (withdrawn === 0) return back(c, 'No request was open any more.')
    return back(c, withdrawn === 1 ? 'The request was withdrawn.' : `${withdrawn} requests were withdrawn.`)
  })

  routes.get('/documents/:id/signers/:signer/phone', async (c) => {
    const shown = await load(c)
    const { document } = shown
    assertMay(ctx, actor(c), 'updateSigningRequest')
    const signer = signerOf(shown, c.req.param('signer'))
    if (!possibleActs(shown, signer, ctx.clock.now()).changePhone) return back(c, NOT_POSSIBLE, 'bad')
    const was = personState(document, await readSignerAudit(ctx, { signer, ...shown }))
    return c.html(<PhonePage {...{ view: c.get('view'), document, signer, was }} value="" problems={{}} />)
  })
  routes.post('/documents/:id/signers/:signer/phone', async (c) => {
    const shown = await load(c)
    const signer = signerOf(shown, c.req.param('signer'))
    const form = await formOf(c)
    const phone = phoneOf(form.text('phone'))
    const was = form.text('was')
    if (!Phone.safeParse(phone).success) {
      const page = { view: c.get('view'), document: shown.document, signer, was, value: form.text('phone') }
      return c.html(<PhonePage {...page} problems={{ phone: PHONE_WANTED }} />, 422)
    }
    await updateSigningRequest(ctx, actor(c), signer.id, phone, was)
    return back(c, phoneChanged(shown.document, signer))
  })

  routes.get('/documents/:id/abandon', async (c) => {
    const { document } = await load(c)
    assertMay(ctx, actor(c), 'abandonDocument')
    if (!sealProblem(document)) return back(c, NOT_POSSIBLE, 'bad')
    const base = `/documents/${document.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        title="End this document without a seal?"
        apiCall={`POST /v1/documents/${document.id}/abandon`}
        action={`${base}/abandon`}
        button="End it"
        cancel={base}
        danger
      >
        <p>Sealing is not tried again, and there will be no signed file. This cannot be undone.</p>
      </Confirm>,
    )
  })
  routes.post('/documents/:id/abandon', async (c) => {
    await abandonDocument(ctx, actor(c), c.req.param('id'))
    return back(c, 'The document was ended without a seal.')
  })

  routes.get('/documents/:id/erase', async (c) => {
    const { document, signers } = await load(c)
    assertMay(ctx, actor(c), 'eraseDocument')
    const statuses = signers.map(({ status }) => status)
    if (!isErasable(document, statuses, ctx.clock.now())) {
      return back(c, 'A document can be erased once, when nobody can act on it any more.')
    }
    const base = `/documents/${document.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        title={`Erase ${document.title}?`}
        action={`${base}/erase`}
        button="Erase now"
        cancel={base}
        danger
      >
        <p>
          The files, everything that was entered, and the full addresses and devices behind the audit trail are deleted,
          for the signers too. The audit trail and the hashes stay, and the trail says that you did it. A draft that was
          made to send it again is deleted with it, even if it is scheduled. This cannot be undone.
        </p>
      </Confirm>,
    )
  })
  routes.post('/documents/:id/erase', async (c) => {
    await eraseDocument(ctx, actor(c), c.req.param('id'))
    return back(c, 'The files were deleted.')
  })

  routes.post('/documents/:id/copies', async (c) => {
    const to = (await formOf(c)).text('to')
    const email = await resendCopy(ctx, actor(c), c.req.param('id'), to)
    return back(c, `The finished copy is being sent to ${email} again. “What happened” will say how it went.`)
  })

  routes.post('/documents/:id/again', async (c) => {
    const draft = await sendAgain(ctx, actor(c), c.req.param('id'))
    return c.redirect(`/documents/drafts/${draft}`, 303)
  })

  routes.post('/documents/:id/deliveries/:hook/:delivery', async (c) => {
    await load(c)
    const { id: documentId, hook: hookId, delivery: deliveryId } = c.req.param()
    const sent = await redeliverHookDelivery(ctx, actor(c), { documentId, hookId, deliveryId }).catch(
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'rate_limited') return error
        throw error
      },
    )
    if (sent instanceof DomainError) return back(c, limitWords(sent.retryInSeconds ?? HOOK_SENDS.windowSeconds), 'bad')
    if (sent.status !== 'success') return back(c, 'Sent again, and not accepted.', 'bad')
    return back(c, 'Sent again, and accepted.')
  })
  return routes
}

const REASON_MAX_CHARACTERS = 1_000

export function ReasonField() {
  const hint = 'They read it in the email and on their page, and so do those who have signed.'
  return <TextArea name="reason" label="Reason (optional)" hint={hint} maxlength={REASON_MAX_CHARACTERS} />
}

export function reasonIn(form: Form): string | null {
  const text = form
    .text('reason')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ')
  return upTo(REASON_MAX_CHARACTERS, text) || null
}

/** What the change of a phone leads to. */
function phoneChanged({ send_emails: isInviting }: DocumentRow, signer: SignerRow): string {
  if (!isBySms(signer)) return `Codes for ${personName(signer)} now go to the new number.`
  const changed = `The number of ${personName(signer)} was changed.`
  if (signer.status !== 'queued') return `${changed} The old link stopped working; Remind sends the new one.`
  return isInviting ? `${changed} The invitation goes to it when it is their turn.` : changed
}
