import type { Ctx } from '../../context.ts'
import { operations } from '../../generated/operations.ts'
import type { Actor, ApiKeyActor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { loadSigner } from '../records/documents.ts'
import { signerActor } from '../signers/access.ts'
import { completeSigning } from '../signing/complete.ts'
import { declineSigning } from '../signing/decline.ts'
import { recordDisplay } from '../signing/display.ts'
import { type PageField, type SignerPage, signerPage } from '../signing/page.ts'
import { previewSigning } from '../signing/preview-signing.ts'
import { proposeSigner } from '../signing/propose-signer.ts'
import { getSigningRequest, type SigningRequestView } from '../signing/read.ts'
import { saveFields } from '../signing/save.ts'
import { markViewed } from '../signing/view.ts'
import { sendCode } from '../sms/send-code.ts'
import { smsStep } from '../sms/step.ts'
import { verifyCode } from '../sms/verify-code.ts'
import { contentsOf } from './messages.ts'
import { type GivenByName, samplesFor, valuesByName } from './samples.ts'

export interface Act {
  do: 'view' | 'request_code' | 'verify_code' | 'fill' | 'sign' | 'decline' | 'hand_over'
  code?: string | undefined
  name?: string | undefined
  email?: string | undefined
  values?: GivenByName | undefined
  reason?: string | undefined
}

/**
 * What a signer would do on the page of the link, by the verbs that the page calls (contract 1.13).
 * @returns the signing request afterwards
 * @throws DomainError `not_found`; `invalid_request` for what the act lacks; `signer_refused` with the page's code in
 * `meta.code`
 */
export async function actAsSigner(ctx: Ctx, actor: Actor, id: string, act: Act): Promise<SigningRequestView> {
  assertMay(ctx, actor, 'actAsSigner')
  await loadSigner(ctx.db, actor.workspaceId, id)
  try {
    await perform(ctx, actor, id, act)
  } catch (error) {
    throw asRefusal(error)
  }
  return getSigningRequest(ctx, actor, id)
}

/** What the page gets, where the call has no code of its own for it. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof DomainError) || Object.hasOwn(operations.actAsSigner.errors, error.code)) return error
  const { code, meta } = error
  return new DomainError('signer_refused', error.message, { meta: { ...meta, code } })
}

async function perform(ctx: Ctx, actor: ApiKeyActor, id: string, act: Act): Promise<void> {
  /** The signer as they are now: each step may change them. */
  const signer = async (): Promise<SignerActor> => {
    const row = await loadSigner(ctx.db, actor.workspaceId, id)
    return signerActor(row, { kind: 'link', version: row.link_version }, actor.origin)
  }
  const view = async () => {
    await markViewed(ctx, await signer())
    // A program displays nothing (decision 0047).
    await recordDisplay(ctx, await signer(), { view: 'none' })
  }
  switch (act.do) {
    case 'view':
      return view()
    case 'request_code':
      await sendCode(ctx, await signer())
      return
    case 'verify_code':
      return verifyCode(ctx, await signer(), act.code ?? (await lastCode(ctx, id)))
    case 'fill': {
      const given = await signer()
      await saveFields(ctx, given, valuesByName(fieldsOf(await signerPage(ctx, given)), act.values ?? {}))
      return
    }
    case 'decline':
      return declineSigning(ctx, await signer(), { reason: act.reason ?? null })
    case 'hand_over': {
      const { name, email } = act
      if (name === undefined || email === undefined) {
        throw new DomainError('invalid_request', 'hand_over takes the name and the email of the other person')
      }
      return proposeSigner(ctx, await signer(), { name, email })
    }
    case 'sign': {
      const { signer: row } = await signer()
      if (row.status !== 'signed') {
        await verifyPhone(ctx, await signer())
        await view()
      }
      return sign(ctx, await signer(), act)
    }
  }
}

/** Requests a code and enters it, where one is needed. */
async function verifyPhone(ctx: Ctx, actor: SignerActor): Promise<void> {
  const step = await smsStep(ctx, ctx.db, actor.signer)
  if (step === null) return
  if (!step.sent) await sendCode(ctx, actor)
  await verifyCode(ctx, actor, await lastCode(ctx, actor.signingRequestId))
}

async function sign(ctx: Ctx, actor: SignerActor, { name, values = {} }: Act): Promise<void> {
  const { signer } = actor
  const page = await signerPage(ctx, actor)
  const signedAs = name ?? signer.name ?? signer.email.split('@')[0]!
  const fields = fieldsOf(page)
  const consentVersion = page.state === 'open' ? page.consent.version : ''
  const given = valuesByName(fields, values)
  const samples = samplesFor(fields, given, { name: signedAs, locale: toLocale(signer.locale) })
  const input = { name: signedAs, values: { ...samples, ...given } }
  let seen: string | undefined
  if (fields.some(({ kind }) => kind === 'table')) {
    const preview = await previewSigning(ctx, actor, input)
    await preview.stream.cancel()
    seen = preview.seen ?? undefined
  }
  await completeSigning(ctx, actor, { ...input, consentVersion, seen })
}

const fieldsOf = (page: SignerPage): PageField[] => (page.state === 'open' ? page.fields : [])

/** The code that was sent to the signer last. */
async function lastCode(ctx: Ctx, signingRequestId: string): Promise<string> {
  const message = await ctx.db
    .selectFrom('outbox')
    .selectAll()
    .where('workspace_id', '=', ctx.sandbox!.workspaceId)
    .where('signing_request_id', '=', signingRequestId)
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (message && contentsOf(message).code) ?? ''
}
