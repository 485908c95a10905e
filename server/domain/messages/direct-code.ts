import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { DirectStartsTable } from '../../db/schema.ts'
import { displayName } from '../../mail/headers.ts'
import { fill } from '../fill.ts'
import { derivedCode } from '../people/code.ts'
import { mailTexts } from './locales/index.ts'
import { sendToPerson } from './people.ts'
import { renderMail } from './templates/layout.ts'

/** Somebody who has asked by a direct link for a code to their address. */
export type DirectStart = Selectable<DirectStartsTable>

/** The code of a start, from HMAC-SHA256(code key, "direct:" ‖ id): not stored. */
export function directCode(ctx: Pick<Ctx, 'keyring'>, { id, code_key_version }: DirectStart): string {
  return derivedCode(ctx, `direct:${id}`, code_key_version)
}

/**
 * The mail with the code; nothing for a start that is over. It does not repeat the name that was typed: whoever opens
 * the link decides what stands there, and whom it goes to.
 * @throws MailError when it may be sent later
 */
export async function sendDirectCode(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('direct_starts')
    .innerJoin('direct_links', 'direct_links.id', 'direct_link_id')
    .innerJoin('workspaces', 'workspaces.id', 'direct_links.workspace_id')
    .selectAll('direct_starts')
    .select(['workspaces.name as sender', 'sender_name', 'reply_to', 'brand_color'])
    .where('direct_starts.id', '=', id)
    .executeTakeFirst()
  if (!found || found.used_at || found.expires_at <= ctx.clock.now()) return
  const { sender, sender_name: senderName, reply_to: replyTo, brand_color: color, ...start } = found
  const { directCode: texts } = mailTexts(start.locale)
  const code = directCode(ctx, start)
  const mail = renderMail({
    locale: start.locale,
    sender,
    look: { color, logo: null },
    subject: fill(texts.subject, { code, sender }),
    heading: texts.heading,
    name: null,
    paragraphs: [fill(texts.intro, { sender })],
    quote: null,
    button: null,
    facts: [{ label: texts.code, value: code }],
    small: [texts.ignore],
  })
  await sendToPerson(ctx, {
    to: start.email,
    ...mail,
    fromName: displayName(senderName ?? sender, ' via Countersign'),
    ...(replyTo !== null && { replyTo }),
    idempotencyKey: `direct_code/${id}`,
  })
}
