import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Origin, SenderLinkActor } from '../actor.ts'
import type { SignerRow } from '../records/documents.ts'
import { idBytes, uuidOf } from './link.ts'

type Source = Pick<SignerRow, 'id' | 'link_version' | 'link_key_version' | 'proposal'>

const ID_BYTES = 16
/** Separates these tokens from signing links, which are made with the same key. */
const PURPOSE = Buffer.from('countersign hand-over')

/**
 * The link in the email to the sender that confirms one proposal, derived like a signing link (decision 0022):
 * nothing is stored, and a later proposal or a new signing link voids it.
 */
export function proposalUrl(ctx: Pick<Ctx, 'config' | 'keyring'>, source: Source): string {
  const token = Buffer.concat([idBytes(source.id), macOf(ctx, source)]).toString('base64url')
  return `${ctx.config.publicUrl}/hand-over/${token}`
}

/** Who acts by such a link; null when it is wrong or no longer stands. */
export async function findProposal(
  ctx: Pick<Ctx, 'db' | 'keyring'>,
  token: string,
  origin: Origin,
): Promise<SenderLinkActor | null> {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = uuidOf(bytes.subarray(0, ID_BYTES))
  const row = await ctx.db.selectFrom('signing_requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.proposed_at || !timingSafeEqual(macOf(ctx, row), bytes.subarray(ID_BYTES))) return null
  const { workspace_id: workspaceId, proposal, link_version: linkVersion } = row
  return { kind: 'senderLink', workspaceId, signingRequestId: id, proposal, linkVersion, origin }
}

/** Which proposal of which holder of the request is meant. */
export type NamedProposal = Pick<SignerRow, 'proposal' | 'link_version'>

/** Whether it is the latest one, of the same person, answered or not. */
export function isNamed(signer: SignerRow, { proposal, link_version }: NamedProposal): boolean {
  return signer.proposal === proposal && signer.link_version === link_version
}

/** Whether the proposal that the link confirms is still the latest, of the same person. */
export function isStanding(signer: SignerRow, actor: SenderLinkActor): boolean {
  return (
    signer.id === actor.signingRequestId &&
    signer.proposed_at !== null &&
    isNamed(signer, { proposal: actor.proposal, link_version: actor.linkVersion })
  )
}

function macOf(ctx: Pick<Ctx, 'keyring'>, source: Source): Buffer {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(source.link_version, 0)
  numbers.writeUInt32BE(source.proposal, 4)
  return ctx.keyring.mac('link', source.link_key_version, Buffer.concat([PURPOSE, idBytes(source.id), numbers])).mac
}
