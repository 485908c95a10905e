import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { problemsOf, readReleases, renderApiChangelog } from '../../scripts/changelog.ts'
import { differencesOf, endpointsOf } from '../../scripts/generate/differences.ts'
import { unnamed, withoutNotice } from '../../scripts/generate/notes.ts'
import { asOf } from '../../scripts/generate/snapshot.ts'
import { site } from '../../server/http/site.ts'
import { operationsOf, type Spec } from '../../server/openapi.ts'
import { callOf } from '../../server/samples/call.ts'
import { hasSamples, samplesOf } from '../../server/samples/languages.ts'
import { namesOf, wordsOf } from './prose.ts'

const ADDRESSES = { apiUrl: 'https://api.example.org/v1', apiAliasUrl: 'https://example.org/api/v1' }
const folder = new URL('../../spec/', import.meta.url)
const text = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const current = JSON.parse(text('openapi.json')) as Spec
const dates = readdirSync(new URL('snapshots', folder))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()
const snapshots = new Map(dates.map((date) => [date, JSON.parse(text(`snapshots/${date}.json`)) as Spec]))
const releases = new Map(readReleases().map((release) => [release.name, release]))

/** Words that an older release may use too. `view` is a plain word there, and later also an act in a sandbox. */
const TOLD = ['view', 'sign_failed', 'pades_failed', 'seal_persist_failed', 'method_not_allowed', 'Allow']

/** Contract 9.8: the releases dated in the interface, and what they brought. */
const DATED: [string, string, (spec: Spec) => boolean][] = [
  ['events of signers', '2026-09-24', (spec) => 'signing_request.viewed' in spec.webhooks],
  ['`emailed` of a sequential release', '2026-09-25', (spec) => hasKey(spec, 'SigningRequestSent', 'emailed')],
  ['minimal payloads', '2026-10-02', (spec) => hasKey(spec, 'NewHook', 'payload')],
  ['their refusal', '2026-10-02', (spec) => '503' in spec.paths['/hooks']!.post!.responses],
  ['their user agent', '2026-10-02', (spec) => JSON.stringify(spec).includes('service-webhooks-minimal')],
  ['8 attempts', '2026-10-02', (spec) => JSON.stringify(spec).includes('12 h and 24 h')],
  ['the ping', '2026-10-02', (spec) => 'ping' in spec.webhooks],
  ['its call', '2026-10-02', (spec) => '/hooks/{id}/test' in spec.paths],
  ['redelivery', '2026-10-02', (spec) => '/hooks/{id}/deliveries/{delivery_id}/redeliver' in spec.paths],
  ['`role` of signer events', '2026-10-02', (spec) => hasKey(spec, 'SigningRequestSigned', 'role')],
  ['`reference` of signer events', '2026-10-02', (spec) => hasKey(spec, 'SigningRequestSigned', 'reference')],
  ['an event for a send from the editor', '2026-10-05', (spec) => !sourceOf(spec).includes('its editor emits no')],
  ['an event for Send Later', '2026-10-06', (spec) => !/emits no event/.test(sourceOf(spec))],
]
const hasKey = (spec: Spec, schema: string, key: string) => key in spec.components.schemas[schema]!.properties!
const sourceOf = (spec: Spec) => spec.components.schemas.SigningRequestSent!.properties!.source!.description!

