import { refName, resolveRef, type Schema, type Spec } from '../../server/openapi.ts'

const KEYWORDS = new Set([
  ...['$ref', 'type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'enum'],
  ...['const', 'oneOf', 'anyOf', 'allOf', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'format'],
  ...[
    'default',
    'description',
    'examples',
    'x-since',
    'x-enum-since',
    'x-enum-retired',
    'x-trim',
    'x-message',
    'x-judged-by-domain',
    'x-pattern',
  ],
  // `if` and `then` demand more keys where one has a certain value.
  ...['if', 'then', 'x-payload-mode'],
  ...['x-unknown-key-code', 'x-invalid-code', 'x-retryable', 'x-fix', 'x-never-sent'],
])

/** Next to a reference only keywords that do not affect validation. */
const BESIDE_REF = new Set(['$ref', 'description', 'x-since', 'x-invalid-code'])

const literal = (value: unknown): string => JSON.stringify(value)
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))
const indent = (text: string): string => text.replaceAll('\n', '\n  ')

/**
 * Translates JSON Schema 2020-12, the subset that the spec uses, to zod 4 source text. Throws on unknown keywords, so
 * that no rule of the spec is silently dropped; `test/contract/zod.test.ts` compares the result with Ajv.
 */
export class ZodWriter {
  readonly #spec: Spec

  constructor(spec: Spec) {
    this.#spec = spec
  }

  /** A component schema, registered under its name. */
  named(name: string, schema: Schema): string {
    const { text, said } = this.#parts(schema)
    // The library's types know neither `if` nor `then`; a spread is not checked for unknown keys.
    return `${text}.openapi(${literal(name)}${said ? `, { ...${literal(said)} }` : ''})`
  }

  schema(schema: Schema): string {
    const { text, said } = this.#parts(schema)
    return said ? `${text}.openapi(${literal(said)})` : text
  }

  /** The zod text, and the keywords of the emitted document that zod cannot derive. */
  #parts(schema: Schema): Parts {
    for (const keyword of Object.keys(schema)) {
      const known = schema.$ref ? BESIDE_REF : KEYWORDS
      if (!known.has(keyword)) throw new Error(`the generator does not know "${keyword}": ${literal(schema)}`)
    }
    if (schema['x-judged-by-domain']) return { text: 'z.unknown()', said: { oneOf: schema.oneOf ?? [] } }
    if (schema.type === 'string' && !schema.enum) return text(schema)
    if (schema.if && schema.then) {
      const { if: when, then, ...rest } = schema
      return { text: `${this.#text(rest)}${demanding(when, then)}`, said: { if: when, then } }
    }
    return { text: this.#text(schema) }
  }

