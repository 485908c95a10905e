import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import { sentFrom } from '../../../domain/drafts/read.ts'
import type { SignerRow } from '../../../domain/records/documents.ts'
import type { Created } from '../../../domain/sending/send.ts'
import { flashTo } from '../flash.ts'
import type { DashboardState } from '../state.ts'

/** What is said after the send. */
export function sentText(created: readonly Created[]): string {
  const signers = created.flatMap((one) => one.signers)
  const invited = count(signers.filter(({ status }) => status === 'pending'))
  const later = count(signers) - invited
  const what = created.length === 1 ? 'It is' : `${created.length} documents are`
  if (created.every(({ document }) => !document.send_emails)) return `${what} ready to be signed; nobody gets an email.`
  const sent = `${what} on the way to ${invited === 1 ? '1 person' : `${invited} people`}.`
  if (later === 0) return sent
  return `${sent} ${later === 1 ? 'The other is' : `The other ${later} are`} invited when it is their turn.`
}

/** Each person once. */
const count = (signers: readonly SignerRow[]) => new Set(signers.map(({ email }) => email.toLowerCase())).size

/** The requests that ask the sender now, one of each document. */
export function ownRequests(created: readonly Created[], email: string): SignerRow[] {
  const isOwn = (signer: SignerRow) => signer.status === 'pending' && signer.email.toLowerCase() === email.toLowerCase()
  return created.flatMap(({ signers }) => signers.find(isOwn) ?? [])
}

/** Where one finds what was sent together. */
export const pageOfSent = (documents: readonly { id: string }[]) =>
  documents.length === 1 ? `/documents/${documents[0]!.id}` : '/documents'

/** From a draft that has gone out, perhaps by the first press of a double click, to what it has become. @throws as `sentFrom` */
export async function toSent(ctx: Ctx, c: Context<DashboardState>, draftId: string): Promise<Response> {
  const sent = await sentFrom(ctx, c.get('view').actor, draftId)
  return flashTo(
    ctx,
    c,
    pageOfSent(sent),
    sent.length === 1 ? 'It has been sent.' : `It was sent as ${sent.length} documents.`,
  )
}
