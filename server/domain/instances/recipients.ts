import type { Channel } from '../../db/values.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { type Locale, toLocale } from '../locales.ts'
import type { DraftSigner } from '../sending/draft.ts'
import type { GivenName } from '../signers/person.ts'
import type { TemplateModel, TemplateSlot } from '../templates/model.ts'

/** An element of `recipients[]` (contract 2.7): who fills a slot. */
export interface Recipient {
  slot: number
  /** Null: the pinned one. */
  email: string | null
  name: GivenName
  /** Null: the template's. */
  locale: string | null
  /** E.164. */
  phone: string | null
  /** Null: as the slot says. */
  requireSms: boolean | null
  /** Undefined: as the slot says. */
  smsGate: 'before_view' | null | undefined
  reference: string | null
  company: string | null
  jobTitle: string | null
  returnUrl: string | null
  /** Null: as the slot says. */
  order: number | null
  /** Null: as the slot says. */
  channel: Channel | null
}

/**
 * The signers of an instance, in the template's order: slots, their pins and what the call says of them (decision 0507).
 * @throws DomainError `invalid_request` for an unknown or repeated slot and for what a slot demands and the call lowers;
 *   `pinned-slot-mismatch`; `missing_recipient` with `meta.slots`
 */
export function signersOf(model: TemplateModel, recipients: readonly Recipient[]): DraftSigner[] {
  recipients.forEach(({ slot }, index) => {
    const at = `recipients[${index}].slot`
    if (!model.slots.some((one) => one.slot === slot)) {
      const known = model.slots.map((one) => one.slot)
      throw invalid(at, `${at}: the template has no slot ${slot}; it has: ${known.join(', ') || 'none'}`)
    }
    if (recipients.findIndex((other) => other.slot === slot) !== index) {
      throw invalid(at, `${at}: slot ${slot} is given twice`)
    }
  })
  const missing = model.slots.filter(
    ({ slot, pinned_email: pin }) => pin === null && !recipients.some((recipient) => recipient.slot === slot),
  )
  if (missing.length > 0) {
    const slots = missing.map(({ slot }) => slot)
    throw new DomainError('missing_recipient', `recipients lacks slot ${slots.join(', ')}`, { meta: { slots } })
  }
  return model.slots.map((slot, index) => {
    const given = recipients.findIndex((recipient) => recipient.slot === slot.slot)
    return signerOf(model, { slot, position: index + 1 }, recipients[given] ?? null, given)
  })
}

/** @param position of the slot in the template, from 1: its order where the template names none */
function signerOf(
  model: TemplateModel,
  { slot, position }: { slot: TemplateSlot; position: number },
  given: Recipient | null,
  index: number,
): DraftSigner {
  const at = given === null ? 'recipients' : `recipients[${index}]`
  const email = slot.pinned_email ?? given?.email ?? null
  if (email === null) throw invalid(`${at}.email`, `${at}.email is required: slot ${slot.slot} is not pinned`)
  assertPin(slot.slot, slot.pinned_email, given?.email ?? null)
  if (slot.require_sms_verification && given?.requireSms === false) {
    const path = `${at}.require_sms_verification`
    throw invalid(path, `${path}: slot ${slot.slot} of the template requires it`)
  }
  if (slot.sms_gate !== null && given?.smsGate === null) {
    throw invalid(`${at}.sms_gate`, `${at}.sms_gate: slot ${slot.slot} of the template requires it`)
  }
  const order = model.signing_mode === 'sequential' ? (slot.signing_order ?? position) : null
  return {
    at,
    email,
    role: slot.role,
    name: nameOf(given, slot),
    locale: given?.locale ?? model.locale,
    phone: given?.phone ?? null,
    requireSms: slot.require_sms_verification || given?.requireSms === true,
    smsGate: given?.smsGate === undefined ? slot.sms_gate : given.smsGate,
    reference: given?.reference ?? null,
    company: given?.company ?? null,
    jobTitle: given?.jobTitle ?? null,
    returnUrl: given?.returnUrl ?? null,
    order: given?.order ?? order,
    slot: slot.slot,
    pinned: slot.pinned_email !== null,
    channel: given?.channel ?? slot.channel,
  }
}

function nameOf(given: Recipient | null, slot: TemplateSlot): GivenName {
  const name = given?.name
  if (name && (name.full !== null || name.first !== null || name.last !== null)) return name
  return { full: slot.pinned_name, first: null, last: null }
}

/** @throws DomainError `pinned-slot-mismatch`, which names the slot at top level (contract 7) */
export function assertPin(slot: number, pinned: string | null, email: string | null): void {
  if (pinned === null || email === null || email.trim().toLowerCase() === pinned.trim().toLowerCase()) return
  throw new DomainError('pinned-slot-mismatch', `slot ${slot} of the template is pinned to another address`, {
    top: { slot },
  })
}

/** The language of each signer who does not read the template's, by slot. */
export function languagesOf(
  recipients: readonly { slot: number | null; locale: string | null }[],
): ReadonlyMap<number, Locale> {
  return new Map(
    recipients.flatMap(({ slot, locale }): [number, Locale][] =>
      slot === null || locale === null ? [] : [[slot, toLocale(locale)]],
    ),
  )
}