  #text(schema: Schema): string {
    if (schema.$ref) return refName(schema.$ref)
    if (schema.allOf) return this.#merge(schema.allOf)
    if (schema.oneOf ?? schema.anyOf) return this.#union((schema.oneOf ?? schema.anyOf)!)
    if (schema.const !== undefined) return `z.literal(${literal(schema.const)})`
    if (Array.isArray(schema.type)) return this.#types(schema, schema.type)
    if (schema.enum) return this.#enum(schema.enum)
    switch (schema.type) {
      case 'integer':
        return `z.int()${calls({ gte: schema.minimum, lte: schema.maximum })}`
      case 'number':
        return `z.number()${calls({ gte: schema.minimum, lte: schema.maximum })}`
      case 'boolean':
        return 'z.boolean()'
      case 'null':
        return `z.null(${schema['x-message'] ? `{ error: ${literal(schema['x-message'])} }` : ''})`
      case 'array':
        return `z.array(${this.schema(schema.items!)})${calls({ min: schema.minItems, max: schema.maxItems })}`
      case 'object':
        return this.#object(schema)
      default:
        throw new Error(`the generator does not know the type of ${literal(schema)}`)
    }
  }

  /** Names of the component schemas that it refers to. */
  dependencies(node: unknown, found = new Set<string>()): Set<string> {
    if (typeof node !== 'object' || node === null) return found
    for (const [name, value] of Object.entries(node)) {
      if (name === '$ref' && typeof value === 'string') found.add(refName(value))
      else if (name !== 'x-judged-by-domain') this.dependencies(value, found)
    }
    return found
  }

  object(properties: Record<string, Schema>, required: readonly string[]): string {
    const lines = Object.entries(properties).map(
      ([name, schema]) => `  ${key(name)}: ${indent(this.#property(schema, required.includes(name)))},`,
    )
    return `{\n${lines.join('\n')}\n}`
  }

  #property(schema: Schema, required: boolean): string {
    const text = this.schema(schema)
    const fallback = resolveRef(this.#spec, schema).default
    if (fallback !== undefined) return `${text}.default(${literal(fallback)})`
    return required ? text : `${text}.optional()`
  }

  #object(schema: Schema): string {
    const extra = schema.additionalProperties
    if (!schema.properties) {
      const values = typeof extra === 'object' ? this.schema(extra) : 'z.unknown()'
      return `z.record(z.string(), ${values})`
    }
    if (typeof extra === 'object') throw new Error(`typed additional properties next to others: ${literal(schema)}`)
    const make = extra === false ? 'z.strictObject' : extra === true ? 'z.looseObject' : 'z.object'
    return `${make}(${this.object(schema.properties, schema.required ?? [])})`
  }

  #types(schema: Schema, types: string[]): string {
    const others = types.filter((type) => type !== 'null')
    const values = schema.enum?.filter((value) => value !== null)
    const one = (type: string) => this.schema({ ...schema, type, ...(values && { enum: values }) })
    const text = others.length === 1 ? one(others[0]!) : `z.union([${others.map(one).join(', ')}])`
    return types.includes('null') ? `${text}.nullable()` : text
  }

  #enum(values: (string | null)[]): string {
    return `z.enum([${values.map(literal).join(', ')}])`
  }

  /** A named schema in a union with null is left unchanged: `.nullable()` would make the shared component nullable. */
  #union(members: Schema[]): string {
    return `z.union([${members.map((member) => this.schema(member)).join(', ')}])`
  }

  /** allOf of objects becomes one object. */
  #merge(parts: Schema[]): string {
    const [base, ...extensions] = parts
    return extensions.reduce((text, part) => {
      const { properties, required = [] } = resolveRef(this.#spec, part)
      if (!properties) throw new Error(`allOf supports only objects with properties: ${literal(part)}`)
      return `${text}.extend(${this.object(properties, required)})`
    }, this.schema(base!))
  }
}

interface Parts {
  text: string
  said?: object
}

/** The formats email and uri are annotations; the pattern next to them validates. Lengths count characters. */
function text({ minLength, maxLength, pattern, format, ...schema }: Schema): Parts {
  if (format === 'uuid') return { text: 'z.uuid()' }
  if (format === 'date-time') return { text: 'z.iso.datetime({ offset: true })' }
  if (format === 'binary') return { text: 'uploadedFile()', said: { type: 'string', format } }
  if (format !== undefined && !['email', 'uri'].includes(format)) {
    throw new Error(`the generator does not know the format "${format}"`)
  }
  let text = 'z.string()'
  if (schema['x-trim']) text += '.trim()'
  const message = schema['x-message'] ? `, { error: ${literal(schema['x-message'])} }` : ''
  const unsayable = schema['x-pattern']
  if (unsayable !== undefined) {
    // Its lengths are in it.
    const said = Object.entries({ minLength, maxLength }).filter(([, value]) => value !== undefined)
    text += `.refine((value) => new RegExp(${literal(unsayable)}, 'u').test(value)${message})`
    return { text, said: Object.fromEntries(said) }
  }
  if (minLength !== undefined) text += `.min(${minLength})`
  if (maxLength !== undefined) text += `.refine(...atMost(${maxLength}))`
  if (pattern !== undefined) text += `.regex(new RegExp(${literal(pattern)}, 'u')${message})`
  const said = Object.entries({ maxLength, pattern, format }).filter(([, value]) => value !== undefined)
  return said.length === 0 ? { text } : { text, said: Object.fromEntries(said) }
}

/** The keys that `then` requires, where one key has the value that `if` names: all that the spec uses. */
function demanding(when: Schema, then: Schema): string {
  const [[name, { const: value }]] = Object.entries(when.properties ?? {}) as [[string, Schema]]
  const isThere = (then.required ?? []).map((required) => `${literal(required)} in value`).join(' && ')
  return `.refine((value) => value.${name} !== ${literal(value)} || (${isThere}))`
}

function calls(named: Record<string, number | undefined>): string {
  return Object.entries(named)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `.${name}(${value})`)
    .join('')
}
