import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { lockDocument } from '../../server/domain/records/documents.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DOCUMENTS = 6

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const sendToFour = () =>
  send(server, key, {
    signers: ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.com`, name, role: name })),
  })

const eventsOf = async (id: string) => {
  const rows = await server.ctx.db.selectFrom('events').select('type').where('document_id', '=', id).execute()
  return rows.map(({ type }) => type)
}

describe('signers who finish at the same instant', () => {
  it('complete each document exactly once, although each submits twice', async () => {
    const documents = await Promise.all(Array.from({ length: DOCUMENTS }, sendToFour))
    await Promise.all(
      documents.flatMap(({ signers }) =>
        signers.flatMap(({ signingUrl }) => {
          const signer = new Signer(server, signingUrl)
          return [signer.sign(), signer.sign()].map(async (signed) => expect((await signed).status).toBe(200))
        }),
      ),
    )
    await server.work()
    // A separate rate-limit window for the reads.
    server.clock.advance(61_000)
    for (const { documentId } of documents) {
      const types = await eventsOf(documentId)
      expect(types.filter((type) => type === 'signing_request.signed')).toHaveLength(4)
      expect(types.filter((type) => type === 'document.completed')).toHaveLength(1)
      expect((await readDocument(server, key, documentId)).status).toBe('signed')
    }
  })

  it('decide between signing, declining and withdrawing in favour of exactly one', async () => {
    server.clock.advance(61_000)
    for (let round = 0; round < 4; round++) {
      const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
      const [request] = created.signers
      const signer = new Signer(server, request!.signingUrl)
      const answers = await Promise.all([
        signer.sign(),
        signer.decline('no'),
        server.call(key, 'POST', `/v1/signing-requests/${request!.signingRequestId}/withdraw`),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const ends = ['signing_request.signed', 'signing_request.declined', 'signing_request.withdrawn']
      expect((await eventsOf(created.documentId)).filter((type) => ends.includes(type))).toHaveLength(1)
    }
    await server.work()
  })
})

it('a document that somebody changes can be referred to meanwhile', async () => {
  const { documentId } = await sendToFour()
  await transaction(server.ctx.db, async (tx) => {
    await lockDocument(tx, documentId)
    // As the check of a foreign key does.
    const referred = sql`select from documents where id = ${documentId} for key share nowait`.execute(server.ctx.db)
    await expect(referred).resolves.toBeDefined()
  })
})

describe('workspaces that are created at the same instant', () => {
  it('under one name each get a slug of their own', async () => {
    const names = Array.from({ length: 8 }, () => 'Twins & Co.')
    const made = await Promise.all(names.map((name) => server.workspace({ name })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(names.length)
    expect(made.filter(({ slug }) => slug === 'twins-co')).toHaveLength(1)
  })
})
