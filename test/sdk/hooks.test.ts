import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Countersign } from '../../sdk/src/index.ts'
import { startReceiver } from '../support/receiver.ts'
import { sdkFor } from '../support/sdk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let client: Countersign

beforeAll(async () => {
  server = await startServer()
  client = sdkFor(server, await server.key())
})
afterAll(() => server.stop())

it('subscribes, pings, reads the log, redelivers, rotates, replaces and unsubscribes', async () => {
  const receiver = await startReceiver({ clock: server.clock })
  const target_url = `${receiver.url}/hooks`
  const hook = await client.hooks.create({ target_url, events: ['document.completed'], payload: 'minimal' })
  receiver.secrets.set('/hooks', hook.secret)
  const ping = await client.hooks.test(hook.id)
  expect(ping.status).toBe('success')
  expect(await client.hooks.deliveries(hook.id)).toMatchObject([{ id: ping.delivery_id, event: 'ping', attempts: 1 }])
  expect((await client.hooks.redeliver(hook.id, ping.delivery_id)).status).toBe('success')
  expect(await client.hooks.recover(hook.id, { since: new Date(0) })).toBe(0)
  const rotated = await client.hooks.rotateSecret(hook.id)
  receiver.secrets.set('/hooks', rotated.secret)
  await client.hooks.test(hook.id)
  expect(receiver.deliveries).toHaveLength(3)

  const second = await client.hooks.create({ target_url })
  expect([second.payload, second.replaced_hook_ids]).toEqual(['minimal', [hook.id]])
  expect((await client.hooks.list()).map(({ id }) => id)).toEqual([second.id])
  expect((await client.hooks.list({ includeDisabled: true })).map(({ id }) => id)).toEqual([second.id, hook.id])
  await client.hooks.delete(second.id)
  await client.hooks.delete(second.id)
  expect(await client.hooks.list()).toEqual([])
  await expect(client.hooks.test(second.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await receiver.close()
})
