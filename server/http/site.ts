import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { stateMachine } from '../domain/signers/states.ts'
import { HOME } from '../home.ts'
import type { Spec } from '../openapi.ts'
import { asMeant } from '../openapi-published.ts'
import { type Published, publish, sendPublished } from './published.ts'
import { notFound } from './respond.ts'
import type { State } from './state.ts'

const SPEC = join(HOME, 'spec/')

/**
 * `{site_url}/openapi.json`, `/openapi/<date>.json` for each frozen release, `/api-changelog.json` (contract 9.2), as in
 * `spec/`. Only the current spec differs: it names this server's addresses in `servers`, so that clients made from it
 * call this server. `/openapi.full.json` is the same as the server takes it, with both bodies of a create. `/webhook-test-vectors.json` (contract 6.5). And `/state-machine.json`, from the table that the server
 * itself uses (contract 3). Readable from any origin.
 */
export function site(addresses: Addresses): Hono<State> {
  const app = new Hono<State>()
  const published = readPublished(addresses)
  published.set('/state-machine.json', publishJson(`${JSON.stringify(stateMachine(), null, 2)}\n`, false))
  for (const [path, file] of published) app.get(path, (c) => sendPublished(c, file))
  app.get('/openapi/:name', () => notFound())
  return app
}

/** Of the API, each with `/v1`. */
export interface Addresses {
  apiUrl: string
  apiAliasUrl: string
}

function readPublished(addresses: Addresses): Map<string, Published> {
  const files = new Map<string, Published>()
  const add = (path: string, file: string, frozen: boolean) => {
    files.set(path, publishJson(readFileSync(`${SPEC}${file}`, 'utf8'), frozen))
  }
  const there = readdirSync(SPEC)
  if (there.includes('api-changelog.json')) add('/api-changelog.json', 'api-changelog.json', false)
  add('/webhook-test-vectors.json', 'webhook-test-vectors.json', false)
  const current = withServers(readFileSync(`${SPEC}openapi.json`, 'utf8'), addresses)
  files.set('/openapi.json', publishJson(current, false))
  files.set(
    '/openapi.full.json',
    publishJson(`${JSON.stringify(asMeant(JSON.parse(current) as Spec), null, 2)}\n`, false),
  )
  const snapshots = there.includes('snapshots') ? readdirSync(`${SPEC}snapshots`) : []
  for (const name of snapshots.filter((file) => /^\d{4}-\d\d-\d\d\.json$/.test(file))) {
    add(`/openapi/${name}`, `snapshots/${name}`, true)
  }
  return files
}

/** Only `servers` changes; every key stays where it is. */
function withServers(text: string, { apiUrl, apiAliasUrl }: Addresses): string {
  const spec = JSON.parse(text) as { servers: { url: string }[] }
  const own = [apiUrl, apiAliasUrl]
  for (const [index, server] of spec.servers.entries()) server.url = own[index] ?? server.url
  return `${JSON.stringify(spec, null, 2)}\n`
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
