import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { consentFor } from '../../server/domain/messages/consent.ts'
import type { FieldValue } from '../../server/domain/signing/values.ts'
import type { components } from '../../server/generated/openapi.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { draftFor, draftForm } from '../support/drafts.ts'
import { type Created, Signer, send, willing } from '../support/flow.ts'
import { makePng } from '../support/ink.ts'
import { pdftotext, popplerText } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

type Trail = components['schemas']['AuditTrail']

const ORIGIN = 'https://app.example.com'
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' }
const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key({ name: 'Lettings office', embedOrigins: [ORIGIN] })
})
afterAll(() => server.stop())

const printed = async (id: string, by = key) =>
  (await server.call<Buffer>(by, 'GET', `/v1/documents/${id}/audit-trail`)).body
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
const words = async (id: string, by = key) => flat(popplerText(await printed(id, by)))
const entries = async (id: string, by = key) =>
  (await server.call<Trail>(by, 'GET', `/v1/documents/${id}/audit-events`)).body.events
const metaOf = async (id: string, type: string, by = key) =>
  (await entries(id, by)).find((event) => event.type === type)!.meta

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** With a browser that the trail names. */
class Reader extends Signer {
  override call: Signer['call'] = (method, path, json, more = {}) =>
    super.call(method, path, json, { 'User-Agent': AGENT, ...more })
}

async function sign(created: Created, values?: Parameters<Signer['sign']>[0]): Promise<void> {
  for (const { signingUrl } of created.signers) {
    const signer = new Reader(server, signingUrl)
    await signer.view()
    expect((await signer.sign(values)).status).toBe(200)
    await server.work()
  }
}

async function signed(fields: Record<string, unknown>, values?: Parameters<Signer['sign']>[0]): Promise<string> {
  const created = await send(server, key, fields)
  await server.work()
  await sign(created, values)
  return created.documentId
}

describe.skipIf(!pdftotext)('what the trail says was sent', () => {
  it('an email: that it went out, and that the signer acted by the link in it', async () => {
    const said = await words(await signed({ signers: [ADA] }))
    expect(said).toContain('Invited to sign')
    expect(said).toContain('invitation by email')
    expect(said).toMatch(/Asked to sign [\d-]+ [\d:]+ UTC; email sent [\d-]+ [\d:]+/)
    expect(said).toContain('Simple (SES): the personal link, sent by email')
  })

  it('send_emails false: that nothing was, and no word of an email', async () => {
    const id = await signed({ signers: [ADA], send_emails: false })
    const said = await words(id)
    expect(await metaOf(id, 'sent')).toMatchObject({ emailed: false })
    expect(said).not.toContain('Invited to sign')
    expect(said).toContain('nothing was sent: the link was left to the sender')
    expect(said).toContain('Simple (SES): the personal link, which the sender passed on')
    // The text that the signer agreed to speaks of emails.
    expect(said.slice(said.indexOf('Events'))).not.toMatch(/\bemail\b/i)
  })

  it('a session in a frame: the site that it was opened for', async () => {
    const created = await send(server, key, { signers: [ADA], send_emails: false })
    const json = { signing_request_id: created.signers[0]!.signingRequestId, origin: ORIGIN }
    const { body } = await server.call<{ embed_url: string }>(key, 'POST', '/v1/embedded/sign-sessions', { json })
    expect((await new Reader(server, body.embed_url).sign()).status).toBe(200)
    const said = await words(created.documentId)
    expect(said).toContain(`Simple (SES): a session in a frame of ${ORIGIN}`)
    expect(said).not.toContain('sent by email')
  })

  it('a link that was replaced after the email: that the sender passed on the new one', async () => {
    const created = await send(server, key, { signers: [ADA] })
    await server.work()
    const { signingRequestId } = created.signers[0]!
    const path = `/v1/signing-requests/${signingRequestId}/renew-link`
    const { body } = await server.call<{ signingUrl: string }>(key, 'POST', path)
    expect((await new Reader(server, body.signingUrl).sign()).status).toBe(200)
    const said = await words(created.documentId)
    expect(said).toContain('email sent')
    expect(said).toContain('Simple (SES): the personal link, which the sender passed on')
  })

  it('a reminder by email of a request that nothing was sent for', async () => {
    const created = await send(server, key, { signers: [ADA], send_emails: false })
    await server.call(key, 'POST', `/v1/signing-requests/${created.signers[0]!.signingRequestId}/remind`)
    await sign(created)
    const said = await words(created.documentId)
    expect(said).toMatch(/Asked to sign [\d-]+ [\d:]+ UTC; reminded by email/)
    expect(said).toContain('the personal link, sent by email')
  })

  it('an SMS code: the advanced level with the way of the link', async () => {
    const signer = { ...ADA, phone_e164: '+41791234567', require_sms_verification: true }
    const created = await send(server, key, { signers: [signer], send_emails: false })
    const reader = new Reader(server, created.signers[0]!.signingUrl)
    await reader.verifyPhone(server)
    expect((await reader.sign()).status).toBe(200)
    const level = 'Advanced (AES): the personal link, which the sender passed on, and a code by SMS'
    expect(await words(created.documentId)).toContain(level)
  })
})

