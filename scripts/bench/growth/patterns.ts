import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { ServerCtx } from '../../../server/context.ts'
import type { Db } from '../../../server/db/database.ts'
import { createWorkspace } from '../../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../../server/domain/records/workspaces/keys.ts'
import { expireDue } from '../../../server/domain/signing/expire.ts'
import { caller, type TestKey } from '../../../test/support/call.ts'
import { workspaceHook } from '../../../test/support/engine.ts'
import { Signer, send } from '../../../test/support/flow.ts'

/** A document that went through the API, to be copied. `recent` is sealed too, and has the callback and calls of its first month. */
export type State = 'sealed' | 'recent' | 'open' | 'declined' | 'expired' | 'withdrawn'
export type Patterns = Record<State, string>

export interface Place {
  id: string
  hookId: string
  /** Of the workspace, so many that none reaches its rate limit. */
  keys: TestKey[]
}

const DAY_MS = 86_400_000
const SIGNERS = [
  { email: 'ada@example.com', name: 'Ada Lovelace', signing_order: 1 },
  { email: 'bob@example.com', name: 'Bob Miller', signing_order: 2 },
]
const METADATA = { order: '0', env: 'live' }

/** Workspaces with keys, reminders and a hook of their own; every second one deletes its documents after 400 days. */
export async function makePlaces(ctx: ServerCtx, count: number): Promise<Place[]> {
  const places: Place[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await ctx.db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: `Place ${n}` }))
    const keys: TestKey[] = []
    for (let k = 0; k < (n === 0 ? 100 : 1); k++) {
      const rights = { workspaceId: id, name: `${k}`, scope: 'full' as const, allowIps: [], embedOrigins: [] }
      keys.push({ ...(await createKey(ctx, ctx.db, rights)), workspaceId: id })
    }
    const { id: hookId } = await workspaceHook(ctx, { workspaceId: id }, `http://127.0.0.1:1/place-${n}`)
    const own = { reminders: true, retention_days: n % 2 === 0 ? null : 400 }
    await ctx.db.updateTable('workspaces').set(own).where('id', '=', id).execute()
    places.push({ id, hookId, keys })
  }
  return places
}

/**
 * One document of each state, in the first place, with two signers one after another. Needs a server that works: seals,
 * mails and webhooks are those of every document.
 */
export async function makePatterns(ctx: ServerCtx, { hookId, keys: [key] }: Place): Promise<Patterns> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await ctx.db.updateTable('hooks').set({ target_url: url }).where('id', '=', hookId).execute()
  const site = ctx.config.publicUrl
  const fetchPath = (path: string, init?: RequestInit) => fetch(site + path, init)
  const server = { url: site, fetch: fetchPath, call: caller(fetchPath) }
  const start = async (more: Record<string, unknown> = {}) => {
    const terms = { title: 'Lease', signers: SIGNERS, signing_mode: 'sequential', metadata: METADATA, ...more }
    const { documentId, signers } = await send(server, key!, terms)
    return {
      documentId,
      first: signers[0]!.signingRequestId,
      signers: signers.map(({ signingUrl }) => new Signer(server, signingUrl!)),
    }
  }
  try {
    return { ...(await signedOnes()), ...(await endedOnes()) }
  } finally {
    receiver.close()
  }

  async function signedOnes() {
    const lives = { sealed: await start(), recent: await start({ callback_url: `${url}/callback` }) }
    for (const { signers } of Object.values(lives))
      for (const signer of signers) {
        await signer.view()
        expect200(await signer.sign())
      }
    await quiet(ctx.db)
    return { sealed: lives.sealed.documentId, recent: lives.recent.documentId }
  }

  async function endedOnes() {
    const expired = await start({ expires_in_days: 1 })
    await expireDue({ ...ctx, clock: { now: () => new Date(Date.now() + 2 * DAY_MS) } })
    const [declined, withdrawn, open] = [await start(), await start(), await start()]
    expect200(await declined.signers[0]!.decline('Not mine'))
    expect200(await server.call(key!, 'POST', `/v1/signing-requests/${withdrawn.first}/withdraw`, { json: {} }))
    await open.signers[0]!.view()
    await quiet(ctx.db)
    const ids = Object.entries({ expired, declined, withdrawn, open }).map(([state, life]) => [state, life.documentId])
    return Object.fromEntries(ids) as Record<'expired' | 'declined' | 'withdrawn' | 'open', string>
  }
}

function expect200({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
}

/** Waits until no job and no delivery is due. */
async function quiet(db: Db): Promise<void> {
  for (let idle = 0; idle < 3; ) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
        or exists (select from delivery_queue) as due`.execute(db)
    idle = rows[0]!.due ? 0 : idle + 1
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
