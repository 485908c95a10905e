import { resolveRef, type Schema, type Spec } from '../../server/openapi.ts'

/** Values that fit no schema in particular, for the places where a schema is to be broken. */
export const JUNK: readonly unknown[] = [
  null,
  0,
  1,
  -1,
  1.5,
  '',
  'x',
  '😀',
  'a'.repeat(5000),
  'line\nbreak',
  'a@example.com',
  'https://203.0.113.7/x',
  '2026-10-10T00:00:00Z',
  '2026-13-45',
  '7b1a3a5e-3c1c-4a83-9f2e-0d1f2a3b4c5d',
  true,
  [],
  {},
  [[]],
  { a: { b: 1 } },
]

/** A repeatable source of small numbers. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below `sides`. */
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff
    // The low bits of such a generator repeat quickly.
    return (this.#state >>> 8) % sides
  }

  pick<T>(list: readonly T[]): T {
    return list[this.roll(list.length)]!
  }
}

/** Strings that fit the patterns of the spec, by what the pattern is for. */
const TEXTS: readonly string[] = [
  'ada@example.com',
  'tenant',
  '+41791234567',
  'Ada Lovelace',
  'deposit_amount',
  // Reserved for documentation: refused without any network access.
  'https://203.0.113.7/lease.pdf',
  `evt_${'a'.repeat(32)}`,
  `whsec_${'a'.repeat(48)}`,
  'f'.repeat(64),
  'two\nlines',
  'नमस्ते',
  '署名',
  'bytes=0-9',
  'bytes=99999999-',
]
const BY_FORMAT: Record<string, unknown> = {
  // A file part after it was written to disk.
  binary: { received: {} },
  uuid: '7b1a3a5e-3c1c-4a83-9f2e-0d1f2a3b4c5d',
  'date-time': '2026-10-10T00:00:00Z',
}

/** Makes values from schemas: mostly fitting, one place in `1 / wildness` not. */
export class Sampler {
  constructor(
    private readonly spec: Spec,
    private readonly dice: Dice,
    private readonly wildness: number,
  ) {}

  sample(reference: Schema): unknown {
    const schema = resolveRef(this.spec, reference)
    const { dice } = this
    if (dice.roll(this.wildness) === 0) return dice.pick(JUNK)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => this.sample(part)))
    const members = schema.oneOf ?? schema.anyOf
    if (members) return this.sample(dice.pick(members))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return dice.pick(schema.enum)
    switch (Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type) {
      case 'object':
        return this.#object(schema)
      case 'array':
        return Array.from({ length: dice.roll(4) }, () => this.sample(schema.items!))
      case 'integer':
        return dice.pick([schema.minimum ?? 0, schema.maximum ?? 2, (schema.minimum ?? 1) - 1, 1, 2])
      case 'number':
        return dice.pick([schema.minimum ?? 0, schema.maximum ?? 1, (schema.maximum ?? 1) + 0.001, 0.25])
      case 'boolean':
        return dice.roll(2) === 0
      case 'null':
        return null
      default:
        return this.#text(schema)
    }
  }

  #object(schema: Schema): Record<string, unknown> {
    const { dice } = this
    const value: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const wanted = schema.required?.includes(name) ? dice.roll(this.wildness) > 0 : dice.roll(2) === 0
      if (wanted) value[name] = this.sample(property)
    }
    if (typeof schema.additionalProperties === 'object') value.order = this.sample(schema.additionalProperties)
    if (dice.roll(this.wildness) === 0) value.extra = dice.pick(JUNK)
    return value
  }

  #text(schema: Schema): unknown {
    const { dice } = this
    if (schema.format && BY_FORMAT[schema.format]) return BY_FORMAT[schema.format]
    if (schema.maxLength !== undefined && dice.roll(4) === 0) {
      const length = schema.maxLength + dice.roll(3) - 1
      return dice.pick(['a', '😀']).repeat(length)
    }
    const pattern = schema['x-pattern'] ?? schema.pattern
    const fitting = pattern ? TEXTS.filter((text) => new RegExp(pattern, 'u').test(text)) : TEXTS
    return dice.pick(fitting.length > 0 && dice.roll(6) > 0 ? fitting : TEXTS)
  }
}
