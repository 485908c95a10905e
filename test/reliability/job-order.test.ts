import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue, transaction } from '../../server/db/database.ts'
import { beginDueJob, completeJob } from '../../server/domain/workers/due.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('mails do not wait behind documents waiting to be sealed', async () => {
  const { ctx } = server
  await transaction(ctx.db, async (tx) => {
    for (const documentId of ['a', 'b', 'c']) await enqueue(ctx, tx, 'seal-document', { documentId })
    await enqueue(ctx, tx, 'send-email', { message: 'completed', signingRequestId: 'x' })
  })
  const order: string[] = []
  for (let job = await beginDueJob(ctx); job; job = await beginDueJob(ctx)) {
    order.push(job.task)
    await completeJob(ctx, job)
  }
  expect(order).toEqual(['send-email', 'seal-document', 'seal-document', 'seal-document'])
})
