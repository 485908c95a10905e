import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SignerRow } from '../records/documents.ts'

/** The inputs of a link; a higher `link_version` revokes earlier links. */
export interface LinkSource {
  id: string
  link_version: number
  link_key_version: number
}

const ID_BYTES = 16
const MAC_BYTES = 32

/**
 * The signer's personal link (decision 0022: never stored). Its token is base64url(id ‖ HMAC-SHA256(link key, id ‖
 * link_version)), so that reads and reminders return the same link again and the database holds no secret.
 */
export function signingUrl(ctx: Pick<Ctx, 'config' | 'keyring'>, source: LinkSource): string {
  const id = idBytes(source.id)
  const token = Buffer.concat([id, macOf(ctx, source)]).toString('base64url')
  return `${ctx.config.publicUrl}/sign/${token}`
}

/** The signing request of a token that is genuine and not revoked; else null. */
export async function resolveLink(
  ctx: Pick<Ctx, 'keyring'>,
  db: Ctx['db'] | Tx,
  token: string,
): Promise<SignerRow | null> {
  return resolve(ctx, db, token, (row) => row)
}

/** The request that whoever had this link has proposed to pass on, once it was; else null. */
export async function resolvePassedOn(ctx: Pick<Ctx, 'keyring' | 'db'>, token: string): Promise<SignerRow | null> {
  return resolve(ctx, ctx.db, token, ({ id, passed_on_version, passed_on_key_version }) =>
    passed_on_version === null || passed_on_key_version === null
      ? null
      : { id, link_version: passed_on_version, link_key_version: passed_on_key_version },
  )
}

async function resolve(
  ctx: Pick<Ctx, 'keyring'>,
  db: Ctx['db'] | Tx,
  token: string,
  sourceOf: (row: SignerRow) => LinkSource | null,
): Promise<SignerRow | null> {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = uuidOf(bytes.subarray(0, ID_BYTES))
  const row = await db.selectFrom('signing_requests').selectAll().where('id', '=', id).executeTakeFirst()
  const source = row && sourceOf(row)
  return source && timingSafeEqual(macOf(ctx, source), bytes.subarray(ID_BYTES)) ? row : null
}

/** The keyring version for new links. */
export function currentLinkKey(ctx: Pick<Ctx, 'keyring'>): number {
  return ctx.keyring.mac('link', 'current', Buffer.alloc(0)).version
}

function macOf(ctx: Pick<Ctx, 'keyring'>, source: LinkSource): Buffer {
  const message = Buffer.alloc(ID_BYTES + 4)
  idBytes(source.id).copy(message)
  message.writeUInt32BE(source.link_version, ID_BYTES)
  return ctx.keyring.mac('link', source.link_key_version, message).mac.subarray(0, MAC_BYTES)
}

/** The 16 bytes of a UUID. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The UUID of 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Gives the signer a new link and revokes the previous one (decision 0022). The caller holds the document's lock and
 * records the reason. Embedded sessions stay valid: their tokens are not derived from the link.
 */
export async function replaceLink(ctx: Pick<Ctx, 'keyring'>, tx: Tx, signingRequestId: string): Promise<SignerRow> {
  return tx
    .updateTable('signing_requests')
    .set((eb) => ({ link_version: eb('link_version', '+', 1), link_key_version: currentLinkKey(ctx) }))
    .where('id', '=', signingRequestId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
