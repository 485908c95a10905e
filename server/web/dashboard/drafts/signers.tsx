import type { DraftPerson } from '../../../db/schema.ts'
import { roleOf } from '../../../domain/drafts/compose.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { LOCALES } from '../../../domain/locales.ts'
import { Checkbox, EntryField, type Problems, Select } from '../parts/form.tsx'
import { Submit } from '../parts/pieces.tsx'
import { signerName } from './entries.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const LANGUAGES = [
  ['', "The workspace's default"] as const,
  ...LOCALES.map((locale) => [locale, NAMES.of(locale) ?? locale] as const),
]

export interface SignerRowsProps {
  draft: Pick<DraftRow, 'model'>
  problems: Problems
  /** In the order of signing, as typed and refused; null: as they are listed. */
  places: readonly number[] | null
  /** Whether this server sends SMS. */
  hasSms: boolean
}

/** One group of fields for everybody who signs. */
export function SignerRows({ draft: { model }, problems, places, hasSms }: SignerRowsProps) {
  const { signers, signing_mode } = model
  return (
    <div id="signers">
      <input type="hidden" name="signers" value={String(signers.length)} />
      {signers.map((person, at) => (
        <Person
          person={person}
          at={at}
          count={signers.length}
          place={signing_mode === 'sequential' ? (places?.[at] ?? at + 1) : null}
          problems={problems}
          hasSms={hasSms}
        />
      ))}
    </div>
  )
}

interface PersonProps {
  person: DraftPerson
  at: number
  count: number
  /** In the order of signing; null: all sign at once. */
  place: number | null
  problems: Problems
  hasSms: boolean
}

function Person({ person, at, count, place, problems, hasSms }: PersonProps) {
  const name = (key: string) => signerName(at, key)
  const who = person.name || person.email || roleOf(person, at)
  return (
    <fieldset class="pad entry">
      <legend class="small">Signer {at + 1}</legend>
      <input type="hidden" name={name('id')} value={person.id} />
      <div class="fields">
        <EntryField name={name('name')} label="Name" value={person.name} maxlength={120} problems={problems} />
        <EntryField
          name={name('email')}
          label="Email"
          type="email"
          value={person.email}
          maxlength={254}
          problems={problems}
        />
        <EntryField
          name={name('role')}
          label="Role"
          value={person.role}
          maxlength={64}
          placeholder={roleOf(person, at)}
          problems={problems}
        />
        <Select name={name('locale')} label="Language" options={LANGUAGES} value={person.locale} problems={problems} />
        <EntryField
          name={name('phone_e164')}
          label="Phone"
          type="tel"
          value={person.phone}
          maxlength={40}
          placeholder="+41 79 123 45 67"
          problems={problems}
        />
        {place !== null && (
          <EntryField
            name={name('signing_order')}
            label="Place in the order"
            type="number"
            min={1}
            max={count}
            value={String(place)}
            problems={problems}
          />
        )}
      </div>
      <div class="ends">
        {(hasSms || person.sms_code) && (
          <Checkbox name={name('sms_code')} label="Must enter a code sent by SMS" checked={person.sms_code} />
        )}
        <Submit label="Remove" about={` ${who}`} kind="small" name="do" value={`drop ${person.id}`} formnovalidate />
      </div>
    </fieldset>
  )
}
