import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, traces, validate } from '../support/create.ts'
import { sized } from '../support/full-size.ts'
import { encryptedPdf, makePdf, textAt } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'

const RUNS = sized(20, 400)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
/** Mostly what create takes, with faults here and there; undefined leaves the key out. */
const often = (value: unknown, ...faults: unknown[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: oneOf(...faults) })

const markers = (...texts: string[]) =>
  makePdf({ content: texts.map((text, at) => textAt(72, 700 - 80 * at, text)).join('') })
const pdf = oneOf(
  makePdf(),
  markers('[[ls:signature:tenant]]', '[[ls:text:tenant:a.b]]'),
  markers('[[ls:signature:tenant]]', '[[ls:initial:landlord]]'),
  markers('[[ls:date:tenant]]', '[[ls:date:tenant]]'),
  makePdf({ pages: 2, catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
  encryptedPdf(),
  Buffer.from('hello'),
)
const person = (role: string) =>
  fc.record({
    email: often(`${role}@example.com`, 'ada@', null, undefined, `${'a'.repeat(250)}@example.com`),
    role: often(role, undefined, 'other', '', 'a:b', 'x'.repeat(65)),
    name: often(undefined, 'Ada', '', 'a\nb', 'x'.repeat(121), '\u200b', '𐌰'),
    first_name: often(undefined, 'Ada'),
    locale: often(undefined, 'de', 'tlh', null),
    phone_e164: often(undefined, '+41791234567', '0791234567'),
    require_sms_verification: often(undefined, true, false, 'yes'),
    sms_gate: often(undefined, 'before_view', null),
    return_url: often(undefined, 'https://evil.example/', 'no URL'),
    signing_order: often(undefined, 1, 2, 0, 101),
    nickname: often(undefined, 'A'),
  })
const box = (role: string) =>
  fc.record({
    role: often(role, 'other', null),
    kind: often('signature', 'date', 'text', 'seal'),
    page: often(1, 2, 0),
    x: often(0.1, 0.9, -1),
    y: often(0.8, 1, 'top'),
    w: often(0.05, 0.3, 0.001),
    h: often(0.05, 2),
    field_key: often(undefined, 'a.b', 'Ä', 'x'.repeat(80)),
  })
const fields = fc.oneof(fc.tuple(box('tenant')), fc.tuple(box('tenant'), box('landlord')))
const placement = fc.oneof(
  { weight: 6, arbitrary: fc.record({ placement: oneOf(undefined, 'anchors', 'auto_append') }) },
  { weight: 3, arbitrary: fc.record({ placement: fc.constant('explicit'), fields }) },
  { weight: 1, arbitrary: fc.record({ placement: oneOf('anchors', 'manual', 'somewhere'), fields }) },
)
const others = fc.record({
  signers: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(person('tenant'), person('landlord')) },
    { weight: 9, arbitrary: fc.tuple(person('tenant')) },
    { weight: 1, arbitrary: oneOf<unknown>([], null, 'ada@example.com', undefined) },
  ),
  metadata: often(undefined, { order: '7731' }, [1], { a: { b: 1 } }, { '': 'x' }),
  send_emails: often(false, null, 'no'),
  signing_mode: often(undefined, 'sequential', 'parallel', 'random'),
  observer_emails: often(undefined, ['grace@example.com'], ['grace@'], 'grace@example.com'),
  callback_url: often(undefined, 'https://127.0.0.1/x', 'http://example.com/', 'https://10.0.0.1/', 'x'),
  sms_gate: often(undefined, 'before_view', 'after_view'),
  title: often(undefined, 'Lease', '', 'x'.repeat(201), 7),
  expires_in_days: often(undefined, 90, 91, 0, 1.5),
  validate_only: often(undefined, true, false, 'yes'),
  signer: often(undefined, 'unknown'),
})

const body = fc.tuple(others, placement).map((parts) => ({ ...parts[0], ...parts[1] }))

/** The keys that are given. */
const given = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it('create.dry-run.equals-real: what the dry run refuses, and nothing else, is refused, in the same words', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(body, pdf, async (some, bytes) => {
      const fields = given(some) as Record<string, unknown>
      const before = await traces(server)
      const dry = await validate(server, fields, bytes)
      expect(await traces(server)).toEqual(before)
      const real = await post(server, fields, bytes)
      if (real.status !== 201) {
        expect([fields, dry.status, dry.body]).toEqual([fields, real.status, real.body])
        return
      }
      sent++
      expect([fields, dry.status, dry.body.ok]).toEqual([fields, 200, true])
      expect([dry.body.fields, dry.body.warnings]).toEqual([real.body.fields, real.body.warnings])
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  )
  expect(sent).toBeGreaterThan(RUNS / 10)
})
