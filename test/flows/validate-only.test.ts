import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sized } from '../support/full-size.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { instantiate, LEASE_RECIPIENTS, lockedTemplate } from '../support/templates.ts'

const RUNS = sized(20, 400)

let server: TestServer
let templateId: string
beforeAll(async () => {
  server = await startServer()
  templateId = (await lockedTemplate(server, await server.key())).id
})
afterAll(() => server.stop())

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
/** Mostly what the template takes, with faults here and there. */
const often = (value: unknown, ...faults: unknown[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: oneOf(...faults) })

const row = fc.record({ what: often('Deposit', '', null, 7, 'x'.repeat(3000)), amount: often('1.5', 'much', 1.555) })
const body = fc.record({
  field_values: fc.record({
    tenant_name: often('Ada', null, 'W'.repeat(80), 'x'.repeat(81), 'a\u0000b', 3),
    monthly_rent: often('1850.00', 'much', 1850, '1.555', null),
    start_date: often('2026-11-01', '2026-02-30', null),
    pets: often(true, 'yes', null),
    iban: often(null, 'CH93 0076 2011 6238 5295 7', 'x'.repeat(500)),
    items: fc.oneof(fc.constant(null), fc.array(row, { maxLength: 4 }), fc.constant('none')),
  }),
  recipients: often(
    LEASE_RECIPIENTS,
    [LEASE_RECIPIENTS[0]],
    [...LEASE_RECIPIENTS, { slot: 3, email: 'eve@example.com' }],
    LEASE_RECIPIENTS.map((one) => ({ ...one, require_sms_verification: true })),
    LEASE_RECIPIENTS.map((one) => ({ ...one, signing_order: 1 })),
  ),
  version: often(null, 1, 2),
  review: oneOf(true, false),
})

it('instantiate.validate-only.equals-real: what the dry run refuses, and nothing else, is refused', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(body, async (more) => {
      const key = await server.key()
      const dry = await instantiate(server, key, templateId, { ...more, validate_only: true })
      const real = await instantiate(server, key, templateId, more)
      const accepted = dry.status === 200 && dry.body.ok
      if (accepted) sent++
      expect([more, real.status === 201]).toEqual([more, accepted])
      if (!accepted) expect([dry.status, dry.body.code]).toEqual([real.status, real.body.code])
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  )
  expect(sent).toBeGreaterThan(RUNS / 20)
})
