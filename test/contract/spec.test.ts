import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { staleFiles } from '../../scripts/generate.ts'
import { maskPhone } from '../../server/domain/mask.ts'
import { errorCodes, operations } from '../../server/generated/operations.ts'
import { type Media, operationsOf, resolveRef, type Schema, type Spec } from '../../server/openapi.ts'
import { closed } from '../support/closed-schema.ts'
import { loadSpec } from '../support/contract.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const spec = loadSpec()

/** The values given in the spec as examples, each with the schema it must fit. */
function* examples(document: Spec): Generator<[string, Schema, unknown]> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [index, value] of (schema.examples ?? []).entries()) yield [`${name} ${index}`, schema, value]
  }
  const operations = [
    ...operationsOf(document).map(({ operation }) => operation),
    ...Object.values(document.webhooks).map(({ post }) => post),
  ]
  for (const operation of operations) {
    const bodies: [string, Media][] = [
      ...Object.entries(operation.requestBody?.content ?? {}),
      ...Object.entries(operation.responses).flatMap(([status, answer]) =>
        Object.entries(resolveRef(document, answer).content ?? {}).map(([, media]): [string, Media] => [status, media]),
      ),
    ]
    for (const [where, { schema, example, examples }] of bodies) {
      const at = `${operation.operationId} ${where}`
      if (example !== undefined) yield [at, schema, example]
      for (const [name, { value }] of Object.entries(examples ?? {})) yield [`${at} ${name}`, schema, value]
    }
  }
}

describe('the spec', () => {
  // Of the bundle, what only `x-any-path` and `x-schema` refer to counts as unused: Redocly does not look into extensions.
  it.each([['spec/openapi.yaml'], ['spec/openapi.json', '--skip-rule', 'no-unused-components']])(
    'is linted clean: %s',
    (...file) => {
      const cli = `${root}node_modules/@redocly/cli/bin/cli.js`
      const args = [cli, 'lint', ...file, '--config', 'spec/redocly.yaml', '--format', 'json']
      const lint = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
      expect((JSON.parse(lint.stdout) as { problems: unknown[] }).problems).toEqual([])
    },
  )

  it('is what the generated files were made from', async () => {
    expect(await staleFiles()).toEqual([])
  })

  it('has a webhook for every name that a hook can subscribe to', () => {
    const { EventName } = spec.components.schemas
    expect([...(EventName!.enum ?? []), 'ping'].sort()).toEqual(Object.keys(spec.webhooks).sort())
  })

  it('has examples that fit their schemas, which hold nothing unknown', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv, { formats: ['uuid', 'date-time'] })
    for (const format of ['email', 'uri', 'binary']) ajv.addFormat(format, true)
    const schemas = Object.entries(spec.components.schemas)
    ajv.addSchema({ $id: 'spec:', closed: Object.fromEntries(schemas.map(([name, one]) => [name, closed(spec, one)])) })
    const found = [...examples(spec)]
    expect(found.length).toBeGreaterThan(80)
    const wrong = found.flatMap(([where, schema, value]) => {
      const text = JSON.stringify(closed(spec, schema)).replaceAll('"#/', '"spec:#/')
      const validate = ajv.compile(JSON.parse(text) as object)
      return validate(value) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`]
    })
    expect(wrong).toEqual([])
  })

  it('has examples of links and masked numbers in the form the server gives them', () => {
    const text = JSON.stringify(spec)
    const links = [...text.matchAll(/\/sign\/([^"/?\\]+)"/g)].map(([, token]) => token)
    expect(links.length).toBeGreaterThan(0)
    for (const token of links) expect(token).toMatch(/^[\w-]{64}$/)
    expect(text).toContain(maskPhone('+41791234567'))
    expect(text).not.toMatch(/\*\* \*\*/)
  })

  it('gives every error code an example, a description and one schema', () => {
    const schemas = Object.entries(spec.components.schemas).filter(([name]) => /Error$/.test(name))
    const poor = schemas.filter(([, schema]) => !schema.description || !schema.examples?.length)
    expect(poor.map(([name]) => name)).toEqual([])
    expect(Object.keys(errorCodes).sort()).toEqual(
      [...new Set(schemas.map(([, schema]) => schema.properties!.code!.const!))].sort(),
    )
  })

  it('keeps two statuses for one code to the codes that are known for it', () => {
    const several = Object.entries(errorCodes).filter(([, { statuses }]) => statuses.length > 1)
    expect(several.map(([code]) => code)).toEqual(['placement_retired', 'https_required'])
  })

  it('documents for every operation what its gates answer', () => {
    for (const operation of Object.values(operations)) {
      const codes = Object.keys(operation.errors)
      const gates = operation.authenticated ? ['invalid_key', 'ip_not_allowed', 'internal_error', 'db_failed'] : []
      if (operation.rateLimited) gates.push('rate_limited')
      if (operation.scope !== 'read' && operation.scope !== null) gates.push('insufficient_scope')
      if (operation.body) gates.push('invalid_request', 'payload_too_large', 'unsupported_media_type')
      if (operation.idempotent)
        gates.push('invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reuse')
      // `POST /hooks` ignores them for good.
      if (operation.topLevelKeys && operation.id !== 'createHook') gates.push('unknown_field')
      expect(codes, operation.id).toEqual(expect.arrayContaining(gates))
    }
  })

  it('puts RateLimit headers exactly where contract 8 does', () => {
    for (const { path, operation } of operationsOf(spec)) {
      for (const [status, reference] of Object.entries(operation.responses)) {
        const carries = 'RateLimit-Limit' in (resolveRef(spec, reference).headers ?? {})
        const kept = status < '400' || status === '429' || (status === '410' && path.endsWith('/signed'))
        expect(carries, `${operation.operationId} ${status}`).toBe(kept && operation['x-rate-limited'] === true)
      }
    }
  })
})

describe('patterns', () => {
  const patterns = new Set<string>()
  JSON.stringify(spec, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    return value
  })

  it('mean the same to validators that do not set the flag u', () => {
    expect(patterns.size).toBeGreaterThan(5)
    const texts = [
      'Grace Hopper',
      'Łukasz',
      '山田 太郎',
      '😀',
      'a\tb',
      'a\u2028b',
      'a\u0085b',
      'https://x.example/é',
      'ada@example.com',
      '',
    ]
    for (const pattern of patterns) {
      for (const text of texts) {
        const [plain, unicode] = [new RegExp(pattern).test(text), new RegExp(pattern, 'u').test(text)]
        expect({ pattern, text, matches: plain }).toEqual({ pattern, text, matches: unicode })
      }
    }
  })
})
