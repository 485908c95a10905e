import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readReleases, renderApiChangelog } from '../../scripts/changelog.ts'
import { breakingChanges, endpointsOf } from '../../scripts/generate/breaking.ts'
import { asOf } from '../../scripts/generate/snapshot.ts'
import type { Spec } from '../../scripts/generate/spec.ts'
import { site } from '../../server/http/site.ts'

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
    const first = endpointsOf(snapshots.get('2026-09-24')!)
    expect(first).not.toContain('POST /hooks/{id}/test')
    expect(endpointsOf(snapshots.get('2026-10-02')!)).toContain('POST /hooks/{id}/test')
    expect(endpointsOf(snapshots.get('2026-10-10')!)).not.toContain('POST /signing-requests/validate')
  })

  const steps = [...dates, 'unreleased'].slice(1).map((name, index) => [dates[index]!, name] as const)
  it.each(steps)('from %s to %s nothing breaks unless the notes say so, and they name what is new', (before, name) => {
    const [old, next] = [snapshots.get(before)!, snapshots.get(name) ?? current]
    const { changes } = releases.get(name) ?? { changes: [] }
    if (!changes.some(({ breaking, area }) => breaking && area === 'api'))
      expect(breakingChanges(old, next)).toEqual([])
    const added = endpointsOf(next).filter((endpoint) => !endpointsOf(old).includes(endpoint))
    const named = new Set(changes.flatMap(({ endpoints }) => endpoints))
    expect(added.filter((endpoint) => !named.has(endpoint))).toEqual([])
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

describe('the current spec', () => {
  it('is served as it is, but with the addresses of this server', async () => {
    const served = (await (await site(ADDRESSES).request('/openapi.json')).json()) as { servers: { url: string }[] }
    expect(served.servers.map(({ url }) => url)).toEqual([ADDRESSES.apiUrl, ADDRESSES.apiAliasUrl])
    const { servers: _, ...rest } = served
    const { servers: __, ...written } = JSON.parse(text('openapi.json')) as typeof served
    expect(JSON.stringify(rest)).toBe(JSON.stringify(written))
  })
})

describe('what breaks a caller', () => {
  const base = snapshots.get('2026-10-10')!
  const changed = (change: (spec: Spec) => void) => {
    const spec = structuredClone(base)
    change(spec)
    return breakingChanges(base, spec)
  }
  const cases: [string, (spec: Spec) => void, string][] = [
    ['an operation', (spec) => delete spec.paths['/me'], 'GET /me is gone'],
    ['a webhook', (spec) => delete spec.webhooks.ping, 'ping is gone'],
    ['a key', (spec) => delete spec.components.schemas.Hook!.properties!.enabled, 'Hook.enabled is gone'],
    ['a value', (spec) => spec.components.schemas.DocumentStatus!.enum!.pop(), 'DocumentStatus: '],
    [
      'a required key',
      (spec) => spec.components.schemas.SignerInput!.required!.push('name'),
      'SignerInput.name is required',
    ],
    ['a status', (spec) => delete spec.paths['/hooks']!.post!.responses['400'], 'POST /hooks: 400 is gone'],
  ]
  it.each(cases)('is found: %s', (_what, change, message) => {
    expect(changed(change)).toEqual([expect.stringContaining(message)])
  })

  it('is not what is added', () => {
    expect(breakingChanges(asOf(current, '2026-09-24'), current)).toEqual([])
  })
})
