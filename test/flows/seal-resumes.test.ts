import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SEAL } from '../../server/limits.ts'
import { type Authority, startAuthority } from '../support/authority.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let receiver: Receiver
let key: TestKey
let authorities: Authority[]
let mode: 'down' | 'lying' | 'second only' | 'held' | 'up' = 'down'
let released: Promise<void>
const asked: string[] = []

beforeAll(async () => {
  const answer = (name: string) => async (request: Buffer) => {
    asked.push(name)
    if (mode === 'held') await released
    if (mode === 'down' || (mode === 'second only' && name === 'first')) return null
    const token = (await server.ctx.sealer.timestamp(request))!
    if (mode !== 'lying') return token
    const forged = Buffer.from(token)
    forged[forged.length - 20]! ^= 1
    return forged
  }
  authorities = [await startAuthority(answer('first')), await startAuthority(answer('second'))]
  server = await startServer({ config: { tsaUrls: authorities.map(({ url }) => url) } })
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
  for (const authority of authorities) await authority.close()
})

async function signedByAll() {
  const created = await send(server, key, {
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    callback_url: receiver.url,
  })
  receiver.secrets.set('*', created.callback!.secret)
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  expect((await signer.sign()).body).toMatchObject({ status: 'signed', sealing: true })
  await server.work()
  return { id: created.documentId, signer }
}

const completions = (id: string) =>
  receiver.deliveries.filter(({ event }) => event.event === 'document.completed' && event.document_id === id).length

describe('sealing when the time-stamp authorities fail', () => {
  it('loses nothing and fakes nothing while all are down, and resumes by itself', async () => {
    mode = 'down'
    const { id, signer } = await signedByAll()
    expect(await readDocument(server, key, id)).toMatchObject({
      status: 'pending',
      counts: { total: 1, signed: 1 },
      seal: null,
    })
    expect((await server.call(key, 'GET', `/v1/documents/${id}/signed`)).status).toBe(409)
    expect((await signer.call('GET', 'status')).body).toMatchObject({ state: 'signed', sealed: false })
    for (let minute = 0; minute < 3; minute++) {
      server.clock.advance(60_000)
      await server.run('reconcile', {})
      await server.work()
    }
    expect(completions(id)).toBe(0)

    mode = 'up'
    server.clock.advance(60_000)
    await server.run('reconcile', {})
    await server.work()
    expect((await readDocument(server, key, id)).status).toBe('signed')
    expect(completions(id)).toBe(1)
    expect((await signer.call('GET', 'status')).body).toMatchObject({ sealed: true })
  })

  it('refuses a token that was tampered with', async () => {
    mode = 'lying'
    const { id } = await signedByAll()
    expect((await readDocument(server, key, id)).status).toBe('pending')
    expect(completions(id)).toBe(0)
    mode = 'up'
    server.clock.advance(60_000)
    await server.work()
    expect((await readDocument(server, key, id)).status).toBe('signed')
  })

  it('uses the next authority when one is down', async () => {
    mode = 'second only'
    asked.length = 0
    const { id } = await signedByAll()
    expect((await readDocument(server, key, id)).seal).toMatchObject({
      tsaProvider: new URL(authorities[1]!.url).host,
      level: expect.stringMatching(/^B-/),
    })
    // An authority used for the first time gets one more request, for the certificates stored with the seal.
    expect([...new Set(asked)]).toEqual(['first', 'second'])
  })

  it('seals once, however many jobs there are', async () => {
    mode = 'up'
    const { id } = await signedByAll()
    for (let i = 0; i < 5; i++) await server.run('seal-document', { documentId: id })
    await server.work()
    expect(completions(id)).toBe(1)
  })

  it('holds the document exclusively for as long as it works, however long that takes', async () => {
    mode = 'down'
    const { id } = await signedByAll()
    server.clock.advance(60_000)
    mode = 'held'
    let release = () => {}
    released = new Promise((resolve) => {
      release = resolve
    })
    const leaseEnd = async () =>
      (await server.ctx.db.selectFrom('documents').select('seal_due_at').where('id', '=', id).execute())[0]!.seal_due_at
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      asked.length = 0
      const sealing = server.run('seal-document', { documentId: id })
      await expect.poll(() => asked).toEqual(['first'])
      server.clock.advance(SEAL.leaseMs - 1)
      vi.advanceTimersByTime(SEAL.renewMs)
      const renewed = new Date(server.clock.now().getTime() + SEAL.leaseMs)
      await expect.poll(leaseEnd).toEqual(renewed)
      server.clock.advance(SEAL.leaseMs - 1)
      await server.run('seal-document', { documentId: id })
      expect(asked.filter((name) => name === 'first')).toHaveLength(1)
      release()
      await sealing
    } finally {
      release()
      vi.useRealTimers()
    }
    expect((await readDocument(server, key, id)).status).toBe('signed')
    await server.work()
    expect(completions(id)).toBe(1)
  })
})
