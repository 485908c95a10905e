import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sized } from '../support/full-size.ts'
import { type Killable, startKillable } from '../support/killable.ts'
import { leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'

/** Kills at random moments. */
const AT_RANDOM = sized(1, 40)

let killable: Killable
let templateId: string
/** How many documents were staged. */
let count = 0

beforeAll(async () => {
  killable = await startKillable()
  const template = leaseModel({ boxes: [signature(1), signature(2)] })
  templateId = (await lockedTemplate(killable.server(), await killable.key(), { template, fields: [] })).id
})
afterAll(() => killable.stop())

/** A staged document whose first signer has an address of their own. */
async function stage(): Promise<{ id: string; email: string }> {
  const email = `ada+${++count}@example.com`
  const recipients = [
    { slot: 1, email },
    { slot: 2, email: 'grace@example.com' },
  ]
  const asked = { field_values: {}, recipients, send_emails: true }
  const { document_id: id } = await staged(killable.server(), await killable.key(), templateId, asked)
  return { id: id!, email }
}
const confirm = async (id: string) =>
  killable
    .server()
    .call<{ status: string; already_confirmed: boolean }>(await killable.key(), 'POST', `/v1/documents/${id}/confirm`, {
      json: {},
    })

/** What the database has of a document: its state, its signers', what was recorded. */
async function stored(id: string) {
  const { db } = killable
  const rows = <T extends 'events' | 'audit_events'>(table: T) =>
    db
      .selectFrom(table as 'events')
      .select('type')
      .where('document_id', '=', id)
      .orderBy('seq')
      .execute()
  const document = await db
    .selectFrom('documents')
    .select('review_state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const signers = await db
    .selectFrom('signing_requests')
    .select(['status', 'invited_at', 'expires_at'])
    .where('document_id', '=', id)
    .orderBy('slot')
    .execute()
  return {
    review: document.review_state,
    signers: signers.map((signer) => [signer.status, signer.invited_at !== null, signer.expires_at !== null]),
    events: (await rows('events')).map(({ type }) => type),
    // Whether the invitation is out by now is not the call's.
    audit: (await rows('audit_events')).map(({ type }) => type).filter((type) => type !== 'email_sent'),
  }
}
const NOTHING = {
  review: 'staged',
  signers: [
    ['queued', false, false],
    ['queued', false, false],
  ],
  events: ['template_instance.staged'],
  audit: ['created', 'staged'],
}
const EVERYTHING = {
  review: 'confirmed',
  signers: [
    ['pending', true, true],
    ['queued', false, false],
  ],
  events: ['template_instance.staged', 'template_instance.confirmed', 'signing_request.sent'],
  audit: ['created', 'staged', 'confirmed', 'sent'],
}

/** A call that was cut off is repeated: it does what is left, once, and one invitation goes out. */
async function resumes({ id, email }: { id: string; email: string }, was: 'staged' | 'confirmed') {
  const { status, body } = await confirm(id)
  expect([status, body]).toMatchObject([200, { status: 'pending', already_confirmed: was === 'confirmed' }])
  expect(await stored(id)).toEqual(EVERYTHING)
  await killable.mailsAreOut()
  const mails = await killable.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
  expect(mails).toHaveLength(1)
}

it.each(sized(['documents'], ['documents', 'audit_events', 'graphile_worker._private_jobs']))(
  'staged.kill-9-in-confirm: nothing while it writes to %s, and the repeated call does it all',
  async (table) => {
    const document = await stage()
    await killable.killAtTable(() => confirm(document.id), table)
    expect(await stored(document.id)).toEqual(NOTHING)
    await resumes(document, 'staged')
  },
)

it('staged.kill-9-in-confirm: everything once it is committed, before the caller has an answer', async () => {
  const document = await stage()
  await killable.killDuring(
    () => confirm(document.id),
    async () => {
      while ((await stored(document.id)).review === 'staged') await new Promise(setImmediate)
    },
  )
  expect(await stored(document.id)).toEqual(EVERYTHING)
  await resumes(document, 'confirmed')
})

it('an invitation that a killed process sent and could not record is sent again, and reaches the signer once', async () => {
  const { db } = killable
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$`.execute(db)
  await sql`create trigger wait_for_test before insert on audit_events for each row
      when (new.type = 'email_sent') execute function wait_for_test()`.execute(db)
  const document = await stage()
  const mails = () => db.selectFrom('outbox').select('id').where('recipient', '=', document.email).execute()
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    await killable.killDuring(
      () => confirm(document.id),
      () => expect.poll(async () => (await mails()).length).toBe(1),
    )
  })
  await killable.mailsAreOut()
  const trail = db.selectFrom('audit_events').select('type').where('document_id', '=', document.id)
  expect(await trail.where('type', '=', 'email_sent').execute()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
  await sql`drop trigger wait_for_test on audit_events`.execute(db)
})

/** How long the call takes here, in milliseconds. */
let usual: number | null = null
async function usualDuration(): Promise<number> {
  if (usual !== null) return usual
  const { id } = await stage()
  const begun = performance.now()
  expect((await confirm(id)).status).toBe(200)
  usual = performance.now() - begun
  return usual
}

it.each(Array.from({ length: AT_RANDOM }, (_, kill) => kill))(
  'staged.kill-9-in-confirm: everything or nothing, at random moment no. %i',
  async (kill) => {
    // Spread over the time that the call takes.
    const after = ((kill + Math.random()) / AT_RANDOM) * (await usualDuration())
    const document = await stage()
    await killable.killDuring(
      () => confirm(document.id),
      () => sleep(after),
    )
    const left = await stored(document.id)
    expect([NOTHING, EVERYTHING]).toContainEqual(left)
    await resumes(document, left.review === 'staged' ? 'staged' : 'confirmed')
  },
)
