import { setTimeout as delay } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { Ctx } from '../../context.ts'
import { firstPageForSigner } from '../../domain/documents/pictures.ts'
import { currentFileForSigner, signedFileForSigner } from '../../domain/documents/read-files.ts'
import { readingTextForSigner } from '../../domain/documents/reading-text.ts'
import { LOCALES } from '../../domain/locales.ts'
import { completeSigning } from '../../domain/signing/complete.ts'
import { declineSigning } from '../../domain/signing/decline.ts'
import { recordDisplay } from '../../domain/signing/display.ts'
import { logoForSigner } from '../../domain/signing/look.ts'
import { mostParts } from '../../domain/signing/most-parts.ts'
import { signerPage } from '../../domain/signing/page.ts'
import { previewFields } from '../../domain/signing/preview.ts'
import { previewSigning, type SigningPreview } from '../../domain/signing/preview-signing.ts'
import { proposeSigner } from '../../domain/signing/propose-signer.ts'
import { saveFields } from '../../domain/signing/save.ts'
import type { FieldValue } from '../../domain/signing/values.ts'
import { markViewed } from '../../domain/signing/view.ts'
import { HttpError } from '../../http/errors.ts'
import { NOT_KEPT, pictureResponse, sendLogo, sendPdf } from '../files.ts'
import { FEW_PARTS, readJson } from '../json-body.ts'
import { languageOf } from '../locales/index.ts'
import { sameOrigin } from '../same-origin.ts'
import { judgeLink, type SignerRoot, type SignerState } from './caller.ts'
import { type SavedFields, SEEN_HEADER, type SignStatus } from './client-data.ts'
import { clientFields } from './client-fields.ts'
import { smsCalls } from './sms-calls.ts'

/** Two images of a mebibyte in base64, and everything around them. */
const BODY_MAX_BYTES = 4 * 1024 * 1024

/** More than any document has. */
const MOST_PAGES = 4096
const PICTURE_PATIENCE_MS = 2_000

/** The verb checks each value against its field (`domain/signing/values.ts`). */
const Value = z.custom<FieldValue>((value) => typeof value === 'object' && value !== null, 'must be an object')
const Save = z.strictObject({ values: z.record(z.string(), Value.nullable()) })
const Printed = z.strictObject({ values: z.record(z.string(), Value) })
const Complete = z.strictObject({
  consentVersion: z.string(),
  consentLocale: z.enum(LOCALES).optional(),
  name: z.string().nullish(),
  timeZone: z.string().max(64).nullish(),
  values: z.record(z.string(), Value.nullable()).default({}),
  shown: z.record(z.string(), z.string().nullable()).optional(),
  seen: z.string().max(64).optional(),
})
const Preview = z.strictObject({
  name: z.string().nullish(),
  timeZone: z.string().max(64).nullish(),
  values: z.record(z.string(), Value.nullable()).default({}),
})
const Displayed = z.strictObject({
  view: z.enum(['pages', 'text', 'download', 'none']),
  pages: z.array(z.int()).max(MOST_PAGES).optional(),
})
const Viewed = z.strictObject({ timeZone: z.string().max(64).nullable().default(null) })
const HandOver = z.strictObject({ name: z.string(), email: z.string() })
const Decline = z.strictObject({ reason: z.string().nullish() })

/**
 * All calls of the signer's page, the same under both roots. The token in the path is the signer's only credential, so
 * it appears in no log, referrer or cache. GET and HEAD change nothing: mail scanners follow links.
 */
