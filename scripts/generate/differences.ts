import { type Operation, operationsOf, resolveRef, type Spec } from '../../server/openapi.ts'
import { changed, type Difference, ofLists } from './difference.ts'
import { schemaDifferences } from './schema-differences.ts'

/** Operations, events, parameters, bodies, statuses, codes and headers, and everything that schemas say. */
export function differencesOf(before: Spec, after: Spec): Difference[] {
  const endpoints = ofLists(endpointsOf(before), endpointsOf(after), (name) => name)
  const inside = operationsOf(before).flatMap(({ method, path, operation }) => {
    const next = after.paths[path]?.[method]
    return next ? ofOperation(`${method.toUpperCase()} ${path}`, [before, operation], [after, next]) : []
  })
  const events = Object.entries(before.webhooks).flatMap(([name, { post }]) => {
    const next = after.webhooks[name]?.post
    return next ? ofOperation(name, [before, post], [after, next]) : []
  })
  return [...endpoints, ...inside, ...events, ...schemaDifferences(before, after)]
}

/** `METHOD /path` of every operation, and the name of every webhook. */
export function endpointsOf(spec: Spec): string[] {
  return [
    ...operationsOf(spec).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...Object.keys(spec.webhooks),
  ]
}

type Side = readonly [Spec, Operation]

function ofOperation(at: string, before: Side, after: Side): Difference[] {
  const both = <T>(of: (side: Side) => T) => [of(before), of(after)] as const
  const security = both(([, operation]) => JSON.stringify(operation.security ?? null))
  const asksForBody = both(([, operation]) => operation.requestBody?.required === true)
  return [
    ...ofParameters(at, before, after),
    ...ofLists(...both(mediaTypesOf), (type) => `${at} ${type}`),
    ...(asksForBody[1] && !asksForBody[0] ? [changed(`${at} body`, true)] : []),
    ...ofLists(...both(answersOf), (answer) => `${at} ${answer}`),
    ...(security[0] === security[1] ? [] : [changed(`${at} security`, true)]),
  ]
}

function ofParameters(at: string, before: Side, after: Side): Difference[] {
  const [old, next] = [before, after].map(([spec, operation]) => {
    const all = (operation.parameters ?? []).map((one) => resolveRef(spec, one))
    return new Map(all.map((one) => [`${at} ${one.in === 'query' ? '?' : ''}${one.name}`, one.required === true]))
  }) as [Map<string, boolean>, Map<string, boolean>]
  return [
    ...ofLists([...old.keys()], [...next.keys()], (name) => name).map((one) =>
      one.change === 'added' ? { ...one, breaking: next.get(one.name) === true } : one,
    ),
    ...[...next].flatMap(([name, required]) => (required && old.get(name) === false ? [changed(name, true)] : [])),
  ]
}

const mediaTypesOf = ([, operation]: Side): string[] => Object.keys(operation.requestBody?.content ?? {})

/** `200`, `200 header ETag`, `409`, `409 busy`. */
function answersOf([spec, operation]: Side): string[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const { headers = {}, content = {}, 'x-codes': codes = [] } = resolveRef(spec, response)
    // Of an error the codes say it all; they come with the status.
    if (codes.length > 0) return codes.map((code) => `${status} ${code}`)
    const own = Object.keys(headers).map((name) => `${status} header ${name}`)
    return [status, ...own, ...Object.keys(content).map((type) => `${status} ${type}`)]
  })
}
