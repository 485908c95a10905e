import type { Translation } from '../../locales.ts'

/** The English texts of our emails. `{name}` is filled in by `fill`. */
export const en = {
  greeting: 'Hello {name},',
  greetingUnnamed: 'Hello,',
  invitation: {
    subject: '{sender} asks you to sign: {title}',
    heading: 'Please review and sign',
    intro: '{sender} has sent you a document to sign: {title}.',
    button: 'Review and sign',
    expires: 'You can sign until {date}.',
    message: 'Message from {sender}',
  },
  reminder: {
    subject: 'Reminder: {sender} asks you to sign: {title}',
    heading: 'Still waiting for your signature',
    intro: '{sender} sent you a document that you have not signed yet: {title}.',
    /** With the sender's own subject. */
    custom: 'Reminder: {subject}',
  },
  completion: {
    subject: 'Signed by everyone: {title}',
    heading: 'The document is complete',
    intro:
      'Everyone has signed {title}, sent by {sender}. The finished document is sealed, so that any later change can be detected.',
    attached: 'It is attached to this message. Please keep it.',
    tooLarge: 'It is too large for an email. Please download it and keep it.',
    tooLargeForObserver: 'It is too large for an email. {sender} can give you a copy.',
    button: 'Download the signed document',
    observer: 'You are receiving this copy because {sender} named you as an observer.',
    fingerprint: 'SHA-256 of the finished file',
    check: 'Check that the file is genuine and unchanged',
  },
  /** To somebody who has opened a direct link. */
  directCode: {
    subject: '{code} is your code for {sender}',
    heading: 'Confirm your email address',
    intro:
      'Enter this code on the page where you asked for it, to read and sign a document from {sender}. It works once, for 15 minutes.',
    code: 'Your code',
    ignore:
      'If you did not ask for it, ignore this message: nothing happens without the code. Do not share it with anyone.',
  },
  /** To a signer. */
  withdrawn: {
    subject: 'No longer needed: {title}',
    heading: 'You no longer need to sign',
    intro:
      '{sender} has withdrawn the request to sign {title}. There is nothing left for you to do, and the link you were sent no longer opens the document.',
  },
  /** To a signer who has signed. */
  stopped: {
    subject: 'Will not be completed: {title}',
    heading: 'The document will not be completed',
    declined:
      'You have signed {title}, sent by {sender}. Another signer has declined, so there will be no finished document. There is nothing left for you to do.',
    withdrawn:
      'You have signed {title}. {sender} has withdrawn it, so there will be no finished document. There is nothing left for you to do.',
  },
  /** The next ones go to the sender. */
  declined: {
    subject: '{name} declined to sign: {title}',
    heading: 'A signer has declined',
    intro: '{name} ({email}) has declined to sign {title}. The document can no longer be completed.',
    reason: 'Reason given by {name}',
    todo: 'You can send a corrected version; the names and fields are kept.',
  },
  expired: {
    subject: 'Not signed in time: {title}',
    heading: 'The time to sign is over',
    intro: 'The time to sign {title} is over, so the document can no longer be completed. To go on, send it again.',
    missing: 'Did not sign',
  },
  handOver: {
    subject: 'Meant for someone else? {title}',
    heading: 'Pass the document on?',
    intro:
      '{name} ({email}) was asked to sign {title} and says that it is meant for someone else. You can pass it on to the person below.',
    name: 'Name',
    email: 'Email',
    button: 'Check and pass it on',
    note: 'Nothing changes until you confirm. Check the address first: whoever gets the link can read the document. If this looks wrong, do nothing.',
  },
  /** Under every mail that carries a personal link. */
  personal: 'This link is personal. Anyone who has it can sign in your name, so please do not forward this message.',
  /** Under the mail that brings the finished document. */
  personalCopy: 'The link in this message is personal. Anyone who has it can read the document.',
  /** Under every mail to the address that a workspace notifies. */
  notified: 'You are receiving this message because this address is registered for notifications of {sender}.',
  /** Instead, to the person who sent the document. */
  sentIt: 'You are receiving this message because you sent the document.',
  /** Under that, a link to where they do. */
  choose: 'Choose what you are emailed about',
  /** The button of what the sender is told. */
  openDocument: 'Open the document',
  unexpected: 'If you did not expect this message, you can ignore it, or ask {sender}.',
  fallback: 'If the button does not work, open this address:',
  footer: 'Sent by Countersign for {sender}',
  /** A text message; keep it short, because it may be billed by length. */
  sms: '{code} is your code to sign a document from {sender}. It expires in 10 minutes. Do not share it.',
  /** A text message, followed by the link. */
  smsInvitation: '{sender} asks you to sign “{title}”. This link is personal, please do not forward it:',
}

/** The texts of a language: a missing one does not compile. */
export type MailTexts = Translation<typeof en>
