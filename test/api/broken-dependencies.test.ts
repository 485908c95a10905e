import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { damageFile, storedFile } from '../support/altered-file.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { CREATE_AND_VALIDATE, type CreateAnswer, expectRefused, post, traces } from '../support/create.ts'
import { signIn } from '../support/dashboard.ts'
import { callOf, isOfSandbox, keyed, type Subject, scopeFor } from '../support/every-operation.ts'
import { createForm, readRequest, Signer, send, willing } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import {
  generate,
  importForm,
  importTemplate,
  instantiate,
  LEASE_FIELDS,
  leaseModel,
  lockedTemplate,
  staged,
} from '../support/templates.ts'

/** A clock that can be made to fail. */
function failingClock(): TestClock & { broken: boolean } {
  const clock = testClock()
  const failing = {
    ...clock,
    broken: false,
    now() {
      if (failing.broken) throw new Error('the clock has stopped')
      return clock.now()
    },
  }
  return failing
}

const clock = failingClock()
const signers = [{ email: 'ada@example.com', name: 'Ada' }]

let server: TestServer
let key: TestKey
/** A document waiting for its signer, and a sealed one. */
let open: Subject
let sealed: Subject

async function sendOne(owner = key): Promise<Subject & { signer: Signer }> {
  const created = await send(server, owner, { signers })
  const [{ signingRequestId, signingUrl }] = created.signers as [CreateAnswer['signers'][number]]
  return { documentId: created.documentId, signingRequestId, signer: new Signer(server, signingUrl) }
}

/** A hook with one delivery in its log: a ping that got no answer. */
async function hookWithPing(): Promise<{ hookId: string; deliveryId: string }> {
  const hooks = hooksOf(server, key)
  const { id } = (await hooks.create({ target_url: 'https://127.0.0.1:1/' })).body
  return { hookId: id, deliveryId: (await hooks.ping(id)).body.delivery_id }
}

beforeAll(async () => {
  server = await startServer({ clock, draws: true })
  key = await server.key()
  open = { ...(await sendOne()), ...(await hookWithPing()), templateId: (await lockedTemplate(server, key)).id }
  const signed = await sendOne()
  // The picture that opening the page starts is stored now, and not while a test compares the store.
  await signed.signer.page()
  const picture = async () => (await signed.signer.call('GET', 'first-page')).status
  await vi.waitFor(async () => expect(await picture()).toBe(200), { timeout: 300_000 })
  expect((await signed.signer.sign()).status).toBe(200)
  await server.work()
  sealed = signed
})
afterAll(() => server.stop())

/** Every operation, called on a document of the test. */
const cases = keyed.map((operation) => [operation.id, operation] as const)
const subjectOf = (id: string) => (/^get(Signed|Renewed)/.test(id) ? sealed : open)

/** Runs `work` while every write to the table is a database error. */
async function withTrigger<T>(table: string, on: 'insert' | 'update', work: () => Promise<T>): Promise<T> {
  const { db } = server.ctx
  await sql`create or replace function broken() returns trigger language plpgsql
    as $$ begin raise exception 'the disk of the database is full' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger broken before ${sql.raw(on)} on ${sql.table(table)}
    for each row execute function broken()`.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop trigger broken on ${sql.table(table)}`.execute(db)
  }
}

/** Runs `work` while the table is missing. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.table(table)} rename to gone`.execute(server.ctx.db)
  try {
    return await work()
  } finally {
    await sql`alter table gone rename to ${sql.table(table)}`.execute(server.ctx.db)
  }
}

/** Runs `work` while a file is in the place of the blob folder. */
async function withoutStore<T>(work: () => Promise<T>): Promise<T> {
  const folder = join(server.ctx.config.dataDir, 'blobs/eu')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'a file')
  try {
    return await work()
  } finally {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
}

/** A failure shows the caller its code and nothing internal. */
function expectFailure(answer: { status: number; body: unknown }, status: number, body: { code: string }) {
  expect(answer).toMatchObject({ status, body })
  expect(JSON.stringify(answer.body)).not.toMatch(/disk|gone|relation|trigger|clock|ENO|EIS|blobs/)
}

