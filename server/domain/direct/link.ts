import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { DirectLinksTable } from '../../db/schema.ts'
import { idBytes, uuidOf } from '../signers/link.ts'

export type DirectLink = Selectable<DirectLinksTable>

const ID_BYTES = 16
/** Separates these tokens from signing links, which are made with the same key. */
const PURPOSE = Buffer.from('countersign direct link')

/**
 * The page behind a direct link, derived like a signing link (decision 0022): nothing is stored, and its sender sees the
 * same address again.
 */
export function directLinkUrl(ctx: Pick<Ctx, 'config' | 'keyring'>, link: DirectLink): string {
  const token = Buffer.concat([idBytes(link.id), macOf(ctx, link)]).toString('base64url')
  return `${ctx.config.publicUrl}/direct/${token}`
}

/** The direct link of a genuine token, also one that was switched off; else null. */
export async function resolveDirectLink(ctx: Pick<Ctx, 'db' | 'keyring'>, token: string): Promise<DirectLink | null> {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = uuidOf(bytes.subarray(0, ID_BYTES))
  const link = await ctx.db.selectFrom('direct_links').selectAll().where('id', '=', id).executeTakeFirst()
  return link && timingSafeEqual(macOf(ctx, link), bytes.subarray(ID_BYTES)) ? link : null
}

function macOf(ctx: Pick<Ctx, 'keyring'>, { id, link_key_version: version }: DirectLink): Buffer {
  return ctx.keyring.mac('link', version, Buffer.concat([PURPOSE, idBytes(id)])).mac
}