describe.skipIf(!pdftotext)('who the trail says sent it', () => {
  it('an API key: its name and beginning, never the key', async () => {
    const id = await signed({ signers: [ADA] })
    const said = await words(id)
    const prefix = key.key.slice(0, 16)
    expect(await metaOf(id, 'created')).toMatchObject({ key_name: 'Lettings office', key_prefix: prefix })
    expect(said).toContain(`Sent by API key “Lettings office” (${prefix}…)`)
    expect(said).not.toContain(key.key.slice(8))
    expect(JSON.stringify(await entries(id))).not.toContain(key.key.slice(8))
  })

  it('a person in the dashboard: name and address', async () => {
    const [id, own] = await sentByHand()
    expect(await metaOf(id, 'sent', own)).toMatchObject({ user_name: 'Olga Office', user_email: 'olga@example.com' })
    const said = await words(id, own)
    expect(said).toContain('Sent by Olga Office <olga@example.com>')
    expect(said).toContain('by: Olga Office <olga@example.com>')
  })

  it('by the name of then, also once the key is called otherwise', async () => {
    const named = await server.key({ name: 'Before' })
    const { documentId } = await send(server, named, { signers: [ADA] })
    await server.ctx.db.updateTable('api_keys').set({ name: 'After' }).where('id', '=', named.id).execute()
    expect(await words(documentId, named)).toContain('API key “Before”')
  })

  it('of entries from before they named anybody, only how it was sent', async () => {
    const { documentId } = await send(server, key, { signers: [ADA] })
    // The table takes no changes but these.
    await transaction(server.ctx.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const named = ',"key_name":"[^"]*","key_prefix":"[^"]*"'
      await sql`update audit_events set body = regexp_replace(body, ${named}, '') where document_id = ${documentId}`.execute(
        tx,
      )
    })
    const said = await words(documentId)
    expect(said).toContain('Sent by an API key of the workspace')
    expect(said).not.toMatch(/undefined|null|Lettings office/)
  })
})

/** A document that a person sent in the dashboard, and a key that reads it. */
async function sentByHand(): Promise<[id: string, own: TestKey]> {
  const { id: workspaceId, tier } = await server.workspace()
  const olga: DashboardUser = await signIn(server, { workspaceId, email: 'olga@example.com', name: 'Olga Office' })
  const { id: userId } = await server.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', olga.email)
    .executeTakeFirstOrThrow()
  const origin = { ip: '203.0.113.7', userAgent: 'test' }
  const draft = await draftFor(
    server,
    { kind: 'user', workspaceId, userId, role: 'owner', tier, liveId: null, origin },
    [{ name: ADA.name, email: ADA.email }],
  )
  await olga.post(`/documents/drafts/${draft.id}`, draftForm(draft, 'send'))
  const document = await server.ctx.db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return [document.id, await server.key({ workspaceId })]
}