describe('a database that fails: db_failed', () => {
  const READ_TABLES: Record<string, string> = {
    getMe: 'workspaces',
    validateSigningRequest: 'workspaces',
    getSigningRequest: 'audit_events',
    getDocument: 'hooks',
    getDocumentFile: 'document_revisions',
    getSignedDocument: 'document_revisions',
    getRenewedDocument: 'document_revisions',
    getAuditTrail: 'audit_events',
    getSignedWithAuditTrail: 'audit_events',
    listAuditEvents: 'audit_events',
    discloseAuditEvent: 'audit_private',
    listHooks: 'hooks',
    deleteHook: 'hooks',
    listHookDeliveries: 'deliveries',
    recoverHook: 'hooks',
    abandonDocument: 'documents',
    createEmbeddedSession: 'rate_windows',
    getEmbeddedSession: 'embedded_sessions',
    revokeEmbeddedSession: 'embedded_sessions',
    listFields: 'field_definitions',
    listTemplates: 'templates',
    getTemplate: 'template_versions',
    exportTemplate: 'template_files',
    getTemplateFile: 'template_files',
    importTemplate: 'template_uses',
    instantiateTemplate: 'template_versions',
    generateTemplate: 'template_versions',
    confirmDocument: 'documents',
    discardDocument: 'documents',
    listDocumentValues: 'fields',
    listEvents: 'events',
    listSandboxes: 'workspaces',
    createSandbox: 'workspaces',
    deleteSandbox: 'workspaces',
    clearSandbox: 'outbox',
    listMessages: 'outbox',
    actAsSigner: 'signing_requests',
    getClock: 'workspaces',
    moveClock: 'workspaces',
  }
  it.each(cases.filter(([id]) => id in READ_TABLES))('%s', async (id, operation) => {
    const place = isOfSandbox(operation) ? { workspaceId: (await server.sandbox()).id } : {}
    const own = await server.key({ scope: scopeFor(operation), ...place })
    const answer = await withoutTable(READ_TABLES[id]!, () => server.call(own, ...callOf(operation, subjectOf(id))))
    expectFailure(answer, 500, { code: 'db_failed' })
  })

  it.each(['documents', 'signing_requests', 'fields', 'audit_events', 'hooks', 'events', 'deliveries'])(
    'createSigningRequest: a failure at %s leaves nothing behind, and says so',
    async (table) => {
      const callback = { signers, callback_url: 'https://127.0.0.1/hook' }
      await withTrigger(table, 'insert', async () => {
        await expectRefused(server, () => post(server, callback), 500, {
          code: 'db_failed',
          meta: { rolled_back: true },
        })
      })
    },
  )

  it('createSigningRequest: a failure frees the Idempotency-Key, so that the same call works later', async () => {
    const own = await server.key()
    const call = () =>
      server.call<CreateAnswer>(own, 'POST', '/v1/signing-requests', {
        form: createForm({ signers, send_emails: false }),
        headers: { 'Idempotency-Key': 'again' },
      })
    expectFailure(await withTrigger('events', 'insert', call), 500, { code: 'db_failed' })
    expect((await call()).status).toBe(201)
  })

  it.each([
    ['updateSigningRequest', 'signing_requests', 'update'],
    ['remindSigningRequest', 'signing_requests', 'update'],
    ['withdrawSigningRequest', 'events', 'insert'],
    ['renewSigningLink', 'signing_requests', 'update'],
    ['reassignSigningRequest', 'signing_requests', 'update'],
  ] as const)('%s: nothing changed, no webhook fired, no mail sent', async (id, table, on) => {
    await server.work()
    const operation = keyed.find((one) => one.id === id)!
    const before = [await readRequest(server, await server.key(), open.signingRequestId), await traces(server)]
    const own = await server.key()
    const answer = await withTrigger(table, on, () => server.call(own, ...callOf(operation, open)))
    expectFailure(answer, 500, { code: 'db_failed' })
    expect([await readRequest(server, await server.key(), open.signingRequestId), await traces(server)]).toEqual(before)
  })
})

