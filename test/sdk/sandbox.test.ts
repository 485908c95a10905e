import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Countersign } from '../../sdk/src/index.ts'
import { sandbox } from '../../sdk/src/test.ts'
import { startDelivery } from '../../server/delivery/index.ts'
import { startWorker } from '../../server/jobs/index.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { sdkFor } from '../support/sdk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let live: Countersign
let stopWork: () => Promise<void>
beforeAll(async () => {
  server = await startServer()
  live = sdkFor(server, await server.key())
  const [jobs, delivery] = [await startWorker(server.ctx), startDelivery(server.ctx)]
  stopWork = async () => {
    await jobs.stop()
    await delivery.stop()
  }
})
afterAll(async () => {
  await stopWork()
  await server.stop()
})

const send = (client: Countersign, ...emails: string[]) =>
  client.signingRequests.create({
    file: makePdf(),
    signing_mode: 'sequential',
    signers: emails.map((email) => ({ email, phone_e164: '+41791234567', require_sms_verification: true })),
  })

it('makes a sandbox, reads its messages, acts in it, moves its clock, and erases it', async () => {
  const made = await live.sandboxes.create({ name: 'CI 1', expires_in: 'PT1H' })
  expect(await live.sandboxes.list()).toMatchObject([{ id: made.id, name: 'CI 1' }])
  const client = live.withOptions({ apiKey: made.key })
  const { signers, documentId } = await client.signingRequests.create({
    file: makePdf(),
    signers: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
  })
  const [invitation] = await client.sandbox.messages({ to: 'grace@example.com', document_id: documentId, wait: 20 })
  expect(invitation).toMatchObject({ kind: 'invitation', links: { sign: signers[1]!.signingUrl } })
  expect(await client.sandbox.messages({ after: invitation!.id, channel: 'sms' })).toEqual([])
  expect(await client.sandbox.act(signers[0]!.signingRequestId, { do: 'sign' })).toMatchObject({ status: 'signed' })
  const { now } = await client.sandbox.clock()
  const moved = await client.sandbox.moveClock({ advance: 'P20D' })
  expect(Date.parse(moved.now) - Date.parse(now)).toBeGreaterThanOrEqual(20 * 86_400_000)
  expect(moved.ran).toContainEqual({ task: 'expire', count: 1 })
  await client.sandbox.clear()
  await expect(client.documents.get(documentId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(live.sandbox.clock()).rejects.toMatchObject({ code: 'test_key_required' })
  await live.sandboxes.delete(made.id)
  expect(await live.sandboxes.list()).toEqual([])
})

describe('a sandbox for tests', () => {
  it('sends, signs in order, seals, and returns each message and each event once', async () => {
    await using box = await sandbox(live, { name: 'CI 1' })
    expect(await live.sandboxes.list()).toMatchObject([{ name: 'CI 1' }])
    const { documentId } = await send(box.client, 'ada@example.com', 'grace@example.com')
    expect(await box.nextMessage({ to: 'Ada@example.com' })).toMatchObject({ kind: 'invitation' })
    expect((await box.signAll(documentId)).signers.map(({ status }) => status)).toEqual(['signed', 'signed'])
    const [first, second] = [await box.nextMessage({ channel: 'sms' }), await box.nextMessage({ kind: 'code' })]
    expect([first.code, second.code]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])
    expect(first.id).not.toBe(second.id)
    const [signed, again] = [
      await box.received('signing_request.signed', { documentId }),
      await box.received('signing_request.signed'),
    ]
    expect([signed, again].map(({ signer }) => signer.email)).toEqual(['ada@example.com', 'grace@example.com'])
    const { sha256, event_id } = await box.received('document.completed', { documentId })
    expect([sha256, event_id]).toEqual([expect.any(String), expect.any(String)])
    expect(await box.signAll(documentId)).toMatchObject({ status: 'signed', signedSha256: sha256 })
    await box.close()
    expect(await live.sandboxes.list()).toEqual([])
  })

  it('moves the clock, and says what came instead of what a test waits for', async () => {
    const box = await sandbox(live)
    const { documentId } = await send(box.client, 'ada@example.com')
    expect((await box.advance('P20D')).ran).toContainEqual({ task: 'expire', count: 1 })
    await box.received('signing_request.expired', { documentId })
    await expect(box.received('document.completed', { documentId, timeout: 1 })).rejects.toThrow(
      `no event (name document.completed, documentId ${documentId}) within 1 ms; these came and were not asked for: signing_request.sent`,
    )
    await box.nextMessage({ kind: 'invitation' })
    await expect(box.nextMessage({ to: 'joan@example.com', timeout: 1 })).rejects.toThrow(
      'no message (to joan@example.com) within 1 ms; ',
    )
    const waiting = expect(box.received('ping')).rejects.toThrow('the sandbox was closed')
    await box.close()
    await waiting
    await box.close()
  })

  it('is that of a test key, which stays, without what was there before', async () => {
    const { key, id } = await live.sandboxes.create()
    const client = live.withOptions({ apiKey: key })
    const before = await send(client, 'ada@example.com')
    await client.sandbox.messages({ wait: 20 })
    await client.events.list({ wait: 20 })
    await using box = await sandbox(client)
    const { documentId } = await send(box.client, 'grace@example.com')
    expect(await box.nextMessage()).toMatchObject({ to: 'grace@example.com', document_id: documentId })
    expect(await box.received('signing_request.sent')).toMatchObject({ document_id: documentId })
    await box.close()
    expect(await client.documents.get(before.documentId)).toMatchObject({ status: 'pending' })
    await live.sandboxes.delete(id)
  })
})
