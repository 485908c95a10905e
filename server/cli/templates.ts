import type { Ctx } from '../context.ts'
import type { SystemActor } from '../domain/actor.ts'
import { DomainError } from '../domain/errors.ts'
import { archiveTemplate, duplicateTemplate, restoreTemplate, unlockTemplate } from '../domain/templates/lifecycle.ts'
import { listTemplates, type TemplateSummary } from '../domain/templates/list.ts'
import { lockTemplate } from '../domain/templates/lock.ts'
import type { TemplateProblem } from '../domain/templates/problem.ts'
import type { TemplateRow } from '../domain/templates/read.ts'
import { isUuid } from '../domain/uuid.ts'
import { withContext } from './context.ts'
import { CommandError } from './errors.ts'
import { type ListForm, printList } from './lists.ts'
import { workspaceNamed } from './named-workspace.ts'
import { readTemplateFolder, writeTemplateFolder } from './template-folder.ts'

const CHANGES = {
  lock: lockTemplate,
  unlock: unlockTemplate,
  archive: archiveTemplate,
  restore: restoreTemplate,
  duplicate: duplicateTemplate,
}

export type TemplateChange = keyof typeof CHANGES

export interface TemplateListOptions extends ListForm {
  workspace?: string
}

export interface ImportOptions {
  workspace?: string
  /** The template whose draft it becomes. */
  id?: string
  lock?: boolean
}

/** `countersign templates list` */
export async function printTemplates(workspace: string, form: ListForm): Promise<void> {
  await withTemplates(async (ctx) => {
    const actor = await workspaceActor(ctx, workspace)
    const all: TemplateSummary[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listTemplates(ctx, actor, { status: 'all', limit: 100, cursor: cursor ?? null })
      all.push(...page.templates)
      cursor = page.nextCursor
    }
    printList(all, form, columns, ({ id, name, status, kind, version, updatedAt }) => ({
      ...{ id, name, status, kind, version, updated_at: updatedAt },
    }))
  })
}

/** `countersign templates export`: templates as code (decision 0502). */
export async function exportTo(id: string, folder: string): Promise<void> {
  await withTemplates(async (ctx) => writeTemplateFolder(ctx, await ownerOf(ctx, id), id, folder))
}

/** `countersign templates import` */
export async function importFrom(
  folder: string,
  workspace: string,
  { id, lock = false }: Omit<ImportOptions, 'workspace'>,
): Promise<void> {
  await withTemplates(async (ctx) => {
    const actor = await workspaceActor(ctx, workspace)
    const imported = await readTemplateFolder(ctx, actor, folder, { id: id ?? null, lock })
    for (const problem of [...imported.problems, ...imported.warnings]) printProblem(problem)
    print(imported.template)
  })
}

/** `countersign templates lock | unlock | archive | restore | duplicate` */
export async function change(name: TemplateChange, id: string): Promise<void> {
  await withTemplates(async (ctx) => print(await CHANGES[name](ctx, await ownerOf(ctx, id), id)))
}

/** Prints what the domain refuses, with each problem of the template. Exit status 1 then. */
async function withTemplates(use: (ctx: Ctx) => Promise<void>): Promise<void> {
  await withContext(async (ctx) => {
    try {
      await use(ctx)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      process.stderr.write(`${error.message}\n`)
      for (const problem of (error.top.problems as TemplateProblem[] | undefined) ?? []) printProblem(problem)
      process.exitCode = 1
    }
  })
}

/** The server, acting for the workspace with this name, slug or id. */
async function workspaceActor(ctx: Ctx, name: string): Promise<SystemActor> {
  return { kind: 'system', workspaceId: (await workspaceNamed(ctx, name)).id }
}

/** The server, acting for the workspace of this template. */
async function ownerOf(ctx: Ctx, id: string): Promise<SystemActor> {
  const found = isUuid(id)
    ? await ctx.db.selectFrom('templates').select('workspace_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw new CommandError(`there is no template ${id} (see templates list)`)
  return { kind: 'system', workspaceId: found.workspace_id }
}

type Printed = Pick<TemplateRow, 'id' | 'status' | 'version' | 'name'>

const columns = ({ id, status, version, name }: Printed) => [id, status, `version ${version}`, name]

function print(template: Printed): void {
  process.stdout.write(`${columns(template).join('\t')}\n`)
}

function printProblem({ code, message, box }: TemplateProblem): void {
  process.stderr.write(`${code}: ${message}${box === null ? '' : ` (box ${box})`}\n`)
}
