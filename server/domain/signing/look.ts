import { createHash } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'

/** What the sender's pages look like. */
export interface PageLook {
  /** `#rrggbb`; null: ours. */
  colour: string | null
  /** Another text for another picture; null: there is none. */
  logo: string | null
}

export interface LogoPicture {
  bytes: Uint8Array
  mediaType: 'image/png' | 'image/jpeg'
}

export function pageLook({ brand_color: colour, logo }: Pick<Workspace, 'brand_color' | 'logo'>): PageLook {
  return { colour, logo: logo && createHash('sha256').update(logo).digest('hex').slice(0, 12) }
}

/** The picture of whoever sent the document; null: there is none. */
export async function logoForSigner(ctx: Ctx, actor: Actor): Promise<LogoPicture | null> {
  assertMay(ctx, actor, 'logoForSigner')
  return logoOf(await readWorkspace(ctx.db, actor.signer.workspace_id))
}

export function logoOf({ logo, logo_type: mediaType }: Pick<Workspace, 'logo' | 'logo_type'>): LogoPicture | null {
  return logo && mediaType ? { bytes: logo, mediaType } : null
}
