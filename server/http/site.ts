import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { stateMachine } from '../domain/signers/states.ts'
import { HOME } from '../home.ts'
import type { Spec } from '../openapi.ts'
import { asMeant } from '../openapi-published.ts'
import { addSamples } from '../samples/languages.ts'
import { type Published, publish, sendPublished } from './published.ts'
import { notFound } from './respond.ts'
import type { State } from './state.ts'

const SPEC = join(HOME, 'spec/')

/**
 * `{site_url}/openapi.json`, `/openapi/<date>.json` for each frozen release, `/api-changelog.json` (contract 9.2), as in
 * `spec/`. Only the current spec differs: it names this server's addresses in `servers`, so that clients made from it
 * call this server, and each operation has its samples, which call it too; `/openapi.full.json` has both bodies of a create
 * besides. `/webhook-test-vectors.json` (contract 6.5).
 * And `/state-machine.json`, from the table that the server itself uses (contract 3). Readable from any origin.
 */
export function site(addresses: Addresses): Hono<State> {
  const app = new Hono<State>()
  const published = readPublished()
  published.set('/state-machine.json', publishJson(`${JSON.stringify(stateMachine(), null, 2)}\n`, false))
  for (const [path, file] of published) app.get(path, (c) => sendPublished(c, file))
  const current = (change: (spec: Spec) => Spec) => {
    // Made when it is first asked for, so that no start waits for it.
    let file: Published | undefined
    return (c: Context<State>) => {
      file ??= publishJson(`${JSON.stringify(change(ofThisServer(addresses)), null, 2)}\n`, false)
      return sendPublished(c, file)
    }
  }
  app.get(
    '/openapi.json',
    current((spec) => spec),
  )
  app.get('/openapi.full.json', current(asMeant))
  app.get('/openapi/:name', () => notFound())
  return app
}

/** Of the API, each with `/v1`. */
export interface Addresses {
  apiUrl: string
  apiAliasUrl: string
}

function readPublished(): Map<string, Published> {
  const files = new Map<string, Published>()
  const add = (path: string, file: string, frozen: boolean) => {
    files.set(path, publishJson(readFileSync(`${SPEC}${file}`, 'utf8'), frozen))
  }
  const there = readdirSync(SPEC)
  if (there.includes('api-changelog.json')) add('/api-changelog.json', 'api-changelog.json', false)
  add('/webhook-test-vectors.json', 'webhook-test-vectors.json', false)
  const snapshots = there.includes('snapshots') ? readdirSync(`${SPEC}snapshots`) : []
  for (const name of snapshots.filter((file) => /^\d{4}-\d\d-\d\d\.json$/.test(file))) {
    add(`/openapi/${name}`, `snapshots/${name}`, true)
  }
  return files
}

/** Every key stays where it is. */
function ofThisServer({ apiUrl, apiAliasUrl }: Addresses): Spec {
  const spec = JSON.parse(readFileSync(`${SPEC}openapi.json`, 'utf8')) as Spec & { servers: { url: string }[] }
  const own = [apiUrl, apiAliasUrl]
  for (const [index, server] of spec.servers.entries()) server.url = own[index] ?? server.url
  addSamples(spec, apiUrl)
  return spec
}

/** @param frozen a snapshot, which is never edited */
function publishJson(text: string, frozen: boolean): Published {
  return publish(text, {
    'Content-Type': 'application/json',
    'Cache-Control': frozen ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
