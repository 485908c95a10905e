import type { Ctx } from '../../context.ts'
import type { Carried, DraftFile, DraftPerson } from '../../db/schema.ts'
import { Email, ObserverEmails, Phone, Subject } from '../../generated/schemas.ts'
import { DRAFTS } from '../../limits.ts'
import { invalid } from '../invalid.ts'
import type { Draft, DraftPlacement, DraftSigner } from '../sending/draft.ts'
import { isSignerRole } from '../sending/signers.ts'
import { isBySms } from '../signers/channel.ts'
import { ExpiresInDays } from '../signers/days-to-sign.ts'
import type { FieldValue } from '../signing/values.ts'
import type { DraftRow } from './read.ts'

type Composed = Omit<Draft, 'source'>

/**
 * What becomes of each PDF of a draft: the envelope's people who sign in it (decision 0566), in their order.
 * @throws DomainError `invalid_request` with `meta.path` in the terms of the draft
 */
export function composeDrafts(
  { sms }: Pick<Ctx, 'sms'>,
  { model, files, carried }: Pick<DraftRow, 'model' | 'files' | 'carried'>,
): Composed[] {
  if (files.length === 0) throw invalid('file', 'there is no PDF to send')
  const signers = model.signers.map((person, at) => signerOf(person, at, carried))
  if (signers.length === 0) throw invalid('signers', 'nobody is to sign')
  for (const file of files) assertAssigned(file)
  const idle = model.signers.findIndex((person, at) => !files.some((file) => signsIn(file, person, at)))
  if (idle >= 0) {
    const role = roleOf(model.signers[idle]!, idle)
    throw invalid(`signers[${idle}].role`, `${role} has nothing to sign: no marker and no field is for this role`)
  }
  const unsigned = files.find((file) => signersIn({ model }, file).length === 0)
  if (unsigned)
    throw invalid(`title.${unsigned.id}`, `Nobody signs ${unsigned.title}. Place a field in it, or remove the PDF.`)
  assertTexted({ sms }, model.signers, carried)
  for (const file of files) assertRoles(model.signers, file)
  const days = ExpiresInDays.safeParse(model.expires_in_days)
  if (!days.success) throw invalid('expires_in_days', days.error.issues[0]!.message)
  const subject = Subject.safeParse(model.subject)
  if (!subject.success) throw invalid('subject', `The subject ${subject.error.issues[0]!.message}.`)
  return files.map((file) => ({
    placement: placementOf(file, model.signers, carried),
    signers: signers
      .filter((_, at) => signsIn(file, model.signers[at]!, at))
      .map((signer, index) => ({
        ...signer,
        order: model.signing_mode === 'sequential' ? index + 1 : null,
      })),
    signingMode: model.signing_mode,
    sendEmails: carried?.send_emails ?? true,
    title: file.title,
    message: model.message,
    subject: model.subject,
    replyTo: carried?.reply_to ?? null,
    metadata: carried?.metadata ?? null,
    observers: observersOf(model),
    callbackUrl: null,
    expiresInDays: model.expires_in_days,
    warnings: [],
    instance: null,
  }))
}

function observersOf({ observers }: DraftRow['model']): string[] {
  const wrong = observers.find((email) => !Email.safeParse(email).success)
  if (wrong !== undefined) throw invalid('observers', `${wrong} is not an email address.`)
  const checked = ObserverEmails.safeParse(observers)
  if (!checked.success) throw invalid('observers', `At most ${DRAFTS.observers} people can get a copy.`)
  return observers
}

/** The people who sign in a PDF: with markers or boxes, those who have one. */
export function signersIn({ model }: Pick<DraftRow, 'model'>, file: DraftFile): DraftPerson[] {
  return model.signers.filter((person, at) => signsIn(file, person, at))
}

/** How somebody is told apart in a document; somebody without a role is given one. */
export function roleOf({ role }: DraftPerson, at: number): string {
  return role.trim() || `Signer ${at + 1}`
}

function signsIn({ placement, markers, boxes }: DraftFile, person: DraftPerson, at: number): boolean {
  switch (placement) {
    case 'anchors':
      return markers.length === 0 || markers.some(({ role }) => role === roleOf(person, at))
    case 'explicit':
      return boxes.some(({ signer }) => signer === person.id)
    case 'auto_append':
      return true
  }
}