describe('a database that fails at an instance of a template', () => {
  const stage = async () => (await staged(server, await server.key(), open.templateId!)).document_id!
  const post = async (path: string, json: object = {}) => server.call(await server.key(), 'POST', path, { json })

  it.each(['documents', 'signing_requests', 'fields', 'audit_events', 'document_values', 'events'])(
    'instantiateTemplate: a failure at %s leaves nothing behind, and says so',
    async (table) => {
      const own = await server.key()
      await withTrigger(table, 'insert', async () => {
        const before = await traces(server)
        const answer = await instantiate(server, own, open.templateId!)
        expectFailure(answer, 500, { code: 'db_failed' })
        expect(answer.body).toMatchObject({ meta: { rolled_back: true }, template_id: open.templateId })
        expect(await traces(server)).toEqual(before)
      })
    },
  )

  it.each(['documents', 'document_revisions', 'document_values', 'audit_events', 'events'])(
    'generate.insert_failed: generateTemplate fails at %s, nothing is staged, and the Idempotency-Key is free',
    async (table) => {
      const own = await server.key()
      const headers = { 'Idempotency-Key': `stage-${table}` }
      const call = () => generate(server, own, open.templateId!, { review: true }, headers)
      const before = await traces(server)
      const answer = await withTrigger(table, 'insert', call)
      expectFailure(answer, 500, { code: 'insert_failed' })
      expect(answer.body).toMatchObject({ meta: { rolled_back: true }, template_id: open.templateId })
      expect(await traces(server)).toEqual(before)
      expect((await call()).status).toBe(201)
    },
  )

  it.each([
    [
      'confirm.update_failed: the edits',
      'update_failed',
      'signing_requests',
      'update',
      { recipients: [{ slot: 1, name: 'Eve' }] },
    ],
    ['confirm.confirm_failed: the release', 'confirm_failed', 'events', 'insert', {}],
  ] as const)('%s, confirmDocument has changed nothing and can be repeated', async (_, code, table, on, json) => {
    const id = await stage()
    const before = await traces(server)
    const answer = await withTrigger(table, on, () => post(`/v1/documents/${id}/confirm`, json))
    expectFailure(answer, 502, { code })
    expect(await traces(server)).toEqual(before)
    const again = await post(`/v1/documents/${id}/confirm`, json)
    expect([again.status, again.body]).toMatchObject([200, { already_confirmed: false }])
  })

  it('confirm.render_failed: when the language changes; nothing changed, and the call can be repeated', async () => {
    const id = await stage()
    const before = await traces(server)
    const call = () => post(`/v1/documents/${id}/confirm`, { recipients: [{ slot: 1, locale: 'fr' }] })
    expectFailure(await withoutStore(call), 502, { code: 'render_failed' })
    expect(await traces(server)).toEqual(before)
    expect((await call()).status).toBe(200)
  })

  it('discard.discard_failed: nothing changed, and the call can be repeated', async () => {
    const id = await stage()
    const answer = await withTrigger('events', 'insert', () => post(`/v1/documents/${id}/discard`))
    expectFailure(answer, 502, { code: 'discard_failed' })
    const again = await post(`/v1/documents/${id}/discard`)
    expect([again.status, again.body]).toMatchObject([200, { already_discarded: false }])
  })
})

describe('a database that fails at a hook: db_failed, and nothing changed', () => {
  const state = async () => {
    const { db } = server.ctx
    const hooks = await db.selectFrom('hooks').selectAll().orderBy('seq').execute()
    return [hooks, await db.selectFrom('deliveries').selectAll().orderBy('seq').execute()]
  }

  it.each([
    ['createHook', 'hooks', 'insert'],
    ['rotateHookSecret', 'hooks', 'update'],
    ['testHook', 'deliveries', 'insert'],
    ['redeliverHookDelivery', 'delivery_queue', 'insert'],
  ] as const)('%s', async (id, table, on) => {
    const operation = keyed.find((one) => one.id === id)!
    // An existing hook that the call would replace.
    if (id === 'createHook') await server.call(await server.key(), ...callOf(operation, open))
    const before = await state()
    const own = await server.key()
    const answer = await withTrigger(table, on, () => server.call(own, ...callOf(operation, open)))
    expectFailure(answer, 500, { code: 'db_failed' })
    expect(await state()).toEqual(before)
  })
})

