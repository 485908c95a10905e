import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import {
  type ClaimResult,
  claimKey,
  endClaims,
  freeKey,
  type IdempotencyClaim,
  renewClaim,
  storeResponse,
} from '../../server/domain/records/calls/idempotency.ts'
import { IDEMPOTENCY } from '../../server/limits.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { type CallInit, startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, lockedTemplate } from '../support/templates.ts'

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Created {
  documentId: string
  code: string
  signers: { signingRequestId: string; signingUrl: string }[]
}

const pdf = makePdf()
const send = (idempotencyKey: string, init: CallInit = { form: upload() }, path = '/v1/signing-requests') =>
  server.call<Created>(key, 'POST', path, { ...init, headers: { 'Idempotency-Key': idempotencyKey } })

function upload(parts: Record<string, string> = {}, file: Buffer = pdf): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'lease.pdf')
  const defaults = { signers: '[{"email":"ada@example.com","name":"Ada"}]', send_emails: 'false' }
  for (const [name, value] of Object.entries({ ...defaults, ...parts })) form.set(name, value)
  return form
}

async function documents(): Promise<number> {
  const { count } = await server.ctx.db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', key.workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

beforeAll(async () => {
  key = await server.key()
})

describe('Idempotency-Key (contract 8)', () => {
  it('repeats the first answer, under both bases, for another boundary and other spacing', async () => {
    const before = await documents()
    const first = await send('order-1')
    const second = await send('order-1', {
      form: upload({ signers: '[ {"name" : "Ada", "email":"ada@example.com"} ]' }),
    })
    const alias = await send('order-1', undefined, '/api/v1/signing-requests')
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    for (const replay of [second, alias]) {
      expect(replay.status).toBe(201)
      expect(replay.body).toEqual(first.body)
      expect(replay.headers.get('idempotent-replayed')).toBe('true')
      expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
    expect(alias.headers.get('ratelimit-remaining')).toBe('57')
    expect(await documents()).toBe(before + 1)
  })

  it('treats a key that is null as one that is absent', async () => {
    const signers = '[{"email":"ada@example.com","name":"Ada","role":null,"phone_e164":null}]'
    const nulls = { signers, title: 'null', metadata: 'null', placement: 'null' }
    const first = await send('order-null')
    const again = await send('order-null', { form: upload(nulls) })
    expect([again.status, again.body.documentId]).toEqual([201, first.body.documentId])
    const back = await send('order-null-2', { form: upload(nulls) })
    expect((await send('order-null-2')).body.documentId).toBe(back.body.documentId)
  })

  it.each([
    ['a null in metadata', { metadata: '{"a":null}' }, { metadata: '{}' }],
    [
      'a gate of null, which overrides that of the call',
      { signers: '[{"email":"ada@example.com","sms_gate":null}]' },
      { signers: '[{"email":"ada@example.com"}]' },
    ],
  ])('does not take %s for an absent key', async (what, parts, others) => {
    expect((await send(what, { form: upload(parts) })).status).toBe(201)
    expect(await send(what, { form: upload(others) })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reuse' },
    })
  })

  it('refuses send_emails: null also where the key was used without it', async () => {
    await send('order-null-3')
    expect((await send('order-null-3', { form: upload({ send_emails: 'null' }) })).status).toBe(422)
  })

  it('treats a raw and a JSON-quoted string as the same', async () => {
    const { body } = await send('order-1b', { form: upload({ title: '2024', message: 'now' }) })
    const again = await send('order-1b', { form: upload({ title: '"2024"', message: '"now"' }) })
    expect([again.status, again.body.documentId]).toEqual([201, body.documentId])
  })

  it('refuses the key with another body: a different part, file or name', async () => {
    await send('order-2', { form: upload({ message: '12345678901234567891' }) })
    for (const form of [
      upload({ message: '12345678901234567892' }),
      upload({ message: '12345678901234567891.0' }),
      upload({ message: '12345678901234567891', title: 'Another' }),
      upload({ message: '12345678901234567891' }, makePdf({ content: textAt(72, 700, 'Another') })),
    ]) {
      const { status, body } = await send('order-2', { form })
      expect(status).toBe(422)
      expect(body.code).toBe('idempotency_key_reuse')
    }
  })

  it('separates workspaces, and is shared between the API keys of one', async () => {
    const first = await send('order-3')
    const mine = key
    key = await server.key()
    expect((await send('order-3')).body.documentId).toBe(first.body.documentId)
    key = await server.key({ workspaceId: (await server.workspace()).id })
    expect((await send('order-3')).body.documentId).not.toBe(first.body.documentId)
    key = mine
  })

  it('is free again after any refusal', async () => {
    const refused = await send('order-4', { form: upload({ placement: 'manual' }) })
    expect(refused.status).toBe(400)
    expect((await send('order-4')).status).toBe(201)
  })

  it('is forgotten after 24 hours', async () => {
    const first = await send('order-5')
    server.clock.advance(24 * 3_600_000 - 1)
    expect((await send('order-5')).body.documentId).toBe(first.body.documentId)
    server.clock.advance(1)
    expect((await send('order-5')).body.documentId).not.toBe(first.body.documentId)
  })

  it('is ignored by the dry run', async () => {
    const checked = await send('order-6', undefined, '/v1/signing-requests/validate')
    expect([checked.status, checked.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect((await send('order-6')).status).toBe(201)
    expect((await send('order-6', undefined, '/v1/signing-requests/validate')).body.documentId).toBeUndefined()
  })

  it('is ignored by the dry run of an instance, too', async () => {
    const { id } = await lockedTemplate(server, key)
    const call = (more: object) => instantiate(server, key, id, { ...more }, { 'Idempotency-Key': 'order-7' })
    for (let i = 0; i < 2; i += 1) {
      const { status, headers } = await call({ validate_only: true })
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
    }
    expect((await call({})).status).toBe(201)
  })

  it.each(['', 'x'.repeat(256), 'schlüssel', 'a\tb'])('refuses %j before it reads the body', async (name) => {
    for (const { status, body } of [await send(name), await send(name, { json: 'not even an object' })])
      expect([status, body.code]).toEqual([400, 'invalid_idempotency_key'])
  })

  it('refuses two of them, which another proxy might take for one', async () => {
    const { port } = new URL(server.url)
    const headers = { Authorization: `Bearer ${key.key}`, 'Idempotency-Key': ['order-8', 'order-9'] }
    const sent = request({ port, method: 'POST', path: '/v1/signing-requests', headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { code, error } = JSON.parse((await response.toArray()).join('')) as { code: string; error: string }
    expect([response.statusCode, code, error]).toEqual([
      400,
      'invalid_idempotency_key',
      'Idempotency-Key was sent twice; send one',
    ])
  })

  it('is the same on a path with the id in capitals', async () => {
    const { id } = await lockedTemplate(server, key)
    const call = (id: string) => instantiate(server, key, id, {}, { 'Idempotency-Key': 'order-10' })
    const [first, second] = [await call(id), await call(id.toUpperCase())]
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(second.body.document_id).toBe(first.body.document_id)
  })

  it('accepts every printable character, up to 255', async () => {
    expect((await send('!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~ z'.padEnd(255, 'x'))).status).toBe(201)
  })

  it('is optional: a call without one is never replayed', async () => {
    const call = () => server.call<Created>(key, 'POST', '/v1/signing-requests', { form: upload() })
    const [first, second] = [await call(), await call()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.documentId).not.toBe(first.body.documentId)
  })

  it('is ignored where the operation takes none', async () => {
    const { body } = await send('order-6c')
    const change = (phone_e164: string) =>
      server.call<{ phone_e164: string }>(key, 'PATCH', `/v1/signing-requests/${body.signers[0]!.signingRequestId}`, {
        json: { phone_e164 },
        headers: { 'Idempotency-Key': 'order-6c' },
      })
    for (const phone of ['+41791234567', '+41791234568']) {
      const { status, headers } = await change(phone)
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
    }
  })

  it('covers a JSON body, which has no file of its own', async () => {
    const json = (title: string) => ({ file_url: 'http://refused.example/a.pdf', signers: [], title })
    for (const body of [json('a'), json('b'), null, 'text', []]) {
      const { status } = await send('order-6d', { json: body })
      expect([400, 422]).toContain(status)
    }
  })

  it('names the document of a replay in the API log', async () => {
    const first = await send('order-6e')
    const replay = await send('order-6e')
    const row = await server.ctx.db
      .selectFrom('api_log')
      .select(['status', 'document_id'])
      .where('request_id', '=', replay.headers.get('x-request-id')!)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 201, document_id: first.body.documentId })
  })

  it('is claimed again when the call that held it is refused at the same moment', async () => {
    await claimKey(
      server.ctx,
      { workspaceId: key.workspaceId, operation: 'createSigningRequest', key: 'order-6f' },
      Buffer.alloc(32),
    )
    // Frees the key between the attempt to claim it and the look at who holds it.
    await sql`
      create function free_key() returns trigger language plpgsql as $$ begin
        delete from idempotency_keys where key = 'order-6f' and request_hash = decode(repeat('00', 32), 'hex');
        return null;
      end $$;
      create trigger free_key after insert on idempotency_keys for each statement execute function free_key();
    `.execute(server.ctx.db)
    try {
      expect((await send('order-6f')).status).toBe(201)
    } finally {
      await sql`drop function free_key() cascade`.execute(server.ctx.db)
    }
  })

  it('stays claimed as long as the call runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const leases = () =>
        server.ctx.db.selectFrom('idempotency_keys').select('lease_until').where('key', '=', 'order-6g').execute()
      const answer = await transaction(server.ctx.db, async (tx) => {
        await sql`lock table documents in share row exclusive mode`.execute(tx)
        const running = send('order-6g')
        await expect.poll(async () => (await leases()).length, { interval: 20 }).toBe(1)
        const [claimed] = await leases()
        server.clock.advance(45_000)
        vi.advanceTimersByTime(IDEMPOTENCY.renewMs)
        await expect
          .poll(async () => (await leases())[0]!.lease_until.getTime())
          .toBe(claimed!.lease_until.getTime() + 45_000)
        server.clock.advance(45_000)
        expect(await send('order-6g')).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
        return { running }
      })
      expect((await answer.running).status).toBe(201)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('creates one document, however many calls arrive at once', async () => {
    const before = await documents()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('order-7')))
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.documentId)
    expect(new Set(ids).size).toBe(1)
    expect(await documents()).toBe(before + 1)
    for (const { status, body, headers } of answers) {
      if (status === 201) continue
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '5'])
    }
  })

  it('stores the answer encrypted: it holds signing links', async () => {
    const { body } = await send('order-8')
    const row = await server.ctx.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'order-8')
      .executeTakeFirstOrThrow()
    const token = body.signers[0]!.signingUrl.split('/').at(-1)!
    expect(row.body!.includes(token)).toBe(false)
    expect(server.ctx.keyring.decrypt('answer', row.body!).includes(token)).toBe(true)
  })
})

