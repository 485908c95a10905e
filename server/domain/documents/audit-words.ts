import type { SmsFailure } from '../events/catalogue.ts'
import type { AuditMeta, AuditType, ChainedAuditEvent } from '../records/audit.ts'
import { sendsNothing } from './audit-sent.ts'

/** What happened, as the heading of an entry in the printed trail. */
const TITLES: Record<AuditType, string> = {
  created: 'Document prepared',
  staged: 'Staged for review',
  review_edited: 'Review: edited',
  confirmed: 'Review: confirmed',
  discarded: 'Review: discarded',
  sent: 'Invited to sign',
  released: 'Invited to sign, as the next in turn',
  email_sent: 'Email sent',
  email_failed: 'Email could not be sent',
  text_sent: 'Text message sent',
  text_failed: 'Text message could not be sent',
  reminded: 'Reminded',
  viewed: 'Opened the document',
  displayed: 'Had the document on screen',
  consented: 'Agreed to the consent text',
  signed: 'Signed',
  declined: 'Declined to sign',
  withdrawn: 'Request withdrawn',
  expired: 'Time to sign ended',
  deadline_extended: 'Given more time to sign',
  phone_changed: 'Phone number changed',
  link_renewed: 'Signing link replaced',
  hand_over_proposed: 'Named another person to sign',
  hand_over_ignored: 'Stays with this signer: the person named is not asked',
  reassigned: 'Request given to another person',
  sms_sent: 'Code sent by SMS',
  sms_failed: 'Code could not be sent',
  sms_verified: 'Code confirmed',
  sms_locked: 'Too many wrong codes',
  email_verified: 'Email address confirmed by a code',
  session_created: 'Opened for embedding in another site',
  session_revoked: 'Embedded session ended',
  sealed: 'Sealed',
  renewed: 'Time-stamped again, so that the seal can be checked for longer',
  abandoned: 'Ended without a seal',
  disclosed: 'Full address and device of an entry disclosed',
  deleted_by_retention: 'Files deleted',
}

/**
 * How facts are called, with the type of the entry where it is another fact in others; a key that is missing here is
 * printed with its underscores as spaces.
 */
const LABELS: Record<string, string> = {
  access: 'by',
  attempt: 'attempt',
  cert_serial: 'certificate serial number',
  email: 'to',
  expires_at: 'can be signed until',
  filename: 'file',
  field_count: 'fields in all',
  fields: 'filled in',
  from_email: 'from',
  holds_until: 'holds until',
  how: 'how',
  initials_ink: 'initials',
  ink: 'signature',
  intent: 'intent',
  length: 'bytes',
  level: 'seal level',
  link_version: 'link number',
  locale: 'language',
  message: 'about',
  new_link_version: 'new link number',
  original_length: 'bytes as sent to us',
  leading_bytes_removed: 'bytes cut off before the header',
  phone_masked: 'phone',
  preview_sha256: 'SHA-256 of what was shown last',
  placement: 'fields placed by',
  proposal: 'proposal',
  proposed_email: 'address',
  proposed_name: 'name',
  removed: 'removed from the file',
  session_id: 'session',
  signed_at: 'time on the document',
  signature_level: 'level',
  signing_mode: 'order',
  sms_message_id: 'message id',
  sms_verified_at: 'phone confirmed',
  tables: 'rows entered',
  text_sha256: 'SHA-256 of the text',
  tsa_provider: 'time-stamp by',
  time_zone: 'shown in',
  tsa_signed_at: 'time-stamp',
  version: 'version of the text',
  'review_edited.fields': 'values changed',
  review_expires_at: 'can be confirmed until',
  template_id: 'template',
  template_sha256: 'SHA-256 of the template',
  template_version: 'version of the template',
  withdrawn_by: 'by',
  abandoned_by: 'by',
  erased_by: 'at once, by',
  disclosed_by: 'to',
  event: 'entry',
}

/** Why an SMS was not sent, for its sender. */
export const SMS_REASONS: Record<SmsFailure, string> = {
  invalid_number: 'the number is not valid',
  landline: 'the number is a landline',
  blocked: 'the number takes no messages from us, or had too many attempts',
  rate_limited: 'too many codes were requested',
  allowance_exhausted: 'the SMS of this month are used up',
  not_configured: 'no SMS provider is set up',
  provider_error: 'the SMS provider failed',
}

