import { parseArgs } from 'node:util'
import type { Ctx } from '../context.ts'
import type { SystemActor } from '../domain/actor.ts'
import { DomainError } from '../domain/errors.ts'
import { archiveTemplate, duplicateTemplate, restoreTemplate, unlockTemplate } from '../domain/templates/lifecycle.ts'
import { listTemplates } from '../domain/templates/list.ts'
import { lockTemplate } from '../domain/templates/lock.ts'
import type { TemplateProblem } from '../domain/templates/problem.ts'
import type { TemplateRow } from '../domain/templates/read.ts'
import { isUuid } from '../domain/uuid.ts'
import { withContext } from './context.ts'
import { readTemplateFolder, writeTemplateFolder } from './template-folder.ts'
import { writeTypes } from './template-types.ts'
import { UsageError } from './usage-error.ts'

const USAGE = `templates list --workspace NAME
templates export ID DIR
templates import DIR --workspace NAME [--id ID] [--lock]
templates lock|unlock|archive|restore|duplicate ID
templates types [ID]... [--out FILE]`

const CHANGES: Record<string, (ctx: Ctx, actor: SystemActor, id: string) => Promise<TemplateRow>> = {
  lock: lockTemplate,
  unlock: unlockTemplate,
  archive: archiveTemplate,
  restore: restoreTemplate,
  duplicate: duplicateTemplate,
}

/** `countersign templates`: templates as code, and their states (decision 0502); types for callers. */
export async function run([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'types') return writeTypes(args)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { workspace: { type: 'string' }, id: { type: 'string' }, lock: { type: 'boolean' } },
  })
  const [first = '', second = ''] = positionals
  const change = CHANGES[verb]
  await withContext(async (ctx) => {
    try {
      if (verb === 'list') await list(ctx, await workspaceActor(ctx, values.workspace))
      else if (verb === 'export' && second) await writeTemplateFolder(ctx, await ownerOf(ctx, first), first, second)
      else if (verb === 'import' && first) {
        const actor = await workspaceActor(ctx, values.workspace)
        const imported = await readTemplateFolder(ctx, actor, first, {
          id: values.id ?? null,
          lock: values.lock ?? false,
        })
        for (const problem of [...imported.problems, ...imported.warnings]) printProblem(problem)
        print(imported.template)
      } else if (change && first) print(await change(ctx, await ownerOf(ctx, first), first))
      else throw new UsageError(USAGE)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      process.stderr.write(`${error.message}\n`)
      for (const problem of (error.top.problems as TemplateProblem[] | undefined) ?? []) printProblem(problem)
      process.exitCode = 1
    }
  })
}

async function list(ctx: Ctx, actor: SystemActor): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const page = await listTemplates(ctx, actor, { status: 'all', limit: 100, cursor })
    for (const template of page.templates) print(template)
    cursor = page.nextCursor
    if (cursor === null) return
  }
}

/** The server, acting for the workspace with this name, slug or id. */
async function workspaceActor(ctx: Ctx, name: string | undefined): Promise<SystemActor> {
  if (name === undefined) throw new UsageError(USAGE)
  const all = await ctx.db.selectFrom('workspaces').select(['id', 'name', 'slug']).execute()
  const found = all.find((workspace) => [workspace.id, workspace.slug, workspace.name].includes(name))
  if (!found) throw new UsageError(`there is no workspace ${name} (see workspaces list)`)
  return { kind: 'system', workspaceId: found.id }
}

/** The server, acting for the workspace of this template. */
async function ownerOf(ctx: Ctx, id: string): Promise<SystemActor> {
  const found = isUuid(id)
    ? await ctx.db.selectFrom('templates').select('workspace_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw new UsageError(`there is no template ${id} (see templates list)`)
  return { kind: 'system', workspaceId: found.workspace_id }
}

function print({ id, status, version, name }: Pick<TemplateRow, 'id' | 'status' | 'version' | 'name'>): void {
  process.stdout.write(`${[id, status, `version ${version}`, name].join('\t')}\n`)
}

function printProblem({ code, message, box }: TemplateProblem): void {
  process.stderr.write(`${code}: ${message}${box === null ? '' : ` (box ${box})`}\n`)
}
