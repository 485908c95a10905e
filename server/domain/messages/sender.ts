import type { Ctx } from '../../context.ts'
import type { SenderEmails } from '../../db/schema.ts'
import { fill } from '../fill.ts'
import type { User } from '../people/members.ts'
import type { MailFacts } from './facts.ts'
import { mailTexts } from './locales/index.ts'
import type { Addressee } from './templates/layout.ts'

/**
 * The person who sent the document in the dashboard, while they belong to its workspace; else the workspace's
 * `notify_email` (decision 0020). Null: nobody, or the person wants no such mail.
 * @param isProblem somebody has to do something, so that people who want mails of problems alone get it
 */
export async function addresseeOf(
  ctx: Pick<Ctx, 'db' | 'config'>,
  { document, workspace }: MailFacts,
  isProblem: boolean,
): Promise<Addressee | null> {
  const texts = mailTexts(workspace.locale)
  const { publicUrl } = ctx.config
  const button = { label: texts.openDocument, url: `${publicUrl}/documents/${document.id}` }
  const common = { locale: workspace.locale, button }
  const person = await senderOf(ctx, { document, workspace })
  if (person) {
    if (!isWanted(person.emails, isProblem)) return null
    const choose = { label: texts.choose, url: `${publicUrl}/account#emails` }
    const foot = { small: [texts.sentIt], choose }
    return { ...common, to: person.email, name: person.name, isPerson: true, foot }
  }
  const { notify_email: to } = workspace
  if (to === null) return null
  const foot = { small: [fill(texts.notified, { sender: workspace.name })], choose: null }
  return { ...common, to, name: null, isPerson: false, foot }
}

function isWanted(emails: SenderEmails, isProblem: boolean): boolean {
  return emails === 'all' || (emails === 'problems' && isProblem)
}

/**
 * The person who sent the document in the dashboard, while they belong to its workspace; the members of a sandbox are those
 * of its live workspace.
 */
export async function senderOf(
  { db }: Pick<Ctx, 'db'>,
  { document, workspace }: Pick<MailFacts, 'document' | 'workspace'>,
): Promise<Pick<User, 'email' | 'name' | 'emails'> | undefined> {
  if (document.sent_by === null) return undefined
  return db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.email', 'users.name', 'users.emails'])
    .where('users.id', '=', document.sent_by)
    .where('memberships.workspace_id', '=', workspace.live_id ?? workspace.id)
    .executeTakeFirst()
}
