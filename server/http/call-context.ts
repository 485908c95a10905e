import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { factsOfCall } from '../domain/instances/template.ts'
import type { OperationId } from '../generated/operations.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'
import { apiStatus } from './status.ts'

/** The calls whose errors name the template (contract 2.10). */
const NAMING_TEMPLATE: ReadonlySet<OperationId> = new Set(['instantiateTemplate', 'generateTemplate'])

/**
 * What contract 2.10 puts beside the error of instantiate, generate and confirm when their body is refused before the
 * template or the document is looked at. The verbs give it to what they refuse themselves.
 */
export async function contextOf(ctx: Ctx, c: Context<State>, error: Error): Promise<Record<string, unknown>> {
  const operation = c.get('operation')
  const actor = c.get('actor')
  if (!(error instanceof HttpError || error instanceof DomainError) || !operation || !actor) return {}
  if (apiStatus(error.code, operation.id) !== 400 || error.code === 'invalid_idempotency_key') return {}
  const problems = problemsOf(error)
  if (operation.id === 'confirmDocument') return { problems }
  if (!NAMING_TEMPLATE.has(operation.id) || 'template_id' in error.top) return {}
  const version = versionOf(c.get('body')?.data)
  const facts = await factsOfCall(ctx, actor, c.req.param('id') ?? '', version).catch((cause: unknown) => {
    ctx.log.warn({ err: cause, request_id: c.get('requestId') }, 'a refusal was sent without its template')
    return null
  })
  return facts ? { problems, warnings: c.get('warnings') ?? [], ...facts } : {}
}

function versionOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined
}

interface RefusedPlaces {
  path?: string
  issues?: { path: string; message: string }[]
  /** Unknown keys of the body. */
  fields?: string[]
  /** Unknown keys of its recipients. */
  recipients?: { index: number; fields: string[] }[]
}

function problemsOf({ code, message, meta = {} }: HttpError | DomainError) {
  const { path = '', issues, fields, recipients } = meta as RefusedPlaces
  const unknown =
    fields ?? recipients?.flatMap(({ index, fields: keys }) => keys.map((key) => `recipients[${index}].${key}`))
  if (unknown) return unknown.map((field) => ({ field, code, message: `${field} is not a key of this call` }))
  if (issues)
    return issues.map((issue) => ({ field: issue.path, code, message: `${issue.path} ${issue.message}`.trim() }))
  return [{ field: path, code, message }]
}