describe('a store that fails: storage_failed', () => {
  it('createSigningRequest: nothing is created', async () => {
    const before = await traces(server)
    const own = await server.key()
    const answer = await withoutStore(() =>
      server.call(own, 'POST', '/v1/signing-requests', { form: createForm({ signers }) }),
    )
    expectFailure(answer, 500, { code: 'storage_failed' })
    expect(await traces(server)).toEqual(before)
  })

  it('importTemplate: nothing is created', async () => {
    const own = await server.key()
    const templates = () => server.call(own, 'GET', '/v1/templates?status=all')
    const before = (await templates()).body
    const form = importForm({ template: leaseModel(), fields: LEASE_FIELDS })
    const answer = await withoutStore(() => server.call(own, 'POST', '/v1/templates/import', { form }))
    expectFailure(answer, 500, { code: 'storage_failed' })
    expect((await templates()).body).toEqual(before)
  })

  it('instantiate.render_failed: nothing is created and the Idempotency-Key is free', async () => {
    const own = await server.key()
    const headers = { 'Idempotency-Key': 'render' }
    const call = () => instantiate(server, own, open.templateId!, {}, headers)
    const before = await traces(server)
    expectFailure(await withoutStore(call), 502, { code: 'render_failed' })
    expect(await traces(server)).toEqual(before)
    expect((await call()).status).toBe(201)
  })

  it.each([false, true])('generate.render_failed: and nothing is staged; review %s', async (review) => {
    const own = await server.key()
    const before = await traces(server)
    const call = () => generate(server, own, open.templateId!, { review })
    expectFailure(await withoutStore(call), 502, { code: 'render_failed' })
    expect(await traces(server)).toEqual(before)
  })

  it('generateTemplate: what was staged and cannot be read back is storage_failed or file_damaged', async () => {
    const own = await server.key()
    const headers = { 'Idempotency-Key': 'read-back' }
    const call = () => generate(server, own, open.templateId!, { review: true }, headers)
    const first = await call()
    expectFailure(await withoutStore(call), 500, { code: 'storage_failed' })
    const repair = await damageFile(await storedFile(server, first.headers.get('x-document-id')!, 0), 'short')
    expectFailure(await call(), 500, { code: 'file_damaged' })
    await repair()
    const again = await call()
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  it('a stored file that is shorter than it was: file_damaged, before any byte', async () => {
    const own = await server.key()
    const path = `/v1/documents/${sealed.documentId}/signed`
    const repair = await damageFile(await storedFile(server, sealed.documentId, 0), 'short')
    for (const whole of [path, `${path}-with-audit-trail`])
      expectFailure(await server.call(own, 'GET', whole), 500, { code: 'file_damaged' })
    await repair()
    expect((await server.call(own, 'GET', path)).status).toBe(200)
  })

  it('GET /templates/{id}/file', async () => {
    const own = await server.key()
    const path = `/v1/templates/${open.templateId}/file`
    expectFailure(await withoutStore(() => server.call(own, 'GET', path)), 500, { code: 'storage_failed' })
  })

  it.each(['file', 'signed', 'signed-with-audit-trail'])(
    'GET /documents/{id}/%s: a failed call, not a file that ends in the middle',
    async (verb) => {
      const own = await server.key()
      const path = `/v1/documents/${sealed.documentId}/${verb}`
      const answers = await withoutStore(async () => [
        await server.call(own, 'GET', path),
        await server.call(own, 'GET', path, { headers: { Range: 'bytes=-10' } }),
      ])
      for (const answer of answers) expectFailure(answer, 500, { code: 'storage_failed' })
      expect((await server.call(own, 'GET', path)).status).toBe(200)
    },
  )
})

describe('the calls of the signer’s page', () => {
  it('a database that fails, or a connection that breaks: db_failed, and nothing is lost', async () => {
    const { signer, documentId } = await sendOne()
    const data = await signer.data()
    const calls = {
      viewed: () => signer.call('POST', 'viewed', {}),
      complete: () => signer.call('POST', 'complete', { consentVersion: data.consentVersion, name: 'Ada' }),
      fields: () => signer.call('GET', 'fields'),
      document: () => signer.call('GET', 'document.pdf'),
    }
    for (const call of Object.values(calls)) {
      expectFailure(await withoutTable('signing_requests', call), 500, { code: 'db_failed' })
    }
    // The server ends every session while the statement waits for a lock. A transaction would see the sessions of its first look.
    const { db } = server.ctx
    const dropped = await db.transaction().execute(async (tx) => {
      await sql`lock table signing_requests in access exclusive mode`.execute(tx)
      const waiting = calls.fields()
      await expect
        .poll(async () => {
          const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows.length
        })
        .toBeGreaterThan(0)
      return waiting
    })
    expectFailure(dropped, 500, { code: 'db_failed' })
    expect((await signer.sign()).status).toBe(200)
    expect(documentId).toBeTruthy()
  })

  it('a store that fails: storage_failed, and the document is not blamed', async () => {
    const { signer, documentId } = await sendOne()
    await signer.call('POST', 'displayed', { view: 'none' })
    const { fields, consentVersion } = await signer.data()
    const values = Object.fromEntries(
      fields.filter(({ kind }) => kind !== 'date').map((field) => [field.id, willing(field, 'Ada')]),
    )
    const answers = await withoutStore(async () => [
      await signer.call('GET', 'document.pdf'),
      await signer.call('POST', 'complete', { consentVersion, name: 'Ada', values }),
    ])
    for (const answer of answers) expectFailure(answer, 500, { code: 'storage_failed' })
    const own = await server.key()
    expect((await server.call(own, 'GET', `/v1/documents/${documentId}`)).body).toMatchObject({ fileProblem: null })
    expect((await signer.sign()).status).toBe(200)
  })
})

describe('an unexpected failure: internal_error with nothing but the request’s id', () => {
  it.each(cases)('%s', async (id, operation) => {
    const own = await server.key({ scope: scopeFor(operation) })
    clock.broken = true
    const answer = await server.call<{ error: string }>(own, ...callOf(operation, subjectOf(id))).finally(() => {
      clock.broken = false
    })
    expectFailure(answer, 500, { code: 'internal_error' })
    const requestId = answer.headers.get('x-request-id')!
    expect(answer.body.error).toContain(requestId)
    const logged = server
      .log()
      .split('\n')
      .filter((line) => line.includes(requestId))
    expect(logged.join()).toContain('a request failed')
  })

  it('createSigningRequest with a FONT_DIR that lacks the fonts creates nothing', async () => {
    // The engine that the settings call for, instead of the one that all tests share.
    const lame = await startServer({ config: { fontDir: '/nowhere/fonts' }, overrides: { pdf: undefined } })
    try {
      await expectRefused(lame, () => post(lame, { signers }), 500, { code: 'internal_error' })
    } finally {
      await lame.stop()
    }
  })
})

describe('a workspace that no longer exists', () => {
  it('createSigningRequest: 404 workspace_not_found; reads fail', async () => {
    const workspace = await server.workspace()
    const orphan = await server.key({ workspaceId: workspace.id })
    const { documentId } = await sendOne(orphan)
    // Without foreign keys, as after a restore that lost a row.
    await server.ctx.db.connection().execute(async (db) => {
      await sql`set session_replication_role = replica`.execute(db)
      await db.deleteFrom('workspaces').where('id', '=', workspace.id).execute()
      await sql`set session_replication_role = default`.execute(db)
    })
    for (const path of CREATE_AND_VALIDATE) {
      const created = await server.call(orphan, 'POST', path, { form: createForm({ signers }) })
      expect([created.status, created.body]).toMatchObject([404, { code: 'workspace_not_found' }])
    }
    const imported = await importTemplate(server, orphan, { template: leaseModel() })
    expect([imported.status, imported.body]).toMatchObject([404, { code: 'workspace_not_found' }])
    for (const path of ['/v1/me', `/v1/documents/${documentId}`, `/v1/documents/${documentId}/audit-trail`])
      expectFailure(await server.call(orphan, 'GET', path), 500, { code: 'internal_error' })
  })
})

describe('mail that cannot be sent', () => {
  let smtp: SmtpStandIn
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp.close())

  /** A server with its own mail settings, and one document that was sent without mail. */
  async function withMail(
    url: string,
    use: (server: TestServer, path: string, own: TestKey, documentId: string) => Promise<void>,
  ) {
    const mailing = await startServer({ config: { mailUrl: url } })
    try {
      const own = await mailing.key()
      const { signers: sent, documentId } = await send(mailing, own, { signers, send_emails: false })
      await use(mailing, `/v1/signing-requests/${sent[0]!.signingRequestId}`, own, documentId)
    } finally {
      await mailing.stop()
    }
  }

  it('remindSigningRequest: 502 email_failed, and the reminder may be repeated at once', async () => {
    await withMail(smtp.url, async (mailing, path, own, documentId) => {
      smtp.answer('RCPT', '550 no such user')
      const refused = await mailing.call(own, 'POST', `${path}/remind`)
      expect([refused.status, refused.body]).toMatchObject([502, { code: 'email_failed' }])
      expect(JSON.stringify(refused.body)).not.toContain('no such user')
      const person = await signIn(mailing, { workspaceId: own.workspaceId })
      const shown = await person.post(`/documents/${documentId}/signers/${path.split('/').at(-1)}/remind`)
      expect([shown.status, await shown.text()]).toEqual([502, expect.stringContaining('The email was refused')])
      expect((await mailing.call(own, 'GET', path)).body).toMatchObject({ reminderCount: 0, lastRemindedAt: null })
      smtp.answer('RCPT', null)
      expect((await mailing.call(own, 'POST', `${path}/remind`)).body).toMatchObject({
        reminderCount: 1,
        emailed: true,
      })
      expect(smtp.messages).toHaveLength(1)
    })
  })

  it('remindSigningRequest: 503 email_not_configured', async () => {
    await withMail('none:', async (mailing, path, own) => {
      const refused = await mailing.call(own, 'POST', `${path}/remind`)
      expect([refused.status, refused.body]).toMatchObject([503, { code: 'email_not_configured' }])
    })
  })
})
