import {
  type Operation,
  operationsOf,
  type Parameter,
  resolveRef,
  type Schema,
  type Spec,
} from '../../server/openapi.ts'
import { Contract, type Fetch } from '../support/contract.ts'
import { Dice, JUNK, Sampler } from './sample.ts'

export interface FuzzOptions {
  /** Everything before the paths of the spec, e.g. `http://localhost:3000/v1`. */
  base: string
  /** Called for each request: an unlimited key, or a new one whenever a window is full. */
  authorization: () => string
  /** Ids that exist, for each path parameter's place: `documents`, `signing-requests`. */
  ids: Record<string, readonly string[]>
  /** A real PDF for most of the file parts. */
  pdf: Uint8Array<ArrayBuffer>
  /** Valid bodies, by operation: half of the requests change one place of such a body. */
  bodies?: Partial<Record<string, Record<string, unknown>>>
  seed?: number
  requestsPerOperation?: number
}

export interface FuzzReport {
  requests: number
  /** What broke the contract, and how often. */
  problems: Map<string, number>
  /** How often each answer occurred: `createSigningRequest 400 invalid_request`. */
  answers: Map<string, number>
}

type Body = { body?: BodyInit; type?: string }

/**
 * Sends requests made from the spec's schemas, with mutations, broken JSON and wrong media types, and judges every
 * answer: no status, code or body that is not documented, and no 5xx whatever a caller sends.
 */
export async function fuzz(fetch: Fetch, options: FuzzOptions): Promise<FuzzReport> {
  const contract = Contract.load()
  const dice = new Dice(options.seed ?? 11)
  const samplers = [new Sampler(contract.spec, dice, 60), new Sampler(contract.spec, dice, 8)]
  const report: FuzzReport = { requests: 0, problems: new Map(), answers: new Map() }
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { method, path, operation } of operationsOf(contract.spec)) {
    const parameters = (operation.parameters ?? []).map((parameter) => resolveRef(contract.spec, parameter))
    for (let index = 0; index < (options.requestsPerOperation ?? 200); index++) {
      const sampler = samplers[index % 2]!
      const url = pathOf(path, parameters, dice, options.ids)
      const { body, type } = operation.requestBody ? bodyOf(contract.spec, operation, sampler, dice, options) : {}
      const headers = headersOf(parameters, sampler, dice)
      if (type !== undefined) headers.set('content-type', type)
      if (dice.roll(40) > 0) headers.set('authorization', options.authorization())
      const response = await fetch(options.base + url, { method: method.toUpperCase(), headers, body })
      report.requests++
      const problems = await contract.judge(method.toUpperCase(), url, response)
      for (const problem of problems) count(report.problems, problem.replace(url, path).slice(0, 300))
      const code = await codeOf(response)
      count(report.answers, `${operation.operationId} ${response.status}${code}`)
      if (response.status >= 500) count(report.problems, `${operation.operationId}: ${response.status}${code}`)
    }
  }
  return report
}

async function codeOf(response: Response): Promise<string> {
  if (response.status < 400) {
    await response.body?.cancel()
    return ''
  }
  const body = (await response.json()) as { code?: string }
  return ` ${body.code}`
}

function pathOf(path: string, parameters: Parameter[], dice: Dice, ids: FuzzOptions['ids']): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name }) => {
      const real = ids[url.split('/')[1]!] ?? []
      const id = real.length > 0 && dice.roll(4) > 0 ? dice.pick(real) : String(dice.pick(JUNK)) || 'x'
      // A path segment of dots alone never reaches a server.
      return url.replace(`{${name}}`, encodeURIComponent(id.slice(0, 200)).replace(/^\.+$/, 'x'))
    }, path)
}

function headersOf(parameters: Parameter[], sampler: Sampler, dice: Dice): Headers {
  const headers = new Headers()
  for (const parameter of parameters) {
    if (parameter.in !== 'header' || dice.roll(2) === 0) continue
    const value = String(sampler.sample(parameter.schema))
    // What HTTP itself does not allow.
    if (/^[\x20-\x7e]*$/.test(value)) headers.set(parameter.name, value)
  }
  return headers
}

function bodyOf(spec: Spec, operation: Operation, sampler: Sampler, dice: Dice, options: FuzzOptions): Body {
  const content = operation.requestBody!.content
  const type = dice.pick(Object.keys(content))
  const schema = resolveRef(spec, content[type]!.schema)
  const known = options.bodies?.[operation.operationId]
  const value = known && dice.roll(2) === 0 ? changed(known, schema, sampler, dice) : sampler.sample(schema)
  if (type === 'multipart/form-data') {
    if (dice.roll(25) === 0) return { body: '--x\r\nbroken', type: 'multipart/form-data; boundary=x' }
    return { body: formOf({ ...(dice.roll(20) > 0 && { file: '' }), ...(value as object) }, dice, options.pdf) }
  }
  if (dice.roll(25) === 0) return { body: '{"a":', type }
  return { body: JSON.stringify(value), type: dice.roll(25) === 0 ? 'text/plain' : type }
}

/** The body with one of its values replaced. */
function changed(body: Record<string, unknown>, schema: Schema, sampler: Sampler, dice: Dice): Record<string, unknown> {
  const [name, property] = dice.pick(Object.entries(schema.properties ?? {}))
  return { ...body, [name]: sampler.sample(property) }
}

function formOf(parts: object, dice: Dice, pdf: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (name === 'file') {
      const bytes = dice.roll(8) > 0 ? pdf : new TextEncoder().encode(String(dice.pick(JUNK)))
      form.append(name, new File([bytes], dice.pick(['lease.pdf', '😀.pdf', '../x', '']), { type: 'application/pdf' }))
    } else form.append(name, typeof part === 'string' && dice.roll(2) === 0 ? part : JSON.stringify(part))
  }
  return form
}
