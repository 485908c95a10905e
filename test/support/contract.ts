import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { webhookBodies } from '../../scripts/generate/spec.ts'
import {
  type Header,
  type Operation,
  type ResponseObject,
  resolveRef,
  type Schema,
  type Spec,
} from '../../server/openapi.ts'
import { asMeant } from '../../server/openapi-published.ts'
import { closed } from './closed-schema.ts'
import { noteExchange } from './exchanges.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where every worker notes which documented answers it has seen. */
export const COVERAGE_DIRECTORY = join(root, '.cache/coverage')

/** Set by the HTTP layer below ours, whatever the spec says. */
const TRANSPORT_HEADERS = new Set(['content-length', 'content-type'])

/** The bundled spec, every body under the media type that the server takes. */
export function loadSpec(): Spec {
  return asMeant(JSON.parse(readFileSync(join(root, 'spec/openapi.json'), 'utf8')) as Spec)
}

interface Route {
  id: string
  method: string
  path: RegExp
  operation: Operation
}

/** Checks real answers and webhooks against the spec, and counts what has been seen. */
export class Contract {
  readonly spec: Spec
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #routes: Route[]
  readonly #headerNames: Set<string>
  readonly #compiled = new Map<Schema, ValidateFunction>()
  readonly #seen = new Set<string>()
  /** Whether what it sees is counted, and shown in the docs. */
  readonly records: boolean

