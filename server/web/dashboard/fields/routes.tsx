import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { FieldDefinition } from '../../../domain/fields/definition.ts'
import { archiveField, fieldRegistry, fieldState, restoreField, saveField } from '../../../domain/fields/registry.ts'
import { whereUsed } from '../../../domain/templates/uses.ts'
import { exampleProblem } from '../../../domain/values/example.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { pageNumberOf } from '../parts/numbered-pager.tsx'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { searchTextOf } from '../typed.ts'
import { FieldPage, type FieldPageProps } from './field-page.tsx'
import { definitionFrom, entriesFrom, entriesOf, type FieldEntries, NO_ENTRIES } from './form.ts'
import { FieldList } from './list-page.tsx'

type RouteContext = Context<DashboardState>

/** The registry of fields (contract 2.8). */
export function fieldRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/fields', async (c) => {
    const view = c.get('view')
    const fields = await fieldRegistry(ctx, view.actor)
    const query = {
      archived: c.req.query('tab') === 'archived',
      q: searchTextOf(c.req.query('q')),
      page: pageNumberOf(c.req.query('page')),
    }
    return c.html(<FieldList view={view} fields={fields} query={query} />)
  })

  // No key has a hyphen, and one may be "new".
  routes.get('/fields/-/new', (c) => {
    assertMayOpen(c.get('view'), 'saveField')
    const type = c.req.query('type') === 'collection' ? 'collection' : 'text'
    return showNew(c, { ...NO_ENTRIES, type }, {})
  })

  routes.post('/fields', async (c) => {
    const entries = entriesFrom(await formOf(c))
    const problems = await save(c, entries, null, null)
    // The editor of a template goes on with it.
    if (c.req.header('accept') === 'application/json') {
      if (problems) return c.json({ problems }, 422)
      return c.json({ field: (await known(c, entries.key)).definition })
    }
    if (problems) return showNew(c, entries, problems)
    return flashTo(ctx, c, '/fields', 'The field is in the registry.')
  })

  routes.get('/fields/:key', async (c) => {
    const field = await known(c, c.req.param('key'))
    return showKnown(c, field, { entries: entriesOf(field.definition), was: fieldState(field), problems: {} })
  })

  routes.post('/fields/:key', async (c) => {
    const field = await known(c, c.req.param('key'))
    const form = await formOf(c)
    const was = form.text('was')
    const entries = {
      ...entriesFrom(form),
      key: field.definition.key,
      type: entriesOf(field.definition).type,
    }
    try {
      const problems = await save(c, entries, was, field.definition)
      if (problems) return showKnown(c, field, { entries, was, problems })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'values_changed') throw error
      const now = await known(c, field.definition.key)
      return showKnown(c, now, { entries, was: fieldState(now), problems: {}, changed: entriesOf(now.definition) })
    }
    return flashTo(
      ctx,
      c,
      `/fields/${field.definition.key}`,
      'Saved. Versions of templates that are locked keep what they have.',
    )
  })

  routes.post('/fields/:key/:action{archive|restore}', async (c) => {
    const { key, action } = c.req.param()
    // For the workspace in which it was opened: another one may have the same key.
    await formOf(c)
    await (action === 'archive' ? archiveField : restoreField)(ctx, c.get('view').actor, key)
    return flashTo(
      ctx,
      c,
      `/fields/${key}`,
      action === 'archive' ? 'The field is archived.' : 'The field is in use again.',
    )
  })

  async function known(c: RouteContext, key: string) {
    const field = (await fieldRegistry(ctx, c.get('view').actor)).find(({ definition }) => definition.key === key)
    if (!field) throw new DomainError('not_found', 'the registry has no such field')
    return field
  }

  /** What is wrong with it; null: it is saved. */
  async function save(
    c: RouteContext,
    entries: FieldEntries,
    was: string | null,
    before: FieldDefinition | null,
  ): Promise<Problems | null> {
    const { actor } = c.get('view')
    assertMayOpen(c.get('view'), 'saveField')
    const read = definitionFrom(entries)
    if ('problems' in read) return read.problems
    const unfit = unfitExample(read.definition, before)
    if (unfit) return unfit
    try {
      await saveField(ctx, actor, read.definition, was)
      return null
    } catch (error) {
      return refused(error, was === null)
    }
  }

  function showNew(c: RouteContext, entries: FieldEntries, problems: Problems) {
    const page = (
      <FieldPage view={c.get('view')} known={null} was="" entries={entries} changed={null} problems={problems} />
    )
    return c.html(page, Object.keys(problems).length > 0 ? 422 : 200)
  }

  async function showKnown(
    c: RouteContext,
    { definition: { key }, archived }: Awaited<ReturnType<typeof known>>,
    { changed = null, ...shown }: Pick<FieldPageProps, 'entries' | 'was' | 'problems'> & Partial<FieldPageProps>,
  ) {
    const view = c.get('view')
    const uses = await whereUsed(ctx, view.actor, key)
    const page = <FieldPage {...shown} view={view} known={{ key, archived, uses }} changed={changed} />
    return c.html(page, changed ? 409 : Object.keys(shown.problems).length > 0 ? 422 : 200)
  }

  return routes
}

/** Previews and the code of a call need an example that the field takes; one that an import has brought stays. */
function unfitExample(definition: FieldDefinition, before: FieldDefinition | null): Problems | null {
  if (definition.kind !== 'scalar') return null
  const why = exampleProblem(definition)
  if (why === null) return null
  const isAsBefore = before?.kind === 'scalar' && before.example === definition.example
  return isAsBefore && exampleProblem(before) !== null ? null : { example: `The example ${why}.` }
}

/** Beside the entry that the verb names. Any other error is thrown on. */
function refused(error: unknown, isNew: boolean): Problems {
  if (!(error instanceof DomainError)) throw error
  const path = error.code === 'field_conflict' ? (isNew ? 'key' : 'columns') : error.meta?.path
  if (typeof path !== 'string') throw error
  return { [path.replace(/^columns\[(\d+)\]\./, 'column.$1.')]: `${error.message}.` }
}
