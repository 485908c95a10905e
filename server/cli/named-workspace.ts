import type { Ctx } from '../context.ts'
import { closestTo } from '../did-you-mean.ts'
import { findWorkspace } from '../domain/records/workspaces/create.ts'
import type { Workspace } from '../domain/records/workspaces/read.ts'
import { listWorkspaces } from '../domain/records/workspaces/settings.ts'
import { CommandError } from './errors.ts'

/** As many are named where none is close. */
const NAMED_MAX = 10

/**
 * The workspace with this id, short name or name.
 * @throws CommandError that says which one was probably meant, or which there are
 */
export async function workspaceNamed(ctx: Pick<Ctx, 'db'>, name: string): Promise<Workspace> {
  return (await findWorkspace(ctx.db, name)) ?? Promise.reject(await noWorkspace(ctx, name))
}

/** @param hint one more sentence: what the caller could do */
export async function noWorkspace(ctx: Pick<Ctx, 'db'>, name: string, hint = ''): Promise<CommandError> {
  const all = await listWorkspaces(ctx)
  const names = [...new Set(all.map((workspace) => workspace.name))]
  const close =
    closestTo(name, names) ??
    closestTo(
      name,
      all.map(({ slug }) => slug),
    )
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : ''
  const known = names.length === 0 ? 'there is none yet' : `there are ${names.slice(0, NAMED_MAX).join(', ')}${more}`
  const which = close === null ? known : `did you mean ${JSON.stringify(close)}?`
  return new CommandError([`there is no workspace ${name}; ${which}`, hint].filter(Boolean).join('\n'))
}
