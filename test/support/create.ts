import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Created, createForm } from './flow.ts'
import type { CallAnswer, TestServer } from './server.ts'

export interface ErrorBody {
  error: string
  code: string
  meta?: Record<string, unknown>
  problems?: { field: string; code: string; message: string }[]
}

/** The 201, or the 200 of the dry run, or the refusal: each test looks at the part it is about. */
export type CreateAnswer = Created & ErrorBody & { ok: boolean; anchors: { markers: { kind: string; role: string }[] } }

const PATH = '/v1/signing-requests'

/** A call of create, and the same call of its dry run. */
export const CREATE_AND_VALIDATE = [PATH, `${PATH}/validate`] as const

/** An upload with its own key, so that a test file with many calls meets no rate limit. */
export async function post(
  server: TestServer,
  fields: Record<string, unknown>,
  pdf?: Uint8Array,
  filename?: string,
  path: string = PATH,
): Promise<CallAnswer<CreateAnswer>> {
  return server.call<CreateAnswer>(await server.key(), 'POST', path, { form: createForm(fields, pdf, filename) })
}

/** The same as JSON, with a `file_url`. */
export async function postJson(
  server: TestServer,
  json: object,
  path: string = PATH,
): Promise<CallAnswer<CreateAnswer>> {
  return server.call<CreateAnswer>(await server.key(), 'POST', path, { json })
}

/** The dry run of an upload. */
export function validate(server: TestServer, fields: Record<string, unknown>, pdf?: Uint8Array) {
  return post(server, fields, pdf, undefined, `${PATH}/validate`)
}

const TABLES = [
  ...['documents', 'document_revisions', 'signing_requests', 'fields', 'audit_events', 'hooks', 'events'],
  ...['deliveries', 'outbox', 'idempotency_keys', 'graphile_worker.jobs'],
]

/** Everything a create call may leave behind: rows, jobs, stored files, temporary files. */
export async function traces({ ctx }: TestServer): Promise<Record<string, number>> {
  const rows = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(ctx.db)
      return [table, rows[0]!.n] as const
    }),
  )
  const folders = ['blobs', 'tmp']
  const files = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(ctx.config.dataDir, folder), { recursive: true, withFileTypes: true })
      return [folder, entries.filter((entry) => entry.isFile()).length] as const
    }),
  )
  return Object.fromEntries([...rows, ...files])
}

/** Expects the refusal, and that it left nothing behind. Returns its body. */
export async function expectRefused(
  server: TestServer,
  call: () => Promise<CallAnswer<CreateAnswer>>,
  status: number,
  body: Partial<ErrorBody>,
): Promise<ErrorBody> {
  const before = await traces(server)
  const answer = await call()
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body })
  expect(await traces(server)).toEqual(before)
  return answer.body
}