/** Each field that was placed by hand is for somebody. */
function assertAssigned({ id, title, placement, boxes }: DraftFile): void {
  const at = placement === 'explicit' ? boxes.findIndex(({ signer }) => signer === '') : -1
  if (at >= 0) throw invalid(`title.${id}`, `Field ${at + 1} of ${title} has no signer. Choose one under Fields.`)
}

/** Whoever gets an SMS has a phone, and this server sends some. */
function assertTexted({ sms }: Pick<Ctx, 'sms'>, people: readonly DraftPerson[], carried: Carried | null): void {
  for (const [at, person] of people.entries()) {
    const isInvited = isBySms({ channel: channelOf(person, carried) })
    if (!person.sms_code && !isInvited) continue
    const role = roleOf(person, at)
    if (sms.kind === 'none') {
      if (person.sms_code)
        throw invalid(`signers[${at}].sms_code`, 'This server sends no SMS, so nobody could enter a code.')
      throw invalid(
        'signers',
        `${role} would be invited by SMS, and this server sends none. Remove and add ${role} again.`,
      )
    }
    if (person.phone !== '') continue
    const why = person.sms_code ? 'to send the code to' : 'to send the invitation to'
    throw invalid(`signers[${at}].phone_e164`, `Enter the phone of ${role} ${why}.`)
  }
}

/** Those who sign a PDF are told apart by their roles. */
function assertRoles(people: readonly DraftPerson[], file: DraftFile): void {
  const known = new Set<string>()
  for (const [at, person] of people.entries()) {
    if (!signsIn(file, person, at)) continue
    const role = roleOf(person, at)
    if (!isSignerRole(role))
      throw invalid(`signers[${at}].role`, 'A role has only letters, digits, spaces, and _ . or -')
    if (known.has(role)) throw invalid(`signers[${at}].role`, `“${role}” is the role of another too.`)
    known.add(role)
  }
}

function channelOf({ id }: DraftPerson, carried: Carried | null): DraftSigner['channel'] {
  return carried?.signers[id]?.channel ?? 'email'
}

function placementOf(
  { placement, boxes }: DraftFile,
  people: readonly DraftPerson[],
  carried: Carried | null,
): DraftPlacement {
  if (placement !== 'explicit') return { kind: placement }
  const roles = new Map(people.map((person, at) => [person.id, roleOf(person, at)]))
  const fields = boxes.map(({ id, kind, signer, page, x, y, w, h, required, label }) => {
    const known = carried?.fields[id]
    const asked = known?.kind === kind ? known : null
    return {
      role: roles.get(signer) ?? '',
      ...{ kind, page, x, y, w, h, required, label },
      fieldKey: asked?.field_key ?? null,
      maxLength: asked?.max_length ?? null,
      option: asked?.option ?? null,
      answerType: asked?.answer_type ?? null,
      table: null,
      // Written by the API or a template, and checked there.
      value: (asked?.value ?? null) as FieldValue | null,
    }
  })
  return { kind: placement, fields }
}

function signerOf(person: DraftPerson, index: number, carried: Carried | null): DraftSigner {
  const known = carried?.signers[person.id]
  const at = `signers[${index}]`
  const role = roleOf(person, index)
  if (person.email === '') throw invalid(`${at}.email`, `The email address of ${role} is missing.`)
  if (!Email.safeParse(person.email).success) throw invalid(`${at}.email`, `${person.email} is not an email address.`)
  if (person.phone !== '' && !Phone.safeParse(person.phone).success) {
    throw invalid(`${at}.phone_e164`, 'Enter the number with its country code, such as +41 79 123 45 67.')
  }
  return {
    at,
    email: person.email,
    role,
    name: { full: person.name || null, first: null, last: null },
    locale: person.locale || null,
    phone: person.phone || null,
    requireSms: person.sms_code,
    smsGate: person.sms_code && person.sms_gate ? 'before_view' : null,
    reference: known?.reference ?? null,
    company: known?.company ?? null,
    jobTitle: known?.job_title ?? null,
    returnUrl: null,
    order: null,
    slot: null,
    pinned: false,
    channel: channelOf(person, carried),
  }
}
