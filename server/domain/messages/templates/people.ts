import { type RenderedMail, renderMail } from './layout.ts'

/** The mails to people who use the dashboard, in English like the dashboard itself. */

export interface SignInFacts {
  name: string | null
  /** The workspace's name. */
  sender: string
  code: string
  url: string
}

export function signIn({ name, sender, code, url }: SignInFacts): RenderedMail {
  return renderMail({
    locale: 'en',
    subject: `${code} is your code for Countersign`,
    sender,
    look: { color: null, logo: null },
    heading: 'Sign in to Countersign',
    name,
    paragraphs: ['Enter this code in the window where you asked for it. It works once, for 15 minutes.'],
    quote: null,
    button: { label: 'Sign in on this device', url },
    facts: [{ label: 'Code', value: code }],
    small: ['If you did not ask for it, ignore this mail: nobody can sign in without it. Pass it on to nobody.'],
  })
}

export interface JoinFacts {
  workspace: string
  /** Who invites. */
  by: string
  role: 'owner' | 'member'
  url: string
}

export function join({ workspace, by, role, url }: JoinFacts): RenderedMail {
  return renderMail({
    locale: 'en',
    subject: `${by} invites you to ${workspace} on Countersign`,
    sender: workspace,
    look: { color: null, logo: null },
    heading: `Join ${workspace}`,
    name: null,
    paragraphs: [
      `${by} invites you as ${role === 'owner' ? 'an owner' : 'a member'} of the workspace ${workspace}, where documents are sent for signature.`,
    ],
    quote: null,
    button: { label: 'See the invitation', url },
    facts: [],
    small: ['It works once, for seven days. If you did not expect it, ignore this mail.'],
  })
}
