import {
  type Operation,
  operationsOf,
  type Parameter,
  type ResponseObject,
  resolveRef,
  type Spec,
} from '../../server/openapi.ts'
import { ZodWriter } from './zod.ts'

export const BANNER = '// Generated from spec/ by scripts/generate.ts. Do not edit.\n'

const quote = (value: unknown): string => JSON.stringify(value)
const indent = (text: string, by = 2): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** server/generated/schemas.ts: every schema that an operation uses, in order of dependency. */
export function writeSchemas(spec: Spec): string {
  const zod = new ZodWriter(spec)
  const done = new Set<string>()
  let text = ''
  const emit = (name: string): void => {
    if (done.has(name)) return
    done.add(name)
    const schema = spec.components.schemas[name]
    if (!schema) throw new Error(`unknown schema ${name}`)
    for (const other of zod.dependencies(schema)) emit(other)
    const doc = schema.description ? `/** ${schema.description.trim().replaceAll('\n', '\n * ')} */\n` : ''
    text += `\n${doc}export const ${name} = ${zod.named(name, schema)}\n`
  }
  for (const name of usedByPaths(spec)) emit(name)
  return `${BANNER}import { z } from '@hono/zod-openapi'\nimport { atMost, uploadedFile } from '../schema-parts.ts'\n${text}`
}

function usedByPaths(spec: Spec): Set<string> {
  const zod = new ZodWriter(spec)
  const names = new Set<string>()
  for (const { operation } of operationsOf(spec)) {
    for (const parameter of operation.parameters ?? []) zod.dependencies(resolveRef(spec, parameter).schema, names)
    zod.dependencies(operation.requestBody ?? {}, names)
    for (const response of Object.values(operation.responses))
      zod.dependencies(resolveRef(spec, response).content ?? {}, names)
  }
  return names
}

/** server/generated/routes.ts: one `createRoute` for each operation. */
export function writeRoutes(spec: Spec): string {
  const zod = new ZodWriter(spec)
  const names: string[] = []
  let text = ''
  for (const { method, path, operation } of operationsOf(spec)) {
    names.push(operation.operationId)
    const request = requestOf(spec, zod, operation)
    const responses = Object.entries(operation.responses).map(([status, response]) =>
      responseOf(spec, zod, status, resolveRef(spec, response)),
    )
    text += `\n/** ${operation.summary}. */\nexport const ${operation.operationId} = createRoute({\n`
    text += `  operationId: ${quote(operation.operationId)},\n  method: ${quote(method)},\n  path: ${quote(path)},\n`
    text += `  tags: ${quote(operation.tags)},\n${operation.deprecated ? '  deprecated: true,\n' : ''}`
    if (operation.security) text += `  security: ${quote(operation.security)},\n`
    if (request.length > 0)
      text += `  request: {\n    ${request.map((part) => indent(part, 4)).join(',\n    ')},\n  },\n`
    text += `  responses: {\n    ${responses.map((part) => indent(part, 4)).join(',\n    ')},\n  },\n})\n`
  }
  const used = [...usedByPaths(spec)].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort()
  let head = `${BANNER}import { createRoute, z } from '@hono/zod-openapi'\n`
  head += `import { atMost } from '../schema-parts.ts'\n`
  head += `import {\n${used.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n`
  return `${head}${text}\nexport const routes = {\n${names.map((name) => `  ${name},\n`).join('')}}\n`
}

function requestOf(spec: Spec, zod: ZodWriter, operation: Operation): string[] {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveRef(spec, parameter))
  const group = (name: string, where: Parameter['in']): string[] => {
    const own = parameters.filter((parameter) => parameter.in === where)
    if (own.length === 0) return []
    const properties = Object.fromEntries(own.map((parameter) => [parameter.name, parameter.schema]))
    const required = own.filter((parameter) => parameter.required).map((parameter) => parameter.name)
    return [`${name}: z.object(${zod.object(properties, required)})`]
  }
  const parts = [...group('params', 'path'), ...group('query', 'query'), ...group('headers', 'header')]
  const body = operation.requestBody
  if (body) {
    const media = Object.entries(body.content).map(
      ([type, { schema }]) => `${quote(type)}: { schema: ${zod.schema(schema)} }`,
    )
    parts.push(`body: { required: ${body.required}, content: {\n  ${media.join(',\n  ')},\n} }`)
  }
  return parts
}

function responseOf(spec: Spec, zod: ZodWriter, status: string, response: ResponseObject): string {
  const media = Object.entries(response.content ?? {}).map(([type, { schema }]) => {
    const binary = resolveRef(spec, schema).format === 'binary'
    return `${quote(type)}: { schema: ${binary ? "z.unknown().openapi({ type: 'string', format: 'binary' })" : zod.schema(schema)} }`
  })
  const content = media.length > 0 ? `, content: { ${media.join(', ')} }` : ''
  return `${status}: { description: ${quote(response.description)}${content} }`
}