describe('a claim', () => {
  const scope = () => ({ workspaceId: key.workspaceId, operation: 'createSigningRequest', key: 'claimed' })
  const hash = (text: string) => Buffer.from(text.padEnd(32))

  it('holds for a minute without renewal, then the same request takes it over', async () => {
    await claimKey(server.ctx, scope(), hash('a'))
    server.clock.advance(60_000)
    await expect(claimKey(server.ctx, scope(), hash('a'))).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    server.clock.advance(1)
    await expect(claimKey(server.ctx, scope(), hash('b'))).rejects.toMatchObject({ code: 'idempotency_key_reuse' })
    const second = await claimKey(server.ctx, scope(), hash('a'))
    expect(second).toHaveProperty('claim')
    if ('claim' in second) await freeKey(server.ctx, second.claim)
  })

  it('that was lost cannot store an answer: the work rolls back', async () => {
    const lost = await claimKey(server.ctx, { ...scope(), key: 'lost' }, hash('a'))
    server.clock.advance(60_001)
    const taken = await claimKey(server.ctx, { ...scope(), key: 'lost' }, hash('a'))
    const keep = (result: ClaimResult) =>
      transaction(server.ctx.db, (tx) =>
        storeResponse(server.ctx, tx, 'claim' in result ? result.claim : expect.fail(), {
          status: 201,
          body: { a: 1 },
        }),
      )
    await expect(keep(lost)).rejects.toThrow('was lost')
    await keep(taken)
    expect(await claimKey(server.ctx, { ...scope(), key: 'lost' }, hash('a'))).toEqual({
      replay: { status: 201, body: { a: 1 } },
    })
  })

  it('ends with its process, and with no other', async () => {
    const own = { ...scope(), key: 'ended' }
    const holder = { id: randomUUID() }
    await claimKey({ ...server.ctx, holder }, own, hash('a'))
    const end = (processId: string) => transaction(server.ctx.db, (tx) => endClaims(tx, [processId]))
    await end(randomUUID())
    await expect(claimKey(server.ctx, own, hash('a'))).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    await end(holder.id)
    await expect(claimKey(server.ctx, own, hash('b'))).rejects.toMatchObject({ code: 'idempotency_key_reuse' })
    expect(await claimKey(server.ctx, own, hash('a'))).toHaveProperty('claim')
  })

  it('that is renewed stays valid', async () => {
    const { claim } = (await claimKey(server.ctx, { ...scope(), key: 'renewed' }, hash('a'))) as {
      claim: IdempotencyClaim
    }
    server.clock.advance(45_000)
    await renewClaim(server.ctx, claim)
    server.clock.advance(45_000)
    const again = claimKey(server.ctx, { ...scope(), key: 'renewed' }, hash('a'))
    await expect(again).rejects.toMatchObject({ code: 'idempotency_in_progress' })
  })

  it('that was lost cannot extend that of whoever has it now', async () => {
    const lost = { ...scope(), key: 'not-extended' }
    const first = await claimKey(server.ctx, lost, hash('a'))
    server.clock.advance(60_001)
    await claimKey(server.ctx, lost, hash('a'))
    server.clock.advance(45_000)
    if ('claim' in first) await renewClaim(server.ctx, first.claim)
    server.clock.advance(15_001)
    expect(await claimKey(server.ctx, lost, hash('a'))).toHaveProperty('claim')
  })

  it('that has its response keeps it, however the call ends', async () => {
    const settled = { ...scope(), key: 'settled' }
    const result = await claimKey(server.ctx, settled, hash('a'))
    const claim = 'claim' in result ? result.claim : expect.fail()
    await transaction(server.ctx.db, (tx) => storeResponse(server.ctx, tx, claim, { status: 201, body: { a: 1 } }))
    await freeKey(server.ctx, claim)
    expect(await claimKey(server.ctx, settled, hash('a'))).toEqual({ replay: { status: 201, body: { a: 1 } } })
  })

  it('that was lost cannot release the key of its current holder', async () => {
    const first = await claimKey(server.ctx, scope(), hash('a'))
    server.clock.advance(60_001)
    await claimKey(server.ctx, scope(), hash('a'))
    if ('claim' in first) await freeKey(server.ctx, first.claim)
    await expect(claimKey(server.ctx, scope(), hash('a'))).rejects.toMatchObject({ code: 'idempotency_in_progress' })
  })
})
