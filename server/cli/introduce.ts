import type { ServerCtx } from '../context.ts'
import { linkFor } from '../domain/people/operator-link.ts'
import { createFirstWorkspace, type FirstWorkspace } from '../domain/records/workspaces/create.ts'

/** Whom the first start signs in, who then invites others. A valid address: Start makes it the first signer's. */
const FIRST_OWNER = 'owner@example.com'

/**
 * A development server shows its addresses; a new one creates a workspace first, and shows its key and a link to its
 * dashboard, once. On the terminal, not in the log: logs are stored.
 */
export async function introduce(ctx: ServerCtx): Promise<void> {
  const { mode, publicUrl, apiUrl, mailUrl } = ctx.config
  if (mode === 'production') return
  const first = await createFirstWorkspace(ctx)
  const lines = first ? await ofFirstStart(ctx, first) : [`API         ${apiUrl}`, `Dashboard   ${publicUrl}/sign-in`]
  lines.unshift(`Countersign is running at ${publicUrl}`)
  if (mailUrl.startsWith('outbox:')) lines.push(`Mailbox     ${publicUrl}/dev/outbox`)
  lines.push(`Docs        ${publicUrl}/docs`)
  process.stderr.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
}

async function ofFirstStart(ctx: ServerCtx, { workspace, key }: FirstWorkspace): Promise<string[]> {
  const owner = { workspaceId: workspace.id, email: FIRST_OWNER, name: null, role: 'owner' } as const
  return [
    `Workspace   ${workspace.name}`,
    `API key     ${key}   (shown only this once)`,
    `Try it      curl -H 'Authorization: Bearer ${key}' ${ctx.config.apiUrl}/me`,
    `Sign in     ${await linkFor(ctx, owner, '/start')}   (once, within 15 minutes)`,
  ]
}
