import { randomUUID } from 'node:crypto'
import { upTo } from '../../../characters.ts'
import type { DraftModel, DraftPerson } from '../../../db/schema.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { isLocale } from '../../../domain/locales.ts'
import { contactOf, emailOf, phoneOf } from '../../../domain/signers/typed-contact.ts'
import { DRAFTS, LIST, REMIND } from '../../../limits.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { lineOf, linesOf } from '../typed.ts'

export const signerName = (at: number, key: string) => `signers[${at}].${key}`

/** Somebody who signs, with the place that was typed beside them. */
export interface PlacedPerson {
  person: DraftPerson
  place: number
}

/** In the order of the page. */
export function peopleOf(form: Form): PlacedPerson[] {
  const count = Math.min(Number(form.text('signers')) || 0, DRAFTS.signers + 1)
  return Array.from({ length: count }, (_, at) => ({
    person: personOf(form, at),
    place: Number(form.text(signerName(at, 'signing_order'))) || at + 1,
  }))
}

function personOf(form: Form, at: number): DraftPerson {
  const text = (key: string, most: number) => upTo(most, form.text(signerName(at, key)))
  const locale = text('locale', 10)
  const [name, email] = [lineOf(form.text(signerName(at, 'name'))), text('email', 400)]
  // Pasted into either of the two.
  const both = email === '' && name.includes('@') ? name : /[<>\s]/.test(email.trim()) ? email : null
  const found = both === null ? { name, email: emailOf(email) } : contactOf(both)
  return {
    id: text('id', 36) || randomUUID(),
    name: upTo(120, (both === name ? '' : name) || found.name),
    email: upTo(254, found.email),
    role: text('role', 64),
    locale: isLocale(locale) ? locale : '',
    phone: phoneOf(text('phone_e164', 40)),
    sms_code: form.ticked(signerName(at, 'sms_code')),
    sms_gate: form.ticked(signerName(at, 'sms_gate')),
  }
}

/** Whether a row is of nobody yet: a role and what its signer must do may be set. */
export const isNobody = ({ name, email, phone }: DraftPerson) => name === '' && email === '' && phone === ''

/** Whether a row is of the person with this address. */
export const hasEmail =
  (email: string) =>
  (person: DraftPerson): boolean =>
    person.email.toLowerCase() === email.toLowerCase()

/** In the order that was typed. */
export function inOrder(people: readonly PlacedPerson[]): DraftPerson[] {
  return [...people].sort((a, b) => a.place - b.place).map(({ person }) => person)
}

/** Places that several have: nobody could say who comes first. */
export function sharedPlaces(people: readonly PlacedPerson[]): Problems {
  return Object.fromEntries(
    people.flatMap(({ place }, at) =>
      people.findIndex((other) => other.place === place) < at
        ? [[signerName(at, 'signing_order'), `“${place}” is the place of another too.`]]
        : [],
    ),
  )
}

export function termsOf(form: Form): Omit<DraftModel, 'signers'> {
  const days = form.text('expires_in_days')
  return {
    signing_mode: form.text('signing_mode') === 'sequential' ? 'sequential' : 'parallel',
    subject: upTo(200, lineOf(form.text('subject'))) || null,
    message: upTo(2000, linesOf(form.text('message'))) || null,
    observers: observersOf(form.text('observers')),
    expires_in_days: days !== '' && Number.isFinite(Number(days)) ? Number(days) : null,
    reminder_days: reminderDaysOf(form.text('reminder_days')),
    folder: upTo(LIST.folderName, lineOf(form.text('folder'))) || null,
  }
}

/** As of the choice: the days with spaces between them, `none`, or empty for what the workspace says. */
export const reminderChoice = (days: readonly number[] | null): string =>
  days === null ? '' : days.join(' ') || 'none'

function reminderDaysOf(choice: string): number[] | null {
  return [[], ...REMIND.choices].map((days) => [...days]).find((days) => reminderChoice(days) === choice) ?? null
}

/** One on each line, or with commas between them; what is no address is left for its check to refuse. */
function observersOf(typed: string): string[] {
  const each = linesOf(typed)
    .split(/[\n,;]/)
    .filter((one) => one.trim() !== '')
  return [...new Set(each.map((one) => contactOf(one).email || upTo(254, lineOf(one))))].slice(0, DRAFTS.observers + 1)
}

/** Those of a pasted list, a line each. */
export function pastedPeople(typed: string): Pick<DraftPerson, 'name' | 'email'>[] {
  const contacts = linesOf(typed).split('\n').map(contactOf)
  return contacts
    .filter(({ name, email }) => name !== '' || email !== '')
    .map(({ name, email }) => ({ name: upTo(120, name), email: upTo(254, email) }))
}

/** By the id of the file. */
export function titlesOf(form: Form, { files }: Pick<DraftRow, 'files'>): Record<string, string> {
  return Object.fromEntries(files.map(({ id }) => [id, upTo(200, lineOf(form.text(`title.${id}`)))]))
}