const REMOVED: Record<string, string> = {
  javascript: 'scripts',
  launch: 'launch actions',
  submit_form: 'form submission',
  import_data: 'data import',
  remote_goto: 'links into other files',
  embedded_files: 'attachments',
  rich_media: 'rich media',
  xfa: 'XFA form',
  automatic_action: 'automatic actions',
  external_content: 'external content',
  usage_rights: 'usage rights',
  unsafe_link: 'unsafe links',
  view_change: 'actions that change what is shown',
  layer_states: 'layers that switch by themselves',
  print_difference: 'differences between screen and print',
}

/** How a signature was made. */
const INKS = { drawn: 'drawn by hand', typed: 'typed', uploaded: 'an uploaded picture' }

/** Values that are keys themselves; with the type of the entry where another one has what a person wrote. */
const VALUES: Record<string, Record<string, string>> = {
  access: {
    link: 'personal link',
    embedded_session: 'embedded session',
    direct_link: 'the direct link of the template',
    link_to_the_sender: 'the link in the email to the sender',
  },
  abandoned_by: { api: 'the sender, through the API', sender: 'the sender' },
  view: {
    pages: 'the pages as drawn',
    text: 'the text',
    download: 'a download',
    none: 'nothing (signed by a program)',
  },
  how: { ticked_the_box: 'ticked the box' },
  initials_ink: INKS,
  ink: INKS,
  intent: { pressed_finish_and_sign: 'pressed “Finish and sign”' },
  message: {
    invitation: 'the invitation',
    reminder: 'the reminder',
    completed: 'the finished document',
    observer_copy: 'the finished document, copy for an observer',
    sender_copy: 'the finished document, copy for the sender',
    declined: 'the refusal',
    expired: 'the end of the time to sign',
    withdrawn: 'the withdrawal',
    stopped: 'that it will not be completed',
    hand_over: 'the person named instead',
  },
  placement: {
    anchors: 'markers in the text',
    auto_append: 'an appended page',
    explicit: 'the sender',
  },
  'sms_failed.reason': SMS_REASONS,
  'text_failed.reason': SMS_REASONS,
  removed: REMOVED,
  signature_level: { ses: 'simple (SES)', aes: 'advanced (AES)' },
  signing_mode: { parallel: 'all at once', sequential: 'one after the other' },
  withdrawn_by: { api: 'the sender, through the API', sender: 'the sender' },
}

/** Lists of names that people gave, and not of keys. */
const NAMED: ReadonlySet<string> = new Set(['fields', 'tables', 'earlier_signatures'])

/** What was removed from the upload, in words. */
export function removedWords(removed: readonly string[]): string {
  return listWords(REMOVED, removed)
}

/** How signatures were made, in words. */
export function inkWords(ink: readonly string[]): string {
  return listWords(INKS, ink)
}

function listWords(words: Record<string, string>, values: readonly string[]): string {
  return values.map((each) => words[each] ?? inWords(each)).join(', ')
}

/** The heading of an entry. */
export function entryTitle(event: Pick<ChainedAuditEvent, 'type' | 'meta'>): string {
  if (!sendsNothing(event)) return TITLES[event.type]
  return event.type === 'released' ? 'Asked to sign, as the next in turn' : 'Asked to sign'
}

/** One published fact of an entry of this type, such as `phone: +41*******67`; null for what says nothing. */
export function factWords(type: AuditType, key: string, value: AuditMeta[string]): string | null {
  if (value === null || value === '') return null
  const label = LABELS[`${type}.${key}`] ?? LABELS[key] ?? inWords(key)
  if (NAMED.has(key) && Array.isArray(value)) return value.length === 0 ? null : `${label}: ${value.join('; ')}`
  if (Array.isArray(value)) return value.length === 0 ? null : `${label}: ${listWords(VALUES[key] ?? {}, value)}`
  if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`
  return `${label}: ${valueWords(type, key, value)}`
}

function valueWords(type: AuditType, key: string, value: string | number): string {
  if (typeof value === 'number') return /length|bytes/.test(key) ? value.toLocaleString('en') : String(value)
  if (/_(at|until)$/.test(key)) return value.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
  const words = VALUES[`${type}.${key}`] ?? VALUES[key]
  return words?.[value] ?? value
}

function inWords(key: string): string {
  return key.replaceAll('_', ' ')
}
