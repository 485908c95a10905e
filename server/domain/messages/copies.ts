import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../context.ts'
import { DEFAULT_LOCALE } from '../locales.ts'
import { lengthOf, readRevisions, streamRevisions } from '../records/revisions.ts'
import { signingUrl } from '../signers/link.ts'
import { type MailFacts, readDocumentFacts, readSignerFacts } from './facts.ts'
import { sendOnce } from './once.ts'
import { completion } from './templates/completion.ts'

/**
 * A sealed file up to this size is attached, a larger one is linked. Base64 makes it a third larger, and many mail
 * servers reject messages over 20 MB.
 */
const ATTACH_MAX_BYTES = 14 * 1024 * 1024

type Attempt = { last: boolean }

/**
 * Sends a signer the finished document, or the link to it (15 USC 7001(e): a copy that can be retained).
 * @throws MailError when the email may be sent later
 */
export async function sendSignerCopy(ctx: Ctx, signingRequestId: string, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { email, name, locale } = facts.signer
  const url = signingUrl(ctx, facts.signer)
  await sendCopy(ctx, facts, { email, name, locale, url, message: 'completed', id: signingRequestId }, attempt)
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
  const to = { email, name: null, locale: DEFAULT_LOCALE, url: null, message: 'observer_copy', id: null } as const
  await sendCopy(ctx, facts, to, attempt)
}

interface Recipient {
  email: string
  name: string | null
  locale: string
  url: string | null
  message: 'completed' | 'observer_copy'
  /** The signing request; null for an observer. */
  id: string | null
}

async function sendCopy(ctx: Ctx, { document, sender }: MailFacts, to: Recipient, attempt: Attempt): Promise<void> {
  const { signed_sha256: sha256 } = document
  if (sha256 === null || document.deleted_at !== null) return
  const render = async () => {
    const file = await readIfSmall(ctx, document)
    const filename = signedName(document.filename)
    return {
      ...completion({ ...to, sender, title: document.title, attached: file !== null, sha256 }),
      ...(file && { attachments: [{ filename, content: file, contentType: 'application/pdf' }] }),
      idempotencyKey: `${to.message}/${document.id}/${to.id ?? to.email}`,
    }
  }
  const { message, email, id } = to
  await sendOnce(ctx, { documentId: document.id, signingRequestId: id, message, to: email, render }, attempt)
}

async function readIfSmall(ctx: Ctx, document: MailFacts['document']): Promise<Uint8Array | null> {
  const revisions = await readRevisions(ctx.db, document.id)
  if (lengthOf(revisions) > ATTACH_MAX_BYTES) return null
  return buffer(await streamRevisions(ctx, document.region, revisions))
}

/** `contract.pdf` becomes `contract-signed.pdf`. */
function signedName(filename: string): string {
  return `${filename.replace(/\.pdf$/i, '')}-signed.pdf`
}
