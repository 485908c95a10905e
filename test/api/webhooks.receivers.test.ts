import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * Receivers as customers build them, with the web frameworks they use: raw body, verification by the SDK, then an
 * answer in the framework's own way.
 */
interface Framework {
  url: string
  /** Told after the start, since subscribing needs the address. */
  secret: string
  events: { event: string; event_id: string }[]
  /** The protocol problems that the framework saw. */
  problems: unknown[]
  close(): Promise<unknown>
}

type Seen = Pick<Framework, 'secret' | 'events' | 'problems'>

const accept = async (seen: Seen, body: Uint8Array, signature: string | undefined) => {
  seen.events.push(await verifyWebhook(body, signature, seen.secret))
}

async function startExpress(): Promise<Framework> {
  const seen: Seen = { secret: '', events: [], problems: [] }
  const app = express()
  app.post('/hook', express.raw({ type: 'application/json' }), async (request, response) => {
    await accept(seen, request.body, request.header('x-service-signature'))
    response.sendStatus(204)
  })
  app.post('/later', express.json(), (_request, response) => void response.status(202).json({ queued: true }))
  app.post('/moved', (_request, response) => void response.redirect(308, '/hook'))
  app.post('/broken', () => {
    throw new Error('the receiver has a bug')
  })
  app.use(((error, _request, response, _next) => {
    if (error.message !== 'the receiver has a bug') seen.problems.push(error)
    response.status(500).send('Internal Server Error')
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  return started(server, seen, async () => {
    server.close()
    server.closeAllConnections()
  })
}

async function startFastify(): Promise<Framework> {
  const seen: Seen = { secret: '', events: [], problems: [] }
  const app = fastify({ logger: false })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/hook', async (request, reply) => {
    await accept(seen, request.body as Buffer, request.headers['x-service-signature'] as string)
    return reply.code(204).send()
  })
  app.post('/later', async (_request, reply) => reply.code(202).send({ queued: true }))
  app.post('/moved', async (_request, reply) => reply.redirect('/hook', 308))
  app.post('/broken', async () => {
    throw new Error('the receiver has a bug')
  })
  app.addHook('onError', async (_request, _reply, error) => {
    if (error.message !== 'the receiver has a bug') seen.problems.push(error)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return started(app.server, seen, () => app.close())
}

async function started(server: Server, seen: Seen, close: () => Promise<unknown>): Promise<Framework> {
  if (!server.listening) await once(server, 'listening')
  server.on('clientError', (error) => seen.problems.push(error))
  return Object.assign(seen, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
}

describe.each([
  ['Express', startExpress],
  ['Fastify', startFastify],
])('a receiver made with %s', (_name, start) => {
  let server: TestServer
  let receiver: Framework
  let hooks: ReturnType<typeof hooksOf>
  beforeAll(async () => {
    server = await startServer()
    receiver = await start()
  })
  afterAll(async () => {
    await receiver.close()
    await server.stop()
  })

  it('verifies every delivery from the raw body, over connections that are kept', async () => {
    const key = await server.key()
    hooks = hooksOf(server, key)
    const { body } = await hooks.create({ target_url: `${receiver.url}/hook` })
    receiver.secret = body.secret
    for (let n = 0; n < 3; n++) {
      const metadata = { n, text: 'Grüße, 契約 🖋 "\\' }
      await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ада' }], send_emails: false, metadata })
    }
    await server.work()
    expect(receiver.events.map(({ event }) => event)).toEqual(Array(3).fill('signing_request.sent'))
    expect(new Set(receiver.events.map(({ event_id }) => event_id)).size).toBe(3)
    const log = await hooks.log(body.id)
    expect(log.map(({ status, response_status }) => [status, response_status])).toEqual(Array(3).fill(['success', 204]))
    expect(receiver.problems).toEqual([])
  })

  it.each([
    ['/later', 'success', 202, '{"queued":true}'],
    ['/moved', 'giving_up', 308, 'redirect not followed: HTTP 308, Location: /hook'],
    ['/broken', 'giving_up', 500, expect.stringMatching(/Internal Server Error/)],
    ['/nowhere', 'giving_up', 404, expect.stringMatching(/nowhere/)],
  ])('its answer to %s is logged as %s', async (path, status, response_status, response_body) => {
    const { body } = await hooks.create({ target_url: receiver.url + path })
    expect((await hooks.ping(body.id)).body).toMatchObject({ status, response_status })
    expect(await hooks.log(body.id)).toMatchObject([{ event: 'ping', status, response_status, response_body }])
    await hooks.remove(body.id)
    expect(receiver.problems).toEqual([])
  })
})
