import type { Ctx } from '../../context.ts'
import { loadSigners } from '../records/documents.ts'
import { proposalUrl } from '../signers/proposal.ts'
import { envelopeOf, inTheSendersName, lookOf, type MailFacts, readDocumentFacts, readSignerFacts } from './facts.ts'
import { type Attempt, type DocumentMail, sendOnce } from './once.ts'
import { addresseeOf } from './sender.ts'
import { declined, expired, handOver, stopped, withdrawal } from './templates/endings.ts'
import type { Addressee, RenderedMail } from './templates/layout.ts'

/**
 * Emails about how a request ended (decision 0020): to the sender (`addresseeOf`); to the signer on a
 * withdrawal. Whoever enqueues them has checked that the document sends emails.
 */

/** @throws MailError when the email may be sent later */
export async function sendWithdrawal(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { signer, document } = facts
  const render = async () => ({
    ...inTheSendersName(facts),
    ...withdrawal({ ...common(facts, signer.locale), name: signer.name, reason: signer.withdrawal_reason }),
    idempotencyKey: `withdrawn/${signer.id}`,
  })
  const about = {
    documentId: document.id,
    sent: facts.sent,
    signingRequestId: signer.id,
    message: 'withdrawn',
  } as const
  await sendOnce(ctx, { ...about, to: signer.email, render }, attempt)
}

/** To a signer who has signed what will not be completed. @throws MailError when the email may be sent later */
export async function sendStopped(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { signer, document } = facts
  const others = await loadSigners(ctx.db, document.id)
  const render = async () => ({
    ...inTheSendersName(facts),
    ...stopped({
      ...common(facts, signer.locale),
      name: signer.name,
      isDeclined: others.some(({ status }) => status === 'declined'),
      reason: others.find(({ withdrawal_reason: reason }) => reason !== null)?.withdrawal_reason ?? null,
    }),
    idempotencyKey: `stopped/${signer.id}`,
  })
  const about = { documentId: document.id, sent: facts.sent, signingRequestId: signer.id, message: 'stopped' } as const
  await sendOnce(ctx, { ...about, to: signer.email, render }, attempt)
}

/** @throws MailError when the email may be sent later */
export async function sendDeclined(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { signer } = facts
  await toSender(ctx, facts, { message: 'declined', signingRequestId, key: signingRequestId }, attempt, async (to) =>
    declined({ ...common(facts, to.locale), to, by: signer, reason: signer.decline_reason }),
  )
}

/** One email for all signers of the document. @throws MailError when the email may be sent later */
export async function sendExpired(ctx: Ctx, documentId: string, attempt: Attempt): Promise<void> {
  const facts = await readDocumentFacts(ctx, documentId)
  if (!facts) return
  await toSender(ctx, facts, { message: 'expired', signingRequestId: null, key: documentId }, attempt, async (to) => {
    const missing = (await loadSigners(ctx.db, documentId)).filter(({ status }) => status === 'expired')
    return expired({ ...common(facts, to.locale), to, missing })
  })
}

/** Nothing is sent for a proposal that no longer stands. @throws MailError when the email may be sent later */
export async function sendHandOver(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { signer } = facts
  const { proposal, proposed_email: email, proposed_name: name } = signer
  if (email === null || name === null) return
  const key = `${signingRequestId}/${signer.link_version}/${proposal}`
  await toSender(ctx, facts, { message: 'hand_over', signingRequestId, proposal, key }, attempt, async (to) =>
    handOver({
      ...common(facts, to.locale),
      to,
      by: signer,
      proposed: { email, name },
      url: to.isPerson ? null : proposalUrl(ctx, signer),
    }),
  )
}

interface About {
  message: DocumentMail['message']
  signingRequestId: string | null
  proposal?: number
  key: string
}

async function toSender(
  ctx: Ctx,
  facts: MailFacts,
  { key, ...about }: About,
  attempt: Attempt,
  content: (to: Addressee) => Promise<RenderedMail>,
): Promise<void> {
  const sender = await addresseeOf(ctx, facts, true)
  if (!sender) return
  const { to } = sender
  const render = async () => ({
    ...envelopeOf(facts),
    ...(await content(sender)),
    idempotencyKey: `${about.message}/${key}`,
  })
  await sendOnce(ctx, { ...about, documentId: facts.document.id, sent: facts.sent, to, render }, attempt)
}

function common(facts: MailFacts, locale: string) {
  return { locale, sender: facts.workspace.name, look: lookOf(facts), title: facts.document.title }
}
