import type { z } from '@hono/zod-openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { ZodWriter } from '../../scripts/generate/zod.ts'
import { handlers } from '../../server/api/index.ts'
import { mount } from '../../server/api/mount.ts'
import type { Ctx } from '../../server/context.ts'
import * as generated from '../../server/generated/schemas.ts'
import { operationsOf, type Schema } from '../../server/openapi.ts'
import { loadSpec } from '../support/contract.ts'
import { sized } from '../support/full-size.ts'
import { normalise } from './normalise.ts'
import { Dice, Sampler } from './sample.ts'

const spec = loadSpec()
const schemas = Object.entries(generated) as [keyof typeof generated, z.ZodType][]

/** Schemas that validate requests are tested harder than those that only document answers. */
const SAMPLES = sized({ request: 1000, answer: 400 }, { request: 3000, answer: 400 })
const requests = new Set<string>()
for (const { operation } of operationsOf(spec)) new ZodWriter(spec).dependencies(operation.requestBody ?? {}, requests)
for (const name of requests) new ZodWriter(spec).dependencies(spec.components.schemas[name], requests)

/** Where zod deliberately differs from the text of the spec. */
function asZodSees(schema: Schema): Schema {
  // The edge lets these pass; the domain answers a code of its own.
  if (schema['x-judged-by-domain']) return {}
  // A file part is written to disk before validation.
  if (schema.format === 'binary') return { type: 'object', required: ['received'] }
  // Validators in general ignore it; these tests take it for what it says.
  if (schema['x-pattern']) return { type: schema.type, pattern: schema['x-pattern'] }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      typeof value === 'object' && value !== null && keyword !== 'examples' ? mapped(value) : value,
    ]),
  )
}

const mapped = (value: object): object => (Array.isArray(value) ? value.map(one) : asZodSees(value as Schema))
const one = (value: unknown): unknown => (typeof value === 'object' && value !== null ? mapped(value) : value)

describe('the generated zod schemas', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv, { formats: ['uuid', 'date-time'] })
  for (const format of ['email', 'uri']) ajv.addFormat(format, true)
  const seen = Object.entries(spec.components.schemas).map(([name, schema]) => [name, asZodSees(schema)])
  ajv.addSchema({ $id: 'spec:', components: { schemas: Object.fromEntries(seen) } })

  it.each(schemas)('%s agrees with Ajv', (name, zod) => {
    const validate = ajv.getSchema(`spec:#/components/schemas/${name}`)!
    const samples = SAMPLES[requests.has(name) ? 'request' : 'answer']
    const dice = new Dice(7)
    // One half has hardly anything wrong in it, the other something nearly everywhere.
    const samplers = [new Sampler(spec, dice, 400), new Sampler(spec, dice, 12)]
    const counts = { valid: 0, invalid: 0 }
    for (let index = 0; index < samples; index++) {
      const value = samplers[index % 2]!.sample(spec.components.schemas[name]!)
      const expected = validate(value) as boolean
      counts[expected ? 'valid' : 'invalid']++
      const { success } = zod.safeParse(value)
      if (success !== expected) expect.fail(`Ajv says ${expected}, zod ${success}: ${JSON.stringify(value)}`)
    }
    // Otherwise nothing was compared.
    expect(counts.valid).toBeGreaterThan(samples / 100)
    if (name !== 'MetadataInput') expect(counts.invalid).toBeGreaterThan(samples / 100)
  })

  it('cut surrounding white space off where the spec says so', () => {
    expect(generated.SignerInput.parse({ email: ' ada@example.com\n', role: ' tenant ' })).toEqual({
      email: 'ada@example.com',
      role: 'tenant',
    })
    expect(generated.SignerInput.safeParse({ email: `${'a'.repeat(250)}@example.com` }).success).toBe(false)
  })

  it('count characters, not UTF-16 units', () => {
    const named = (length: number) => ({ email: 'ada@example.com', name: '😀'.repeat(length) })
    expect(generated.SignerInput.safeParse(named(120)).success).toBe(true)
    expect(generated.SignerInput.safeParse(named(121)).success).toBe(false)
  })

  it.each([
    ['Ada\u0000', 'U+0000'],
    ['Ada\r\nBcc: x', 'a line break'],
    ['Ada\u2028', 'a line separator'],
  ])('refuse %j in a name: %s', (name) => {
    expect(generated.SignerInput.safeParse({ email: 'ada@example.com', name }).success).toBe(false)
  })

  it('state what a refused value must be', () => {
    const result = generated.SignerInput.safeParse({ email: 'nobody', phone_e164: '079' })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'must be an email address',
      'must be in E.164 form, with + and the country code, e.g. +41791234567',
    ])
  })

  it('come from a generator that refuses what it does not know', () => {
    const zod = new ZodWriter(spec)
    expect(() => zod.schema({ type: 'string', contentEncoding: 'base64' } as Schema)).toThrow('contentEncoding')
    expect(() => zod.schema({ type: 'string', format: 'ipv4' })).toThrow('ipv4')
    expect(() => zod.schema({ $ref: '#/components/schemas/Email', maxLength: 3 })).toThrow('maxLength')
    expect(() => zod.schema({})).toThrow('type')
  })
})

describe('the document that the mounted operations emit', () => {
  it('is the spec', () => {
    const app = mount({} as Ctx, handlers, [])
    const emitted = app.getOpenAPI31Document({ openapi: '3.1.1', info: { title: '', version: '' } })
    const ours = normalise(spec as never)
    const theirs = normalise(emitted as never)
    expect(theirs.paths).toEqual(ours.paths)
    for (const [name, schema] of Object.entries(theirs.components.schemas)) {
      expect(schema, name).toEqual(ours.components.schemas[name])
    }
  })
})
