import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Countersign } from '../../sdk/src/index.ts'
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
