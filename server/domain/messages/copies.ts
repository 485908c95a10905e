import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../context.ts'
import { RETURNED } from '../../mail/reference.ts'
import { DEFAULT_LOCALE } from '../locales.ts'
import { lengthOf, sealed } from '../records/revisions.ts'
import { streamRevisions } from '../records/stored-bytes.ts'
import { signingUrl } from '../signers/link.ts'
import { envelopeOf, inTheSendersName, lookOf, type MailFacts, readDocumentFacts, readSignerFacts } from './facts.ts'
import { type Attempt, sendOnce } from './once.ts'
import { addresseeOf } from './sender.ts'
import { type CompletionFacts, completion } from './templates/completion.ts'
import { noteCopies } from './undelivered-copies.ts'

/**
 * A sealed file up to this size is attached, a larger one is linked. Base64 makes it a third larger, and many mail
 * servers reject messages over 20 MB.
 */
const ATTACH_MAX_BYTES = 14 * 1024 * 1024

/**
 * Sends a signer the finished document, or the link to it (15 USC 7001(e): a copy that can be retained).
 * @throws MailError when the email may be sent later
 */
export async function sendSignerCopy(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { email, name, locale } = facts.signer
  const as = { kind: 'signer', url: signingUrl(ctx, facts.signer) } as const
  const to: Recipient = { email, name, locale, as, message: 'completed', id: signingRequestId }
  await sendCopy(ctx, facts, inTheSendersName(facts), to, attempt)
}

/**
 * Sends an observer the finished document. An observer has no page of their own, so a file that is too large to attach
 * is not linked: the email refers the observer to the sender.
 * @throws MailError when the email may be sent later
 */
export async function sendObserverCopy(
  ctx: Ctx,
  documentId: string,
  observer: number,
  attempt: Attempt,
): Promise<void> {
  const facts = await readDocumentFacts(ctx, documentId)
  const email = facts?.document.observers[observer]
  if (!facts || email === undefined) return
  const as = { kind: 'observer' } as const
  const to: Recipient = { email, name: null, locale: DEFAULT_LOCALE, as, message: 'observer_copy', id: null }
  await sendCopy(ctx, facts, inTheSendersName(facts), to, attempt)
}

/** Sends the finished document to whoever is told of it (`addresseeOf`). @throws MailError when it may be sent later */
export async function sendSenderCopy(ctx: Ctx, documentId: string, attempt: Attempt): Promise<void> {
  const facts = await readDocumentFacts(ctx, documentId)
  const sender = facts && (await addresseeOf(ctx, facts, false))
  if (!sender) return
  const { to: email, name, locale } = sender
  const as = { kind: 'sender', sender } as const
  const to: Recipient = { email, name, locale, as, message: 'sender_copy', id: null }
  await sendCopy(ctx, facts, envelopeOf(facts), to, attempt)
}

interface Recipient {
  email: string
  name: string | null
  locale: string
  as: CompletionFacts['to']
  message: 'completed' | 'observer_copy' | 'sender_copy'
  /** The signing request; null for anybody else. */
  id: string | null
}

async function sendCopy(
  ctx: Ctx,
  facts: MailFacts,
  envelope: ReturnType<typeof envelopeOf>,
  to: Recipient,
  attempt: Attempt,
): Promise<void> {
  const { document, workspace } = facts
  const { signed_sha256: sha256 } = document
  if (sha256 === null || document.deleted_at !== null) return
  const { message, email, id, name, locale, as } = to
  // A provider sends nothing twice under one key, and mailboxes keep one of two with the same id.
  const returned = facts.sent.filter(
    ({ type, meta }) => type === 'email_failed' && meta.message === message && meta.email === email && isReturn(meta),
  ).length
  const checkUrl = `${ctx.config.publicUrl}/verify?lang=${locale}`
  const render = async (attached: boolean) => {
    const file = attached ? await readIfSmall(ctx, facts) : null
    const copy = file && { filename: signedName(document.filename), content: file, contentType: 'application/pdf' }
    const common = { locale, sender: workspace.name, look: lookOf(facts), title: document.title }
    return {
      ...envelope,
      ...completion({ ...common, name, to: as, attached: copy !== null, sha256, checkUrl }),
      attachments: [...(copy ? [copy] : []), ...envelope.attachments],
      idempotencyKey: `${message}/${document.id}/${id ?? email}${attached ? '' : '/linked'}${returned ? `/${returned}` : ''}`,
    }
  }
  const mail = { documentId: document.id, sent: facts.sent, signingRequestId: id, message, to: email, render }
  await sendOnce(ctx, mail, attempt, noteCopies)
}

const isReturn = ({ reason }: { reason?: unknown }) => (RETURNED as readonly unknown[]).includes(reason)

async function readIfSmall(ctx: Ctx, { document, ...facts }: MailFacts): Promise<Uint8Array | null> {
  const revisions = sealed(facts.revisions)
  if (lengthOf(revisions) > ATTACH_MAX_BYTES) return null
  return buffer(await streamRevisions(ctx, document, revisions))
}

/** `contract.pdf` becomes `contract-signed.pdf`. */
function signedName(filename: string): string {
  return `${filename.replace(/\.pdf$/i, '')}-signed.pdf`
}
