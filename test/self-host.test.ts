import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { DRAFTS } from '../server/limits.ts'
import { settingsTable } from '../server/settings.ts'
import { useCommands } from './support/cli.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const known = [...settingsTable().matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name)

const run = useCommands()

interface Service {
  environment?: Record<string, string>
  command?: string[]
  healthcheck?: { test?: string[] }
}

it('nginx.conf lets through what the dashboard takes at once', async () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(await read('examples/self-host/nginx.conf'))!
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(DRAFTS.uploadBytes)
})

it('lifecycle.json deletes nothing that is current', async () => {
  const { Rules } = JSON.parse(await read('examples/self-host/lifecycle.json')) as { Rules: Record<string, unknown>[] }
  expect(Rules.map(({ Expiration, Transitions }) => [Expiration, Transitions])).toEqual([
    [{ ExpiredObjectDeleteMarker: true }, undefined],
  ])
})

it('compose.yaml sets settings that exist, and starts with them commands that exist', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  for (const name of ['app', 'worker']) {
    const { environment, command } = services[name]!
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment!)))
    // All but the last word is understood, and that one keeps it from starting.
    const { stderr } = await run([...command!, '--no-such-option'], {})
    expect(stderr).toMatch(/^error: unknown option '--no-such-option'/)
    const { code, stdout } = await run(['doctor', '--json'], {
      ...Object.fromEntries(Object.entries(environment!).map(([setting, value]) => [setting, String(value)])),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    const { findings } = JSON.parse(stdout) as { findings: { subject: string; status: string }[] }
    // Everything is understood; nothing but what runs in other containers, which are not there, is complained about.
    expect([code, findings.filter(({ status }) => status === 'failed').map(({ subject }) => subject)]).toEqual([
      1,
      ['database', 'storage eu', 'storage ch', 'storage us', 'mail'],
    ])
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'settings', status: 'ok' }))
  }
})

it('compose.yaml asks the worker for its health where it serves it', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const { environment, healthcheck } = services.worker!
  expect(environment).toMatchObject({ DATABASE_URL: services.app!.environment!.DATABASE_URL })
  expect(healthcheck!.test!.join(' ')).toContain(`http://127.0.0.1:${environment!.METRICS_PORT}/health/live`)
})

it('the image and the unit set settings that exist', async () => {
  const image = /^ENV (.+)$/m.exec(await read('Dockerfile'))![1]!
  const unit = /^Environment=(.+)$/m.exec(await read('examples/self-host/countersign.service'))![1]!
  for (const text of [image, unit]) {
    const names = text.split(' ').map((pair) => pair.split('=')[0]!)
    expect([...known, 'NODE_ENV']).toEqual(expect.arrayContaining(names))
  }
})
