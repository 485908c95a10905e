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
  },
  /** Under every mail that carries a personal link. */
  personal: 'This link is personal. Anyone who has it can sign in your name, so please do not forward this message.',
  /** Under the mail that brings the finished document. */
  personalCopy: 'The link in this message is personal. Anyone who has it can read the document.',
  unexpected: 'If you did not expect this message, you can ignore it, or ask {sender}.',
  fallback: 'If the button does not work, open this address:',
  footer: 'Sent by Countersign for {sender}',
  /** A text message; keep it short, because it may be billed by length. */
  sms: '{code} is your code to sign a document from {sender}. It expires in 10 minutes. Do not share it.',
}

/** The texts of a language: a missing one does not compile. */
export type MailTexts = Translation<typeof en>
