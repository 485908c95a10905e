import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReleases, renderChangelog } from '../scripts/changelog.ts'

const spec = JSON.parse(await readFile(new URL('../spec/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, unknown>
}

describe('CHANGELOG.md', () => {
  it('is what changelog/ gives; if not, run "npm run changelog"', async () => {
    const committed = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
    expect(committed).toBe(renderChangelog(readReleases()))
  })

  it('names only operations and webhooks that the spec has', () => {
    const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = new Set([...operations, ...Object.keys(spec.webhooks)])
    const named = readReleases().flatMap(({ changes }) => changes.flatMap(({ endpoints }) => endpoints))
    expect(named.filter((endpoint) => !known.has(endpoint))).toEqual([])
  })
})

describe('a folder of releases', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-changelog-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const release = (name: string, changes: string) =>
    writeFile(join(folder, `${name}.yaml`), `title: A\nchanges:\n${changes}`)

  it('is rendered newest first, unreleased changes before all, with breaking changes marked', async () => {
    await release('2026-10-10', '  - { id: old, type: fixed, summary: Old. }\n')
    await release(
      '2026-11-30',
      '  - { id: new, type: changed, breaking: true, effective: 2027-03-01, summary: New., action: Act. }\n',
    )
    await release('unreleased', '  - { id: later, type: added, area: sdk, summary: Later. }\n')
    const lines = renderChangelog(readReleases(folder)).split('\n')
    expect(lines.filter((line) => /^(#|-)/.test(line))).toEqual([
      '# Changelog',
      '## Unreleased',
      '### SDK',
      '- *added* Later.',
      '## 2026-11-30: A',
      '### API',
      '- *changed* **Breaking from 2027-03-01.** New. Act.',
      '## 2026-10-10: A',
      '### API',
      '- *fixed* Old.',
    ])
  })

  it('is refused with a key that the format does not have, or an id that was used before', async () => {
    await release('unreleased', '  - { id: later, type: added, sumary: Later. }\n')
    expect(() => readReleases(folder)).toThrow(/summary/)
    await release('unreleased', '  - { id: old, type: added, summary: Again. }\n')
    expect(() => readReleases(folder)).toThrow('used twice: old')
  })
})
