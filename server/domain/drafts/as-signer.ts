import type { Ctx } from '../../context.ts'
import type { Prepared } from '../../pdf/types.ts'
import { ReaderError } from '../../pdf/view/reader.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { maskEmail } from '../mask.ts'
import { type ActorOf, assertMay } from '../may.ts'
import { replyToOf } from '../records/documents.ts'
import { placedFields } from '../sending/placement.ts'
import type { Planned } from '../sending/send.ts'
import { fieldRows } from '../sending/store.ts'
import { pageLook } from '../signing/look.ts'
import { type OpenPage, openPart } from '../signing/page.ts'
import { signersIn } from './compose.ts'
import { preparePlanned, withPlans } from './plan.ts'
import { fileOf, loadDraft } from './read.ts'

/** A PDF of a draft, and who looks at it. */
export interface PreviewPlace {
  id: string
  fileId: string
  personId: string
}

/**
 * The page that this person would get if the draft were sent now, without the SMS code. Stores nothing.
 * @throws DomainError `not_found`, also for somebody who does not sign this PDF; as `sendDraft` for a draft that could
 *   not be sent
 */
export async function draftAsSigner(ctx: Ctx, actor: Actor, place: PreviewPlace): Promise<OpenPage> {
  assertMay(ctx, actor, 'draftAsSigner')
  return asPlanned(ctx, actor, place, async ({ draft, plan, prepared, at }) => {
    const { workspace } = plan
    const signers = plan.signers.map(({ name, email }, index) => ({
      ...{ id: String(index), name, email },
      status: 'pending' as const,
      own: index === at,
    }))
    const own = plan.signers[at]!
    const fields = fieldRows('', placedFields(plan, prepared), signers)
    return {
      signingRequestId: '',
      documentId: '',
      title: draft.title ?? plan.source.filename,
      filename: plan.source.filename,
      message: draft.message,
      sender: workspace.name,
      replyTo: replyToOf({ reply_to: draft.replyTo }, workspace),
      look: pageLook(workspace),
      signer: { name: own.name, email: own.email, role: own.role, locale: own.locale },
      pages: prepared.pages,
      expiresAt: null,
      signedAt: null,
      declinedAt: null,
      withdrawnAt: null,
      withdrawalReason: null,
      signingMode: draft.signingMode,
      returnUrl: null,
      proposed: null,
      ignored: null,
      signers: signers.map((each) => (each.own ? each : { ...each, email: maskEmail(each.email) })),
      ...openPart(ctx, { signer: signers[at]!, signers, fields, locale: own.locale }),
      canComplete: true,
      completableReason: null,
      sms: null,
    }
  })
}

/** The PDF that this person would see. @throws as `draftAsSigner` */
export async function draftFileAsSigner(ctx: Ctx, actor: Actor, place: PreviewPlace): Promise<Uint8Array> {
  assertMay(ctx, actor, 'draftFileAsSigner')
  return asPlanned(ctx, actor, place, async ({ plan, prepared }) =>
    Buffer.concat([await plan.source.file.whole(), prepared.delta]),
  )
}

/** Its text as `readingTextForSigner` gives it; null when it cannot be read. @throws as `draftAsSigner` */
export async function draftTextAsSigner(ctx: Ctx, actor: Actor, place: PreviewPlace): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'draftTextAsSigner')
  return asPlanned(ctx, actor, place, async ({ plan, prepared }) => {
    const { sha256 } = prepared
    const input = { parts: [plan.source.file.source, { bytes: prepared.delta }], sha256 }
    try {
      return await ctx.reader.run(actor.workspaceId, `draft-${sha256}`, 'text', input)
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error
      ctx.log.info({ err: error, draft_id: place.id }, 'the text of a draft could not be read')
      return null
    }
  })
}

interface Shown extends Planned {
  prepared: Prepared & { sha256: string }
  /** Of the plan's signers, the one who looks. */
  at: number
}

async function asPlanned<T>(
  ctx: Ctx,
  actor: ActorOf<'draftAsSigner'>,
  { id, fileId, personId }: PreviewPlace,
  use: (shown: Shown) => Promise<T>,
): Promise<T> {
  const row = await loadDraft(ctx.db, actor.workspaceId, id)
  const file = fileOf(row, fileId)
  const at = signersIn(row, file).findIndex((person) => person.id === personId)
  return withPlans(ctx, actor, row, async (planned) => {
    if (at < 0) throw new DomainError('not_found', 'this person does not sign this PDF')
    const index = row.files.indexOf(file)
    return use({ ...planned[index]!, prepared: await preparePlanned(ctx, row, planned, index), at })
  })
}
