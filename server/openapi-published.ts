import { type Media, operationsOf, resolveRef, type Schema, type Spec } from './openapi.ts'

export const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'
const HIDDEN = 'application/*'

/**
 * The spec as it is published, for generators of clients (decision 0003). JSON beside multipart is listed as
 * `application/*` without a `schema`: they otherwise take it and cannot send a file. A part that is a list or an object is
 * published without null: they otherwise append it to the form without encoding it.
 */
export function toPublish(spec: Spec): Spec {
  const published = withContents(spec, ({ [JSON_TYPE]: json, ...content }) => {
    if (!json || !(MULTIPART in content)) return null
    const { schema, ...rest } = json
    return { ...content, [HIDDEN]: { 'x-schema': schema, ...rest } as Media }
  })
  return withParts(published, (part) => {
    const plain = withoutNull(published, part)
    return plain && { ...plain, 'x-schema': part }
  })
}

/** The opposite of `toPublish`: what the server takes. */
export function asMeant(published: Spec): Spec {
  const spec = withContents(published, ({ [HIDDEN]: hidden, ...content }) => {
    const { 'x-schema': schema, ...rest } = hidden ?? {}
    return schema ? { ...content, [JSON_TYPE]: { ...rest, schema } } : null
  })
  return withParts(spec, (part) => part['x-schema'] ?? null)
}

/** A list or an object that may be null, without null; null for anything else. */
function withoutNull(spec: Spec, part: Schema): Schema | null {
  const { type, oneOf, 'x-judged-by-domain': _, ...rest } = { ...resolveRef(spec, part), $ref: undefined }
  if (Array.isArray(type) && type.includes('array')) return { ...rest, type: 'array' }
  const object = oneOf?.find((member) => resolveRef(spec, member).type === 'object')
  return object ? { ...rest, ...object } : null
}

/** Changes the properties of multipart bodies; null leaves one as it is. */
function withParts(spec: Spec, change: (part: Schema) => Schema | null): Spec {
  for (const { operation } of operationsOf(spec)) {
    const schema = operation.requestBody?.content[MULTIPART]?.schema
    const { properties = {} } = schema ? resolveRef(spec, schema) : {}
    // Two operations may share one schema.
    for (const [name, part] of Object.entries(properties)) properties[name] = change(part) ?? part
  }
  return spec
}

type Contents = Record<string, Media>

/** A copy with the contents of request bodies changed; null leaves one as it is. */
function withContents(spec: Spec, change: (content: Contents) => Contents | null): Spec {
  const copy = structuredClone(spec)
  for (const { operation } of operationsOf(copy)) {
    const body = operation.requestBody
    if (body) body.content = change(body.content) ?? body.content
  }
  return copy
}
