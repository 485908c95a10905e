import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { deliverDue } from '../../server/delivery/index.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { switchHook } from '../../server/domain/hooks/switch.ts'
import { runDueJobs } from '../../server/jobs/index.ts'
import { send } from '../support/flow.ts'
import type { hooksOf } from '../support/hooks.ts'
import { personOf } from '../support/people.ts'
import { answer, ok, type Receiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useHooks } from '../support/use-server.ts'

const MINUTE = 60_000
/** What one transaction settles or queues. */
const BATCH = 2_000
const MANY = BATCH + 50

let server: TestServer
let receiver: Receiver
let key: TestKey
let owner: UserActor
let hooks: ReturnType<typeof hooksOf>

useHooks(async (stage) => {
  ;({ server, receiver, key, hooks } = stage)
  owner = await personOf(stage.server, stage.workspace)
})

const run = <Row>(query: RawBuilder<Row>) => query.execute(server.ctx.db).then(({ rows }) => rows)

const columnsOf = async (table: string, without: string[]): Promise<string> => {
  const [columns] = await run(
    sql<{ names: string }>`
      select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = ${table} and not column_name = any(${without})`,
  )
  return columns!.names
}

/** A hook for which MANY deliveries wait for their second attempt: one that was made, and copies of it. */
async function waitingHook(): Promise<string> {
  const { id } = await hooks.subscribe(receiver, '/a')
  receiver.answer(answer(500))
  await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
  await server.work()
  const delivery = sql.raw(await columnsOf('deliveries', ['id', 'event_id', 'body', 'seq']))
  await run(sql`
    insert into deliveries (id, event_id, body, ${delivery})
    select gen_random_uuid(), copy, replace(body, event_id, copy), ${delivery}
    from deliveries, (select 'evt_' || md5(${id} || n) as copy from generate_series(2, ${MANY}) n) copies
    where hook_id = ${id}`)
  const queued = sql.raw(await columnsOf('delivery_queue', ['delivery_id', 'seq']))
  await run(sql`
    insert into delivery_queue (delivery_id, seq, ${queued}) select copy.id, copy.seq, ${queued}
    from (select id, seq from deliveries where hook_id = ${id}) copy, (select * from delivery_queue where hook_id = ${id}) made
    where copy.id <> delivery_id`)
  return id
}

/** How many deliveries a hook has in each state. */
const states = async (hookId: string) =>
  Object.fromEntries(
    (
      await run(
        sql<{ status: string; count: number }>`
          select status, count(*) from deliveries where hook_id = ${hookId} group by status`,
      )
    ).map(({ status, count }) => [status, count]),
  )

/** The states of a log of 100, where only the oldest deliveries have been seen to. */
const newestOf = (left: string, done: string) => [
  ...Array(MANY - BATCH).fill(left),
  ...Array(100 - (MANY - BATCH)).fill(done),
]

it('gives up many waiting deliveries of a hook that is switched off, the oldest at once', async () => {
  const id = await waitingHook()
  await switchHook(server.ctx, owner, id, false)
  expect(await states(id)).toEqual({ giving_up: BATCH, pending: MANY - BATCH })
  expect((await hooks.log(id)).map(({ status }) => status)).toEqual(newestOf('pending', 'giving_up'))
  const seen = receiver.deliveries.length
  await server.work()
  expect(await states(id)).toEqual({ giving_up: MANY })
  expect(receiver.deliveries.length).toBe(seen)
})

it('sends nothing of what is left when the tasks are late', async () => {
  const id = await waitingHook()
  await switchHook(server.ctx, owner, id, false)
  const seen = receiver.deliveries.length
  server.clock.advance(MINUTE)
  await deliverDue(server.ctx)
  expect(await states(id)).toEqual({ giving_up: MANY })
  expect(receiver.deliveries.length).toBe(seen)
})

it('moves many waiting deliveries to the hook that replaces theirs', async () => {
  const id = await waitingHook()
  const [before] = await hooks.log(id)
  const { id: successor, replaced_hook_ids } = await hooks.subscribe(receiver, '/a')
  expect(replaced_hook_ids).toEqual([id])
  expect([await states(id), await states(successor)]).toEqual([{ pending: MANY - BATCH }, { pending: BATCH }])
  await server.work()
  expect([await states(id), await states(successor)]).toEqual([{}, { pending: MANY }])
  expect(await hooks.log(successor)).toEqual(expect.arrayContaining([before]))
})

it('recovers many deliveries, the oldest at once', async () => {
  const id = await waitingHook()
  await switchHook(server.ctx, owner, id, false)
  await server.work()
  await switchHook(server.ctx, owner, id, true)
  const since = new Date(0).toISOString()
  expect(await hooks.recover(id, { since })).toMatchObject({ status: 200, body: { recovered: MANY } })
  expect(await states(id)).toEqual({ pending: BATCH, giving_up: MANY - BATCH })
  expect((await hooks.log(id)).map(({ status }) => status)).toEqual(newestOf('giving_up', 'pending'))
  // Those that were queued first are given up again meanwhile.
  await deliverDue(server.ctx)
  expect(await states(id)).toEqual({ giving_up: MANY })
  await runDueJobs(server.ctx)
  expect(await states(id)).toEqual({ pending: MANY - BATCH, giving_up: BATCH })
})

it('stops to recover for a hook that is switched off meanwhile', async () => {
  const id = await waitingHook()
  await switchHook(server.ctx, owner, id, false)
  await server.work()
  await switchHook(server.ctx, owner, id, true)
  receiver.answer(ok)
  const seen = receiver.deliveries.length
  await hooks.recover(id, { since: new Date(0).toISOString() })
  await switchHook(server.ctx, owner, id, false)
  await server.work()
  expect(await states(id)).toEqual({ giving_up: MANY })
  expect(receiver.deliveries.length).toBe(seen)
})
