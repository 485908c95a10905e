import {
  type Operation,
  operationsOf,
  type PlacedOperation,
  resolveRef,
  type Schema,
  type Spec,
} from '../../openapi.ts'
import { MULTIPART } from '../../openapi-published.ts'

type Json = Record<string, unknown>

/** An operation of the API as a tool of the Model Context Protocol. */
export interface Tool {
  name: string
  title: string
  description: string
  /** JSON Schema 2020-12, with everything that it refers to. */
  inputSchema: Json & { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean }
  /** The call that these arguments make; its address is relative to the base of the API, without a slash in front. */
  request(args: Json): { path: string; method: string; body: BodyInit | null; json: boolean }
}

export interface ToolChoice {
  /** Whether tools may change something; else all of them only read. */
  writes: boolean
  /** The key is one of a sandbox. */
  isTest: boolean
}

/** The operations that a key may call, from the spec. None signs for anybody outside a sandbox: the API has no such call. */
export function toolsOf(spec: Spec, { writes, isTest }: ToolChoice): Tool[] {
  return operationsOf(spec)
    .filter(({ operation, path }) => {
      const scope = operation['x-scope']
      if (scope !== 'read' && !(writes && scope === 'write')) return false
      return isTest ? !/^\/sandboxes/.test(path) : !/^\/sandbox(\/|$)/.test(path)
    })
    .map((place) => toolOf(spec, place))
}

function toolOf(spec: Spec, { method, path, operation }: PlacedOperation): Tool {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveRef(spec, parameter))
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const { properties, required, takesFile } = bodyOf(spec, operation)
  const named = [...inPath, ...inQuery].map(({ name, schema, description }) => [name, { ...schema, description }])
  const schema = {
    type: 'object' as const,
    properties: { ...Object.fromEntries(named), ...properties },
    required: [...inPath.map(({ name }) => name), ...required],
    additionalProperties: false,
  }
  const file: Json = takesFile ? FILE : {}
  return {
    name: operation.operationId,
    title: operation.summary,
    description: operation.description ?? operation.summary,
    inputSchema: withDefinitions(spec, {
      ...schema,
      properties: { ...schema.properties, ...file },
    }) as Tool['inputSchema'],
    annotations: { readOnlyHint: operation['x-scope'] === 'read', destructiveHint: method === 'delete' },
    request(args) {
      const query = new URLSearchParams()
      for (const { name } of inQuery) if (args[name] !== undefined) query.set(name, String(args[name]))
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])))
      const isPart = (name: string) => [...inPath, ...inQuery].some((parameter) => parameter.name === name)
      const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !isPart(name)))
      const search = query.size > 0 ? `?${query}` : ''
      const address = { path: filled.slice(1) + search, method: method.toUpperCase() }
      if (operation.requestBody === undefined) return { ...address, body: null, json: false }
      if (rest.file_base64 !== undefined) return { ...address, body: formOf(rest), json: false }
      return { ...address, body: JSON.stringify(rest), json: true }
    },
  }
}

/** Besides what the call takes: the file itself. */
const FILE = {
  file_base64: { type: 'string', description: 'The PDF in base64, instead of a URL; 2 MB at most this way.' },
  filename: { type: 'string', description: 'The name of the file in file_base64.' },
}

/** What the body takes as JSON, or where it is a form, its parts but for the file. */
function bodyOf(spec: Spec, { requestBody }: Operation) {
  const { 'application/json': json, [MULTIPART]: form } = requestBody?.content ?? {}
  const found = json ?? form
  if (!found?.schema) return { properties: {}, required: [], takesFile: false }
  const { properties = {}, required = [] } = resolveRef(spec, found.schema)
  const { file: _, ...rest } = properties
  // A file given in base64 replaces the URL.
  const needed = required.filter((name) => !(form && ['file', 'file_url'].includes(name)))
  return { properties: rest, required: needed, takesFile: form !== undefined }
}

function formOf({ file_base64: file, filename = 'document.pdf', ...parts }: Json): FormData {
  const form = new FormData()
  const bytes = Buffer.from(String(file), 'base64')
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), String(filename))
  for (const [name, value] of Object.entries(parts))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

const COMPONENT = '#/components/schemas/'

/** The schema with all that it refers to under `$defs`, without our own annotations, which no other program knows. */
function withDefinitions(spec: Spec, schema: Json): Json {
  const definitions: Record<string, unknown> = {}
  const translate = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(translate)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node).filter(([key]) => !key.startsWith('x-'))
    return Object.fromEntries(
      entries.map(([key, value]) => [key, key === '$ref' ? reference(String(value)) : translate(value)]),
    )
  }
  const reference = (ref: string): string => {
    const name = ref.slice(COMPONENT.length)
    if (!(name in definitions)) {
      definitions[name] = {}
      definitions[name] = translate(spec.components.schemas[name] satisfies Schema | undefined)
    }
    return `#/$defs/${name}`
  }
  const translated = translate(schema) as Json
  return Object.keys(definitions).length > 0 ? { ...translated, $defs: definitions } : translated
}
