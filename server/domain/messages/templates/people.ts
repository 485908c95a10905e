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
    small: ['If you did not ask for it, ignore this mail: nobody can sign in without it. Do not share it with anyone.'],
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

/** To the new address. */
export function emailCode({ code }: { code: string }): RenderedMail {
  return renderMail({
    ...PLAIN,
    subject: `${code} confirms your new address for Countersign`,
    heading: 'Confirm your new address',
    paragraphs: ['Enter this code where you asked to change your address. It works once, for 15 minutes.'],
    facts: [{ label: 'Code', value: code }],
    small: [
      'If you did not ask for it, ignore this mail: nothing changes without the code. Do not share it with anyone.',
    ],
  })
}

/** To the old address. @param now the new one, masked */
export function emailChanged({ now }: { now: string }): RenderedMail {
  return renderMail({
    ...PLAIN,
    subject: 'Your address for Countersign has changed',
    heading: 'Your address has changed',
    paragraphs: [`You now sign in as ${now}. This address can no longer be used to sign in.`],
    facts: [],
    small: [
      'If it was not you, ask an owner of your workspace at once to remove the person, and whoever runs the server.',
    ],
  })
}

const PLAIN = {
  locale: 'en',
  sender: 'Countersign',
  look: { color: null, logo: null },
  name: null,
  quote: null,
  button: null,
} as const

export interface NotSentFacts {
  name: string | null
  /** The workspace's name. */
  sender: string
  title: string
  /** In words, as a refusal says it. */
  problem: string
  url: string
}

export function notSent({ name, sender, title, problem, url }: NotSentFacts): RenderedMail {
  return renderMail({
    locale: 'en',
    subject: `Not sent: ${title}`,
    sender,
    look: { color: null, logo: null },
    heading: 'A scheduled document was not sent',
    name,
    paragraphs: [
      `${title} should have gone out, and could not be sent. It is kept as a draft, and nobody was notified.`,
    ],
    quote: null,
    button: { label: 'Open the draft', url },
    facts: [{ label: 'Why', value: problem }],
    small: [],
  })
}

export interface NotDeliveredFacts {
  about: 'invitation' | 'completed' | 'observer_copy'
  /** The workspace's name. */
  sender: string
  title: string
  /** Whom it was for. */
  email: string
  /** As in the audit trail. */
  reason: string
  url: string
}

const NOT_DELIVERED = {
  invitation: 'Invitation not delivered',
  completed: 'Signed copy not delivered',
  observer_copy: 'Signed copy not delivered',
}

/** The server may still be trying: a mail server that is down and an address that does not exist look alike to it. */
export function notDelivered({ about, sender, title, email, reason, url }: NotDeliveredFacts): RenderedMail {
  const what = about === 'invitation' ? 'The invitation to sign' : 'The signed copy of'
  return renderMail({
    locale: 'en',
    subject: `${NOT_DELIVERED[about]}: ${title}`,
    sender,
    look: { color: null, logo: null },
    heading: NOT_DELIVERED[about],
    name: null,
    paragraphs: [
      `${what} ${title} could not be delivered to ${email}.`,
      'Check the address. If the mail server was only down, it is tried again by itself.',
    ],
    quote: null,
    button: { label: 'Open the document', url },
    facts: [{ label: 'Why', value: reason }],
    small: [],
  })
}

/** Of a scheduled draft that was deleted with the document that it was a copy of. */
export function draftDeleted({ name, sender, title, url }: Omit<NotSentFacts, 'problem'>): RenderedMail {
  return renderMail({
    locale: 'en',
    subject: `Not sent: ${title}`,
    sender,
    look: { color: null, logo: null },
    heading: 'A scheduled document was not sent',
    name,
    paragraphs: [
      `${title} was to be sent again later. The document has been deleted since, and its copy with it. Nobody was notified.`,
      'To send it all the same, upload the PDF as a new document.',
    ],
    quote: null,
    button: { label: 'Open the deleted document', url },
    facts: [],
    small: [],
  })
}
