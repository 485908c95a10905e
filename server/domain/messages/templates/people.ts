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