describe('frozen releases (contract 9.2)', () => {
  it('are never edited: each has the hash it was frozen with', () => {
    const hash = (date: string) =>
      createHash('sha256')
        .update(text(`snapshots/${date}.json`))
        .digest('hex')
    expect(dates.map((date) => `${hash(date)}  ${date}.json\n`).join('')).toBe(text('snapshots/SHA256SUMS'))
  })

  it('start on 2026-09-24, end with the current one, and each has its notes', () => {
    expect([dates[0], dates.at(-1)]).toEqual(['2026-09-24', current.info.version])
    expect([...releases.keys()].filter((name) => name !== 'unreleased').sort()).toEqual(dates)
    for (const [date, { info }] of snapshots) expect(info.version).toBe(date)
  })

  it('show nothing that is newer', () => {
    for (const [date, spec] of snapshots)
      expect([date, JSON.stringify(spec).includes('x-since')]).toEqual([date, false])
    expect(endpointsOf(snapshots.get('2026-10-10')!)).not.toContain('POST /signing-requests/validate')
  })

  it('speak of nothing that is newer', () => {
    const known = namesOf(current)
    for (const [date, spec] of snapshots) {
      const own = namesOf(spec)
      const newer = [...wordsOf(spec)].filter((word) => known.has(word) && !own.has(word))
      // What the frame posts, and what any path answers, is told in prose alone.
      expect([date, newer.filter((word) => !TOLD.includes(word))]).toEqual([date, []])
    }
  })

  it.each(DATED)('have %s from the day on that contract 9 gives it', (what, since, has) => {
    for (const [date, spec] of snapshots) expect([what, date, has(spec)]).toEqual([what, date, date >= since])
  })

  it('have notes that name every difference, and nothing breaks unannounced', () => {
    expect(problemsOf([...releases.values()])).toEqual([])
  })

  it('are served as immutable, and /api-changelog.json leads to each, newest first', async () => {
    const changelog = await (await site(ADDRESSES).request('/api-changelog.json')).text()
    expect(changelog).toBe(renderApiChangelog(readReleases()))
    const { entries } = JSON.parse(changelog) as { entries: { date: string; openapi: string }[] }
    expect(entries.map(({ date }) => date)).toEqual([...dates].reverse())
    for (const { date, openapi } of entries) {
      const answer = await site(ADDRESSES).request(openapi)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')])
      expect(await answer.text()).toBe(text(`snapshots/${date}.json`))
    }
  })
})

it('the test vectors of signatures are served as they are, to any origin', async () => {
  const answer = await site(ADDRESSES).request('/webhook-test-vectors.json')
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(await answer.text()).toBe(text('webhook-test-vectors.json'))
})

describe('the current spec', () => {
  it('is served as it is, but with the addresses of this server, and samples that call it', async () => {
    const served = (await (await site(ADDRESSES).request('/openapi.json')).json()) as Spec & {
      servers: { url: string }[]
    }
    expect(served.servers.map(({ url }) => url)).toEqual([ADDRESSES.apiUrl, ADDRESSES.apiAliasUrl])
    for (const place of operationsOf(served)) {
      const samples = place.operation['x-codeSamples']
      delete place.operation['x-codeSamples']
      if (!hasSamples(place)) expect(samples).toBeUndefined()
      else expect(samples).toEqual(samplesOf(callOf(served, place, ADDRESSES.apiUrl)))
    }
    const { servers: _, ...rest } = served
    const { servers: __, ...written } = JSON.parse(text('openapi.json')) as typeof served
    expect(JSON.stringify(rest)).toBe(JSON.stringify(written))
  })

  it('is served in full too, with both bodies of a create', async () => {
    const full = (await (await site(ADDRESSES).request('/openapi.full.json')).json()) as Spec & { servers: unknown }
    expect(full.servers).toMatchObject([{ url: ADDRESSES.apiUrl }, { url: ADDRESSES.apiAliasUrl }])
    const { content } = full.paths['/signing-requests']!.post!.requestBody!
    expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json'])
    expect(content['application/json']!.schema).toEqual({ $ref: '#/components/schemas/SigningRequestFromUrl' })
  })
})

