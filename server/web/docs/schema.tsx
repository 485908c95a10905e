import type { Schema, Spec } from '../../openapi.ts'
import { InlineMarkdown } from './markdown.tsx'
import { DEPTH_MAX, innerOf, keysOf, limitsOf, typeOf } from './schema-facts.ts'
import { merged } from './spec.ts'

interface Props {
  spec: Spec
  schema: Schema
  depth?: number
}

/** The keys of an object, those of objects inside it below them. Nothing for a value without keys. */
export function Fields({ spec, schema, depth = 0 }: Props) {
  const { properties, required } = keysOf(spec, schema)
  const rows = Object.entries(properties)
  if (rows.length === 0 || depth >= DEPTH_MAX) return null
  return (
    <ul class="keys">
      {rows.map(([name, property]) => (
        <Field spec={spec} name={name} schema={property} required={required.has(name)} depth={depth} />
      ))}
    </ul>
  )
}

function Field({ spec, name, schema, required, depth }: Required<Props> & { name: string; required: boolean }) {
  const target = merged(spec, schema)
  const limits = limitsOf(target)
  return (
    <li>
      <code class="key">{name}</code> <span class="type">{typeOf(spec, target)}</span>
      {required && <span class="required">required</span>}
      {schema['x-since'] === 'next' && <span class="next">next</span>}
      {target.description && (
        <p>
          <InlineMarkdown text={target.description} />
        </p>
      )}
      {limits && <p class="limits">{limits}</p>}
      <Fields spec={spec} schema={innerOf(spec, target)} depth={depth + 1} />
    </li>
  )
}
