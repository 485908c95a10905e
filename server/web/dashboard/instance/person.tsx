import { LOCALES } from '../../../domain/locales.ts'
import { emailOf, phoneOf } from '../../../domain/signers/typed-contact.ts'
import type { Form } from '../form.ts'
import { EntryField, type Problems, Select } from '../parts/form.tsx'
import { Facts } from '../parts/pieces.tsx'
import type { Entries } from './entries.ts'

/** What a form asks of a recipient. */
const PARTS = ['name', 'email', 'phone_e164', 'locale', 'signing_order'] as const
export type PersonPart = (typeof PARTS)[number]

export const personEntry = (slot: number | null, part: PersonPart) => `slot${slot}.${part}`

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** Every language of the signers' pages and mails, with its name in English. */
export const LANGUAGES = LOCALES.map((locale) => [locale, LANGUAGE_NAMES.of(locale) ?? locale] as const)

export const SIGNING_MODES = [
  ['parallel', 'All at once'],
  ['sequential', 'One after the other'],
] as const

/** What was sent of the recipients, as the form shows it again. */
export function personEntries(form: Form, slots: readonly (number | null)[]): Entries {
  const entries = slots.flatMap((slot) =>
    PARTS.map((part) => {
      const name = personEntry(slot, part)
      return [name, cleaned(part, form.text(name))]
    }),
  )
  return Object.fromEntries(entries)
}

function cleaned(part: PersonPart, typed: string): string {
  if (part === 'email') return emailOf(typed)
  return part === 'phone_e164' ? phoneOf(typed) : typed
}

const WORDS: Record<PersonPart, string> = {
  name: 'name',
  email: 'address',
  phone_e164: 'phone number',
  locale: 'language',
  signing_order: 'place in the order',
}

/** A problem of a recipient at its field of the form. @param role what the recipient is called */
export function personProblem(
  { field, message }: { field: string; message: string },
  slot: number | null,
  role: string,
): Problems {
  const part = field.split('.').at(-1) ?? ''
  const known = PARTS.find((one) => one === part)
  if (!known) return { [personEntry(slot, 'email')]: message.replace(field, `${part} of ${role}`) }
  const called = `The ${WORDS[known]} of ${role}`
  // The plan of a send names the key of the API, without its place.
  const words = message.replace(/^signing_order (\d+) is given twice.*/, `${called}: $1 is given twice`)
  return { [personEntry(slot, known)]: words.replace(field, called) }
}

/** Of any recipient; keys of values may be called as it is. */
const PLACE = /^slot(?:\d+|null)\.signing_order$/

/** What a browser that checks its own fields does not send: places that are none. */
export function wrongPlaces(entries: Entries): Problems {
  const wrong = Object.entries(entries).filter(
    ([name, text]) => PLACE.test(name) && text !== '' && !/^([1-9]\d?|100)$/.test(text),
  )
  return Object.fromEntries(wrong.map(([name]) => [name, 'A place in the order is a number from 1 to 100.']))
}

export interface PersonProps {
  slot: number | null
  role: string
  pinned: boolean
  /** They sign one after the other. */
  ordered: boolean
  /** How many there are. */
  of: number
  entries: Entries
  problems: Problems
}

/** A recipient: who it is, and how they are written to. */
export function PersonFields({ slot, role, pinned, ordered, of, entries, problems }: PersonProps) {
  const given = (part: PersonPart) => {
    const name = personEntry(slot, part)
    return { name, value: entries[name] ?? '', problems }
  }
  return (
    <fieldset class="person">
      <legend>
        {role}
        {pinned && ', pinned to this address'}
      </legend>
      <EntryField {...given('name')} label="Name" maxlength={120} />
      {pinned ? (
        <Facts facts={[['Email', <bdi>{given('email').value}</bdi>]]} />
      ) : (
        <EntryField {...given('email')} label="Email" type="email" required />
      )}
      <EntryField {...given('phone_e164')} label="Phone" type="tel" placeholder="+41791234567" />
      <Select {...given('locale')} label="Language" options={LANGUAGES} />
      {ordered && of > 1 && (
        <EntryField {...given('signing_order')} label="Place in the order" type="number" min={1} max={100} />
      )}
    </fieldset>
  )
}
