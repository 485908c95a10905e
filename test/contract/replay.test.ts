import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operation, operationsOf, resolveRef, type Spec } from '../../server/openapi.ts'
import { asMeant } from '../../server/openapi-published.ts'
import { loadSpec } from '../support/contract.ts'
import { createForm, Signer, send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { type CallInit, startServer, type TestKey, type TestServer } from '../support/server.ts'

const folder = new URL('../../spec/snapshots/', import.meta.url)
const releases: [string, Spec][] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => [
    name.slice(0, -'.json'.length),
    asMeant(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Spec),
  ])

/** What succeeds in every release with the ids of `Subject`; other calls are refused, as their release says. */
const SUCCEED = [
  'getMe',
  'createSigningRequest',
  'getSigningRequest',
  'updateSigningRequest',
  'remindSigningRequest',
  'withdrawSigningRequest',
  'getDocument',
  'getSignedDocument',
  'getAuditTrail',
  'listHooks',
  'createHook',
  'deleteHook',
  'createEmbeddedSession',
]

let server: TestServer
/** A document that is sealed. */
let sealed: string

beforeAll(async () => {
  server = await startServer()
  const { documentId, signers } = await send(server, await key(), { signers: [{ email: 'ada@example.com' }] })
  await new Signer(server, signers[0]!.signingUrl!).sign()
  await server.work()
  sealed = documentId
})
afterAll(() => server.stop())

/** One for each call: the windows of the rate limit stay empty. */
const key = (): Promise<TestKey> => server.key({ embedOrigins: ['https://app.example.com'] })

/** The ids that a path or a body asks for; a call that changes something gets objects of its own. */
async function idsFor(method: string): Promise<Record<string, string>> {
  const [{ documentId, signers }, hook] = await Promise.all([
    send(server, await key(), { signers: [{ email: 'ada@example.com' }] }),
    server.call<{ id: string }>(await key(), 'POST', '/v1/hooks', {
      json: { target_url: `https://127.0.0.1:1/${randomUUID()}` },
    }),
  ])
  return {
    documents: method === 'get' ? sealed : documentId,
    'signing-requests': signers[0]!.signingRequestId,
    hooks: hook.body.id,
  }
}

/** Each example of a body; a file in place of an address, which would have to be fetched. */
function bodiesOf({ requestBody }: Operation, ids: Record<string, string>): CallInit[] {
  const examples = Object.values(requestBody?.content ?? {}).flatMap(({ example, examples = {} }) => [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value),
  ]) as Record<string, unknown>[]
  if (examples.length === 0) return [{}]
  return examples.map(({ file_url, ...rest }) => {
    if (file_url !== undefined) return { form: createForm(rest) }
    return { json: 'signing_request_id' in rest ? { ...rest, signing_request_id: ids['signing-requests'] } : rest }
  })
}

/** Validators of the answers of a release; objects may have keys that are newer. */
function judgeOf(spec: Spec) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv, { formats: ['uuid', 'date-time'] })
  for (const format of ['email', 'uri', 'binary']) ajv.addFormat(format, true)
  ajv.addSchema({ $id: 'spec:', components: spec.components })
  return (operation: Operation, status: number, body: unknown): string | null => {
    const documented = operation.responses[status]
    if (!documented) return 'is not documented'
    const schema = resolveRef(spec, documented).content?.['application/json']?.schema
    if (!schema || Buffer.isBuffer(body)) return null
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec:#/')) as object)
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}

describe('every example', () => {
  it('is judged: an answer that a release does not describe is seen', () => {
    const [, oldest] = releases[0]!
    const getMe = operationsOf(oldest).find(({ operation }) => operation.operationId === 'getMe')!.operation
    expect(judgeOf(oldest)(getMe, 418, {})).toBe('is not documented')
    expect(judgeOf(oldest)(getMe, 200, {})).toContain('required')
  })

  // The first release and the last promise the least and the most; what is between lies between them.
  const replayed = sized([releases[0]!, releases.at(-1)!], releases)
  it.each([...replayed, ['next', loadSpec()] as [string, Spec]])(
    'of release %s is answered as it says',
    async (_date, spec) => {
      const judge = judgeOf(spec)
      const [wrong, succeeded]: [string[], Set<string>] = [[], new Set()]
      for (const { method, path, operation } of operationsOf(spec)) {
        const ids = await idsFor(method)
        const place = ids[path.split('/')[1]!] ?? '7b1a3a5e-3c1c-4a83-9f2e-0d1f2a3b4c5d'
        const target = `/v1${path.replace('{id}', place).replace(/\{\w+\}/g, '7b1a3a5e-3c1c-4a83-9f2e-0d1f2a3b4c5d')}`
        for (const init of bodiesOf(operation, ids)) {
          const { status, body } = await server.call(await key(), method.toUpperCase(), target, init)
          const problem = judge(operation, status, body)
          if (problem) wrong.push(`${operation.operationId} ${status}: ${problem}`)
          if (status < 300) succeeded.add(operation.operationId)
        }
      }
      expect(wrong).toEqual([])
      expect([...succeeded]).toEqual(expect.arrayContaining(SUCCEED))
    },
  )
})