describe('a difference between two releases', () => {
  const base = snapshots.get('2026-10-10')!
  const changed = (change: (spec: Spec) => void) => {
    const spec = structuredClone(base)
    change(spec)
    return differencesOf(base, spec)
  }
  const schemas = (spec: Spec) => spec.components.schemas
  const breaking: [string, (spec: Spec) => void, string][] = [
    ['an operation is gone', (spec) => delete spec.paths['/me'], 'GET /me'],
    ['an event is gone', (spec) => delete spec.webhooks.ping, 'ping'],
    ['a key is gone', (spec) => delete schemas(spec).Hook!.properties!.enabled, 'Hook.enabled'],
    ['a value is gone', (spec) => schemas(spec).DocumentStatus!.enum!.pop(), 'DocumentStatus='],
    ['a key is required', (spec) => schemas(spec).SignerInput!.required!.push('name'), 'SignerInput.name required'],
    ['a key may be absent', (spec) => schemas(spec).Hook!.required!.shift(), 'Hook.id required'],
    ['a key may be null', (spec) => (schemas(spec).Ping!.properties!.event_id = { type: ['string', 'null'] }), 'Ping.'],
    [
      'a limit is lower',
      (spec) => (schemas(spec).SignerInput!.properties!.name!.maxLength = 3),
      'SignerInput.name maxL',
    ],
    ['a code is gone', (spec) => delete spec.paths['/hooks']!.post!.responses['400'], 'POST /hooks 400 https_required'],
    ['a key is needed', (spec) => (spec.paths['/me']!.get!.security = [{ other: [] }]), 'GET /me security'],
  ]
  it.each(breaking)('breaks: %s', (_what, change, name) => {
    const found = changed(change)
    expect(found).toContainEqual({ name: expect.stringContaining(name), change: expect.anything(), breaking: true })
    const title = 'A'
    expect(unnamed({ name: 'a', title, changes: [note({ covers: ['*'] })] }, found).join()).toContain('breaks callers')
    expect(unnamed({ name: 'a', title, changes: [note({ covers: ['*'], breaking: true })] }, found)).toEqual([])
  })

  const additive: [string, (spec: Spec) => void, string][] = [
    ['a value', (spec) => schemas(spec).DocumentStatus!.enum!.push('new'), 'DocumentStatus=new'],
    ['a key', (spec) => (schemas(spec).Hook!.properties!.new = { type: 'string' }), 'Hook.new'],
    ['an operation', (spec) => (spec.paths['/new'] = { get: spec.paths['/me']!.get! }), 'GET /new'],
    ['an event', (spec) => (spec.webhooks.new = spec.webhooks.ping!), 'new'],
    [
      'a parameter',
      (spec) => (spec.paths['/me']!.get!.parameters = [{ name: 'q', in: 'query', schema: {} }]),
      'GET /me ?q',
    ],
    [
      'a code',
      (spec) => (spec.paths['/me']!.get!.responses['418'] = { description: 'A', 'x-codes': ['teapot'] }),
      'GET /me 418 teapot',
    ],
  ]
  it.each(additive)('adds and must be named: %s', (_what, change, name) => {
    const found = changed(change)
    expect(found).toContainEqual({ name, change: 'added', breaking: false })
    expect(unnamed({ name: 'a', title: 'A', changes: [] }, found).join()).toContain(`"${name}"`)
    expect(unnamed({ name: 'a', title: 'A', changes: [note({ covers: [name] })] }, found)).toEqual([])
  })

  it('must exist where the notes name one', () => {
    const release = { name: 'a', title: 'A', changes: [note({ covers: ['Hook.payloads'] })] }
    expect(unnamed(release, []).join()).toContain('nothing differs in "Hook.payloads"')
  })

  it('is none between what the marks leave of the spec, and never breaks on the way to the next release', () => {
    const found = differencesOf(asOf(current, '2026-09-24'), current)
    expect(found.filter((one) => one.breaking)).toEqual([])
    expect(differencesOf(current, current)).toEqual([])
  })
})

describe('the notice of a change (contract 9.4 to 9.8)', () => {
  const problems = (change: Partial<Change>, date: string | null = '2026-11-30') =>
    withoutNotice({ name: 'a', title: 'A', changes: [note(change)] }, date)

  it('is 90 days, but for refusing what never had an effect and for fixes', () => {
    expect(problems({ breaking: true }).join()).toContain('`effective` is missing')
    expect(problems({ breaking: true, effective: '2027-02-27' }).join()).toContain('less than 90 days')
    expect(problems({ breaking: true, effective: '2027-02-28' })).toEqual([])
    expect(problems({ breaking: true, rule: 5 })).toEqual([])
    expect(problems({ breaking: true, rule: 6, type: 'fixed' })).toEqual([])
    expect(problems({ breaking: true, rule: 6 }).join()).toContain('only a fix')
    expect(problems({ type: 'deprecated', sunset: '2027-01-31' }).join()).toContain('less than 90 days')
    expect(problems({ breaking: true, area: 'server' })).toEqual([])
  })

  it('is counted once the release has a date', () => {
    expect(problems({ breaking: true, effective: '2026-12-01' }, null)).toEqual([])
    expect(problems({ breaking: true }, null).join()).toContain('missing')
  })
})

type Change = Parameters<typeof unnamed>[0]['changes'][number]

function note(change: Partial<Change>): Change {
  const plain = { id: 'note', type: 'changed', area: 'api', breaking: false, summary: 'A.', endpoints: [], covers: [] }
  return { ...(plain as Change), ...change }
}
