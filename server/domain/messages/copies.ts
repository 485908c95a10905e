import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../context.ts'
import { lengthOf, readRevisions, streamRevisions } from '../documents/revisions.ts'
import { DEFAULT_LOCALE } from '../locales.ts'
import { signingUrl } from '../signing/link.ts'
import { type MailFacts, readDocumentFacts, readSignerFacts } from './facts.ts'
import { completion } from './templates/completion.ts'

/**
 * A sealed file up to this size is attached, a larger one is linked. Mail grows by a third in base64, and many
 * mail servers refuse messages over 20 MB.
 */
const ATTACH_MAX_BYTES = 14 * 1024 * 1024

/**
 * Sends a signer the finished document, or the link to it (15 USC 7001(e): a copy that can be retained).
 * @throws MailError when it could not be sent
 */
export async function sendSignerCopy(ctx: Ctx, signingRequestId: string): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) return
  const { signer } = facts
  await sendCopy(ctx, facts, {
    email: signer.email,
    name: signer.name,
    locale: signer.locale,
    url: signingUrl(ctx, signer),
    ref: signer.id,
  })
}

/**
 * Sends an observer the finished document. An observer has no page of their own, so a file that is too large to
 * attach is not linked: the mail names the sender as the one to ask.
 * @throws MailError when it could not be sent
 */
export async function sendObserverCopy(ctx: Ctx, documentId: string, observer: number): Promise<void> {
  const facts = await readDocumentFacts(ctx, documentId)
  const email = facts?.document.observers[observer]
  if (!facts || email === undefined) return
  await sendCopy(ctx, facts, { email, name: null, locale: DEFAULT_LOCALE, url: null, ref: `${documentId}/${observer}` })
}

interface Recipient {
  email: string
  name: string | null
  locale: string
  url: string | null
  /** Tells this copy from every other, so that a provider can recognise a repeated call. */
  ref: string
}

async function sendCopy(ctx: Ctx, { document, sender }: MailFacts, to: Recipient): Promise<void> {
  if (document.signed_sha256 === null || document.deleted_at !== null) return
  const file = await readIfSmall(ctx, document)
  const mail = completion({
    locale: to.locale,
    sender,
    title: document.title,
    name: to.name,
    url: to.url,
    attached: file !== null,
    sha256: document.signed_sha256,
  })
  await ctx.mail.send({
    to: to.email,
    ...mail,
    ...(file && {
      attachments: [{ filename: pdfName(document.filename), content: file, contentType: 'application/pdf' }],
    }),
    idempotencyKey: `completed/${to.ref}`,
  })
}

async function readIfSmall(ctx: Ctx, document: MailFacts['document']): Promise<Uint8Array | null> {
  const revisions = await readRevisions(ctx.db, document.id)
  if (lengthOf(revisions) > ATTACH_MAX_BYTES) return null
  return buffer(streamRevisions(ctx, document.region, revisions))
}

/** `contract.pdf` becomes `contract-signed.pdf`. */
function pdfName(filename: string): string {
  return `${filename.replace(/\.pdf$/i, '')}-signed.pdf`
}