export function signerCalls(ctx: Ctx, root: SignerRoot): Hono<SignerState> {
  const routes = new Hono<SignerState>()
  routes.use(`${root}/*`, sameOrigin(ctx))
  // Whoever has no link, or has used up its calls, makes the server read no body.
  routes.use(`${root}/:token/*`, judgeLink(ctx, root))
  routes.use(`${root}/*`, bodyLimit({ maxSize: BODY_MAX_BYTES, onError: tooLarge }))

  routes.get(`${root}/:token/document.pdf`, async (c) =>
    sendPdf(ctx, c as Context, await currentFileForSigner(c.get('ctx'), c.get('signer'))),
  )
  routes.get(`${root}/:token/first-page`, async (c) =>
    sendPicture(c, () => firstPageForSigner(c.get('ctx'), c.get('signer'))),
  )
  routes.get(`${root}/:token/logo`, async (c) => sendLogo(await logoForSigner(c.get('ctx'), c.get('signer'))))
  routes.get(`${root}/:token/text.json`, async (c) =>
    sendText(await readingTextForSigner(c.get('ctx'), c.get('signer'))),
  )
  routes.get(`${root}/:token/signed.pdf`, async (c) =>
    sendPdf(ctx, c as Context, await signedFileForSigner(c.get('ctx'), c.get('signer'))),
  )
  routes.get(`${root}/:token/status`, async (c) => {
    const page = await signerPage(c.get('ctx'), c.get('signer'))
    const signed = page.state === 'signed' ? page : null
    const status: SignStatus = {
      state: page.state,
      deadReason: 'completableReason' in page ? page.completableReason : null,
      sealed: signed?.sealed ?? false,
      sealError: signed?.sealError ?? null,
      abandoned: signed?.abandoned ?? false,
      remaining: signed?.remaining ?? 0,
    }
    return c.json(status)
  })
  routes.post(`${root}/:token/viewed`, async (c) => {
    const { timeZone } = await readJson(c, Viewed, FEW_PARTS)
    await markViewed(c.get('ctx'), c.get('signer'), timeZone)
    return c.json({})
  })
  routes.post(`${root}/:token/displayed`, async (c) => {
    const input = await readJson(c, Displayed, FEW_PARTS)
    await recordDisplay(c.get('ctx'), c.get('signer'), input)
    return c.json({})
  })
  routes.get(`${root}/:token/fields`, async (c) => {
    const page = await signerPage(c.get('ctx'), c.get('signer'))
    if (page.state !== 'open') throw new HttpError('not_found', 'there is nothing to fill in')
    const { messages, locale } = languageOf(page.signer.locale)
    return c.json({ fields: clientFields(page.fields, messages, locale) })
  })
  routes.put(`${root}/:token/fields`, async (c) => {
    const { values } = await readJson(c, Save, await mostParts(c.get('ctx'), c.get('signer')))
    const saved: SavedFields = await saveFields(c.get('ctx'), c.get('signer'), values)
    return c.json(saved)
  })
  routes.post(`${root}/:token/printed`, async (c) => {
    const { values } = await readJson(c, Printed, await mostParts(c.get('ctx'), c.get('signer')))
    return sendPdfBytes(await previewFields(c.get('ctx'), c.get('signer'), values))
  })
  routes.post(`${root}/:token/preview.pdf`, async (c) => {
    const input = await readJson(c, Preview, await mostParts(c.get('ctx'), c.get('signer')))
    return sendPreview(await previewSigning(c.get('ctx'), c.get('signer'), input))
  })
  routes.post(`${root}/:token/complete`, async (c) => {
    const input = await readJson(c, Complete, await mostParts(c.get('ctx'), c.get('signer')))
    return c.json(await completeSigning(c.get('ctx'), c.get('signer'), input))
  })
  routes.post(`${root}/:token/hand-over`, async (c) => {
    const input = await readJson(c, HandOver, FEW_PARTS)
    await proposeSigner(c.get('ctx'), c.get('signer'), input)
    return c.json({})
  })
  routes.post(`${root}/:token/decline`, async (c) => {
    const input = await readJson(c, Decline, FEW_PARTS)
    await declineSigning(c.get('ctx'), c.get('signer'), input)
    return c.json({ status: 'declined' })
  })
  routes.route('/', smsCalls(root))
  return routes
}

/**
 * Drawn for a person who looks, not for a scanner's HEAD. No content: the browser draws the page alone. A server that is
 * too busy to draw in time says so, because the browser counts the page as loading until then; the next visit has it.
 */
async function sendPicture(c: Context<SignerState>, picture: () => Promise<Uint8Array | null>): Promise<Response> {
  const bytes = c.req.method === 'HEAD' ? null : await Promise.race([picture(), delay(PICTURE_PATIENCE_MS, null)])
  return pictureResponse(bytes, NOT_KEPT)
}

/** With what is sent back to sign exactly this, in a header. */
function sendPreview({ stream, length, seen }: SigningPreview): Response {
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': 'application/pdf' }
  return new Response(stream, {
    headers: { ...headers, 'Content-Length': String(length), ...(seen !== null && { [SEEN_HEADER]: seen }) },
  })
}

function sendPdfBytes(bytes: Uint8Array): Response {
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': 'application/pdf' }
  return new Response(new Uint8Array(bytes), { headers })
}

/** No content: the document's text cannot be read here, and its pages show it. */
function sendText(text: Uint8Array | null): Response {
  const headers = { 'Cache-Control': 'private, no-store' }
  if (!text) return new Response(null, { status: 204, headers })
  return new Response(new Uint8Array(text), { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function tooLarge(): never {
  throw new HttpError('payload_too_large', `the body is larger than ${BODY_MAX_BYTES} bytes`)
}