describe.skipIf(!pdftotext)('what the trail says was agreed to', () => {
  it('the text in words, once for two signers, and once for each language', async () => {
    const id = await signed({ signers: [ADA, GRACE, { email: 'emil@example.com', name: 'Emil', locale: 'de' }] })
    const said = await words(id)
    for (const [locale, language, people] of [
      ['en', 'English', 'Ada Lovelace; Grace Hopper'],
      ['de', 'German', 'Emil'],
    ] as const) {
      const { text, sha256, version } = consentFor(locale)
      expect(said).toContain(`Version ${version}, in ${language} SHA-256 of the text ${sha256} Agreed to by ${people}`)
      for (const paragraph of text.split('\n').filter((line) => line.trim() !== '')) {
        expect(said.split(flat(paragraph.replace(/^# /, '')))).toHaveLength(2)
      }
    }
  })
})

describe.skipIf(!pdftotext)('how the trail says a signature was made', () => {
  const png = makePng(120, 40, (x, y) => (Math.abs(y - 20) < 3 && x > 5 && x < 115 ? [0, 0, 90, 255] : [0, 0, 0, 0]))
  const ways: [string, FieldValue, string][] = [
    ['typed', { type: 'typed', text: 'Ada Lovelace' }, 'typed'],
    ['drawn', { type: 'drawn', width: 300, height: 100, strokes: [[10, 10, 90, 80, 200, 20]] }, 'drawn by hand'],
    ['uploaded', { type: 'image', mediaType: 'image/png', data: png.toString('base64') }, 'an uploaded picture'],
  ]

  it.each(ways)('%s', async (way, value, said) => {
    const id = await signed(
      { signers: [ADA] },
      { values: (field) => (field.kind === 'signature' ? value : willing(field, ADA.name)) },
    )
    const meta = await metaOf(id, 'signed')
    expect(meta.ink).toEqual([way])
    expect(meta).not.toHaveProperty('initials_ink')
    const text = await words(id)
    expect(text).toContain(`Signature ${said}`)
    expect(text).toContain(`signature: ${said}`)
  })

  it('initials beside it, each by its own way', async () => {
    const content = [textAt(72, 300, '[[ls:signature:tenant]]'), textAt(72, 400, '[[ls:initial:tenant]]')].join('\n')
    const created = await send(
      server,
      key,
      { signers: [{ ...ADA, role: 'tenant' }], placement: 'anchors' },
      makePdf({ content }),
    )
    await sign(created, { values: (field) => (field.kind === 'initial' ? ways[1]![1] : willing(field, ADA.name)) })
    expect(await metaOf(created.documentId, 'signed')).toMatchObject({ ink: ['typed'], initials_ink: ['drawn'] })
    expect(await words(created.documentId)).toContain('Signature typed Initials drawn by hand')
  })
})

describe.skipIf(!pdftotext)('the pages of the trail', () => {
  it('are fewer than ten for 20 signers, each with all their facts on one page', async () => {
    const signers = Array.from({ length: 20 }, (_, i) => ({
      email: `signer.number${i}@example.com`,
      name: `Signer Number ${i}`,
    }))
    const bytes = await printed(await signed({ title: 'Lease of 1 Main Street', signers }))
    expect(openPdf(bytes).pages.length).toBeLessThan(10)
    const pages = popplerText(bytes).split('\f').map(flat)
    for (const { email, name } of signers) {
      const page = pages.find((each) => each.includes(`${name} ${email}`))!
      const block = page.slice(page.indexOf(`${name} ${email}`))
      const next = block.indexOf('@example.com', block.indexOf('@example.com') + 1)
      expect(block.slice(0, next === -1 ? undefined : next)).toMatch(
        /Asked to sign.*Signature level.*SHA-256, signed [0-9a-f]{64}/,
      )
    }
  }, 120_000)

  it('hold a reason that fills a page, to its last word', async () => {
    const created = await send(server, key, { signers: [ADA] })
    const reason = Array.from({ length: 620 }, (_, i) => `reason${i}`)
      .join(' ')
      .slice(0, 5000)
      .replace(/ \w*$/, '')
    await new Reader(server, created.signers[0]!.signingUrl).decline(reason)
    const said = await words(created.documentId)
    for (const word of reason.split(' ')) expect(said.split(new RegExp(`\\b${word}\\b`))).toHaveLength(3)
  })
})
