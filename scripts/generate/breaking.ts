import { operationsOf, resolve, type Schema, type Spec } from './spec.ts'

/**
 * What callers of `before` may rely on and `after` lacks or newly asks for (contract 9.3, 9.4): operations, webhooks,
 * statuses and codes, keys of objects, values of enums, types; required parameters and keys of bodies. Texts, patterns and
 * limits are not compared.
 */
export function breakingChanges(before: Spec, after: Spec): string[] {
  return [...operationChanges(before, after), ...schemaChanges(before, after)]
}

/** `METHOD /path` of every operation, and the name of every webhook. */
export function endpointsOf(spec: Spec): string[] {
  return [
    ...operationsOf(spec).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...Object.keys(spec.webhooks),
  ]
}

function operationChanges(before: Spec, after: Spec): string[] {
  const left = new Set(endpointsOf(after))
  const gone = endpointsOf(before).flatMap((name) => (left.has(name) ? [] : [`${name} is gone`]))
  const same = operationsOf(before).flatMap(({ method, path, operation: old }) => {
    const operation = after.paths[path]?.[method]
    if (!operation) return []
    const at = `${method.toUpperCase()} ${path}`
    const known = new Set((old.parameters ?? []).map((one) => resolve(before, one).name))
    const asked = (operation.parameters ?? []).map((one) => resolve(after, one)).filter(({ required }) => required)
    return [
      ...asked.flatMap(({ name }) => (known.has(name) ? [] : [`${at}: the parameter ${name} is required`])),
      ...(operation.requestBody?.required && !old.requestBody?.required ? [`${at}: a body is required`] : []),
      ...Object.keys(old.requestBody?.content ?? {}).flatMap((type) =>
        operation.requestBody?.content[type] ? [] : [`${at}: ${type} is not taken any more`],
      ),
      ...Object.entries(old.responses).flatMap(([status, response]) => {
        const next = operation.responses[status]
        if (!next) return [`${at}: ${status} is gone`]
        const codes = resolve(after, next)['x-codes'] ?? []
        const lost = (resolve(before, response)['x-codes'] ?? []).filter((code) => !codes.includes(code))
        return lost.map((code) => `${at}: ${status} ${code} is gone`)
      }),
    ]
  })
  return [...gone, ...same]
}

function schemaChanges(before: Spec, after: Spec): string[] {
  return Object.entries(before.components.schemas).flatMap(([name, schema]) => {
    const next = after.components.schemas[name]
    return next ? differences(name, schema, next) : []
  })
}

function differences(at: string, old: Schema, next: Schema): string[] {
  const types = (schema: Schema) => JSON.stringify([schema.type, schema.$ref, schema.const])
  const found = types(old) === types(next) ? [] : [`${at}: ${types(old)} became ${types(next)}`]
  for (const value of old.enum ?? [])
    if (!next.enum?.includes(value) && next.enum) found.push(`${at}: ${value} is gone`)
  const properties = old.properties ?? {}
  for (const [name, property] of Object.entries(properties)) {
    const other = next.properties?.[name]
    found.push(...(other ? differences(`${at}.${name}`, property, other) : [`${at}.${name} is gone`]))
  }
  // Only input schemas are strict; in responses, more that is always there is no loss.
  const asked = old.additionalProperties === false ? (next.required ?? []) : []
  found.push(...asked.flatMap((name) => (old.required?.includes(name) ? [] : [`${at}.${name} is required`])))
  if (old.items && next.items) found.push(...differences(`${at}[]`, old.items, next.items))
  return found
}
