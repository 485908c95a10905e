import { refName, resolveRef, type Schema, type Spec } from '../../server/openapi.ts'

/**
 * The schema a server must follow: clients ignore keys they do not know, but the service sends only those that the
 * spec names. Every object is closed unless the spec opens it; references go to `#/closed/<name>`.
 */
export function closed(spec: Spec, schema: Schema): object {
  if (schema.$ref) return { $ref: `#/closed/${refName(schema.$ref)}` }
  const inner = parts(spec, schema)
  const composed = schema.allOf !== undefined
  const object = schema.properties !== undefined && schema.additionalProperties === undefined
  return composed || object ? { ...inner, unevaluatedProperties: false } : inner
}

/** The schema with everything inside it closed, but open itself, as each part of `allOf` must be. */
function parts(spec: Spec, schema: Schema): object {
  if (schema.$ref) return parts(spec, resolveRef(spec, schema))
  const { properties, items, additionalProperties, oneOf, anyOf, allOf, ...rest } = schema
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(spec, one)])),
    }),
    ...(items && { items: closed(spec, items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? closed(spec, additionalProperties) : additionalProperties,
    }),
    ...(oneOf && { oneOf: oneOf.map((one) => closed(spec, one)) }),
    ...(anyOf && { anyOf: anyOf.map((one) => closed(spec, one)) }),
    ...(allOf && { allOf: allOf.map((one) => parts(spec, one)) }),
  }
}