  /** `record: false` is for the tests of this checker itself, whose answers come from no server. */
  constructor(spec: Spec, { record = true }: { record?: boolean } = {}) {
    this.spec = spec
    this.records = record
    this.#ajv.addFormat('binary', true)
    formats.default(this.#ajv, { formats: ['uuid', 'date-time'] })
    // Annotations: the pattern beside them decides.
    for (const format of ['email', 'uri']) this.#ajv.addFormat(format, true)
    this.#ajv.addSchema({
      $id: 'spec:',
      components: spec.components,
      closed: Object.fromEntries(
        Object.entries(spec.components.schemas).map(([name, schema]) => [name, closed(spec, schema)]),
      ),
    })
    this.#routes = Object.entries(spec.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
        operation,
      })),
    )
    this.#headerNames = new Set(
      [...this.#routes.flatMap((route) => Object.values(route.operation.responses)), ...this.#common()]
        .flatMap((answer) => Object.keys(resolveRef(spec, answer).headers ?? {}))
        .map((name) => name.toLowerCase())
        .filter((name) => !TRANSPORT_HEADERS.has(name)),
    )
  }

  static #loaded: Contract | undefined

  /** The contract of `spec/openapi.json`, one for each process. */
  static load(): Contract {
    Contract.#loaded ??= new Contract(loadSpec())
    return Contract.#loaded
  }

  #common(): ResponseObject[] {
    return Object.values(this.spec.components.responses)
  }

  /**
   * Every violation of the spec in the answer; empty when it conforms. `path` is relative to the base.
   * The body can still be read afterwards.
   */
  async judge(method: string, path: string, response: Response): Promise<string[]> {
    const { id, answer } = this.#documented(method, path, response.status)
    const where = `${method} ${path} (${id}) ${response.status}`
    if (!answer) return [`${where}: this status is not documented`]
    const problems = this.#judgeHeaders(answer, response.headers)
    const { problems: found, code } = await this.#judgeBody(method, answer, response)
    problems.push(...found)
    this.#note(`${id} ${response.status}${code === undefined ? '' : ` ${code}`}`)
    return problems.map((problem) => `${where}: ${problem}`)
  }

  /** The operation at a path, with or without its base; `any` where there is none. */
  operationAt(method: string, path: string): string {
    return this.#documented(method, relative(path), 0).id
  }

  /** Every violation of the spec in the body of an error. `path` may have a base and a query. */
  judgeError(method: string, path: string, status: number, body: unknown): string[] {
    const { answer } = this.#documented(method, relative(path), status)
    const schema = answer?.content?.['application/json']?.schema
    return schema ? this.#judgeJson(schema, body).problems : [`${status} is not documented at ${path}`]
  }

  #documented(method: string, path: string, status: number): { id: string; answer: ResponseObject | undefined } {
    const here = this.#routes.filter((route) => route.path.test(path))
    const route = here.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
    if (route) {
      const answer = route.operation.responses[status]
      return { id: route.id, answer: answer && resolveRef(this.spec, answer) }
    }
    const expected = here.length > 0 ? 405 : 404
    const answer = status === expected ? this.spec['x-any-path']?.responses[status] : undefined
    return { id: 'any', answer: answer && resolveRef(this.spec, answer) }
  }

  #judgeHeaders(answer: ResponseObject, headers: Headers): string[] {
    const documented = new Map(
      Object.entries(answer.headers ?? {}).map(([name, header]) => [name.toLowerCase(), resolveRef(this.spec, header)]),
    )
    const problems: string[] = []
    for (const [name, header] of documented) {
      const value = headers.get(name)
      if (value === null && header.required) problems.push(`the header ${name} is missing`)
      if (value !== null) problems.push(...this.#judgeHeader(name, header, value))
    }
    for (const name of this.#headerNames) {
      if (headers.has(name) && !documented.has(name)) problems.push(`the header ${name} is not documented here`)
    }
    return problems
  }

  #judgeHeader(name: string, header: Header, value: string): string[] {
    const typed = header.schema.type === 'integer' ? Number(value) : value
    return this.#validate(header.schema, typed).map((problem) => `header ${name} "${value}" ${problem}`)
  }

  async #judgeBody(
    method: string,
    answer: ResponseObject,
    response: Response,
  ): Promise<{ problems: string[]; code?: string }> {
    const documented = Object.keys(answer.content ?? {})
    const type = response.headers.get('content-type')?.split(';')[0]
    if (documented.length > 0 && !documented.includes(type ?? '')) {
      return { problems: [`media type ${type}, documented is ${documented.join(', ')}`] }
    }
    if (documented.length === 0 || method === 'HEAD') {
      const { byteLength } = await response.clone().arrayBuffer()
      return { problems: byteLength === 0 ? [] : ['has a body and must have none'] }
    }
    if (type !== 'application/json') return { problems: [] }
    const text = await response.clone().text()
    const body: unknown = JSON.parse(text)
    return this.#judgeJson(answer.content!['application/json']!.schema, body)
  }

  /** An error body is checked against the schema of its code, so that the message names what is wrong. */
  #judgeJson(schema: Schema, body: unknown): { problems: string[]; code?: string } {
    const members = (schema.oneOf ?? [schema]).map((member) => ({
      member,
      code: resolveRef(this.spec, member).properties?.code?.const,
    }))
    const codes = members.flatMap(({ code }) => code ?? [])
    if (codes.length === 0) return { problems: this.#validate(schema, body) }
    const found = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'none'
    const match = members.find(({ code }) => code === found)
    if (!match) return { problems: [`the code ${found} is not documented here, only ${codes.join(', ')}`], code: found }
    return { problems: this.#validate(match.member, body), code: found }
  }

  /** Problems of a value against a schema whose objects allow no unnamed keys. */
  #validate(schema: Schema, value: unknown): string[] {
    let validate = this.#compiled.get(schema)
    if (!validate) {
      const target = JSON.stringify(closed(this.spec, schema)).replaceAll('"#/', '"spec:#/')
      validate = this.#ajv.compile(JSON.parse(target) as object)
      this.#compiled.set(schema, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath || 'the body'} ${error.message} ${JSON.stringify(error.params)}`,
    )
  }

  /** Every violation of contract 6.2 to 6.5, as the spec states them, in one delivery; empty when it conforms. */
  judgeWebhook(headers: Headers, body: string, mode: 'full' | 'minimal'): string[] {
    const data = JSON.parse(body) as { event?: string; event_id?: string }
    const operation = this.spec.webhooks[data.event ?? '']?.post
    if (!operation) return [`the event ${data.event} is not documented`]
    const problems = operation.parameters!.flatMap((reference) => {
      const parameter = resolveRef(this.spec, reference)
      const value = headers.get(parameter.name)
      if (value === null) return [`the header ${parameter.name} is missing`]
      return this.#judgeHeader(parameter.name, { schema: parameter.schema }, value)
    })
    const expected = {
      'content-type': 'application/json',
      'user-agent': mode === 'full' ? 'service-webhooks/1.0' : 'service-webhooks-minimal/1',
      'x-service-event': data.event,
      'x-service-event-id': data.event_id,
      'x-legacy-signature': headers.get('x-service-signature'),
      'x-legacy-event': headers.get('x-service-event'),
      'x-legacy-event-id': headers.get('x-service-event-id'),
    }
    for (const [name, value] of Object.entries(expected)) {
      if (headers.get(name) !== value) problems.push(`the header ${name} is ${headers.get(name)}, expected ${value}`)
    }
    problems.push(...this.#validate(webhookBodies(this.spec, operation)[mode], data))
    this.#note(`webhook ${data.event} ${mode}`)
    return problems.map((problem) => `${data.event} (${mode}): ${problem}`)
  }

  #note(seen: string): void {
    if (!this.records || this.#seen.has(seen)) return
    this.#seen.add(seen)
    mkdirSync(COVERAGE_DIRECTORY, { recursive: true })
    appendFileSync(join(COVERAGE_DIRECTORY, `${process.pid}.jsonl`), `${JSON.stringify(seen)}\n`)
  }
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Response | Promise<Response>

/** The two bases of the API; paths outside them are not checked. */
const BASE = /^(?:\/api)?\/v1(?=\/|$)/

const relative = (path: string) => path.replace(BASE, '').split('?')[0]!

/** A fetch that checks every answer from the API against the spec. @throws Error naming every violation */
export function contractFetch(
  fetch: Fetch,
  contract = Contract.load(),
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const url = input instanceof Request ? input.url : String(input)
    const { pathname } = new URL(url, 'http://localhost')
    const response = await fetch(input, init)
    if (!BASE.test(pathname)) return response
    const path = relative(pathname)
    const problems = await contract.judge(method.toUpperCase(), path, response)
    if (problems.length > 0) throw new Error(`The answer breaks the contract:\n${problems.join('\n')}`)
    if (contract.records && method !== 'HEAD' && !(input instanceof Request))
      await noteExchange(contract.operationAt(method.toUpperCase(), path), url, init, response)
    return response
  }
}
