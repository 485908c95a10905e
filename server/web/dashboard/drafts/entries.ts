import { randomUUID } from 'node:crypto'
import { upTo } from '../../../characters.ts'
import type { DraftModel, DraftPerson } from '../../../db/schema.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { isLocale } from '../../../domain/locales.ts'
import { emailOf, phoneOf } from '../../../domain/signers/typed-contact.ts'
import { DRAFTS } from '../../../limits.ts'
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
  return {
    id: text('id', 36) || randomUUID(),
    name: upTo(120, lineOf(form.text(signerName(at, 'name')))),
    email: emailOf(text('email', 254)),
    role: text('role', 64),
    locale: isLocale(locale) ? locale : '',
    phone: phoneOf(text('phone_e164', 40)),
    sms_code: form.ticked(signerName(at, 'sms_code')),
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
    message: upTo(2000, linesOf(form.text('message'))) || null,
    expires_in_days: days !== '' && Number.isFinite(Number(days)) ? Number(days) : null,
  }
}

/** By the id of the file. */
export function titlesOf(form: Form, { files }: Pick<DraftRow, 'files'>): Record<string, string> {
  return Object.fromEntries(files.map(({ id }) => [id, upTo(200, lineOf(form.text(`title.${id}`)))]))
}
