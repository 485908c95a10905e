import type { DraftPerson } from '../../../db/schema.ts'
import { roleOf } from '../../../domain/drafts/compose.ts'
import type { KnownPerson } from '../../../domain/drafts/known-people.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { LANGUAGES } from '../instance/person.tsx'
import { Checkbox, EntryField, type Problems, Select } from '../parts/form.tsx'
import { Submit } from '../parts/pieces.tsx'
import { signerName } from './entries.ts'
import { chipsOf, personLabel } from './saved.ts'

export interface SignerRowsProps {
  draft: Pick<DraftRow, 'model'>
  problems: Problems
  /** In the order of signing, as typed and refused; null: as they are listed. */
  places: readonly number[] | null
  /** Whether this server sends SMS. */
  hasSms: boolean
  /** Offered while an address is typed. */
  known: readonly KnownPerson[]
}

/** A line for everybody who signs: name and address, and the rest behind a button. */
export function SignerRows({ draft: { model }, problems, places, hasSms, known }: SignerRowsProps) {
  const { signers, signing_mode } = model
  return (
    <div id="signers" class={signing_mode === 'sequential' ? 'by-turns' : undefined}>
      <input type="hidden" name="signers" value={String(signers.length)} />
      <datalist id="known-people">
        {known.map(({ email, name }) => (
          <option value={email}>{name}</option>
        ))}
      </datalist>
      {signers.map((person, at) => (
        <Person
          person={person}
          at={at}
          count={signers.length}
          place={places?.[at] ?? at + 1}
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
  /** In the order of signing. */
  place: number
  problems: Problems
  hasSms: boolean
}

/** What is behind the button of a line. */
const MORE = ['role', 'locale', 'phone_e164', 'sms_code', 'sms_gate']

function Person({ person, at, count, place, problems, hasSms }: PersonProps) {
  const name = (key: string) => signerName(at, key)
  const who = personLabel(person, at)
  const chips = chipsOf(person)
  return (
    <fieldset class="entry person" data-person={person.id}>
      <legend class="unseen">Signer {at + 1}</legend>
      <input type="hidden" name={name('id')} value={person.id} />
      <div class="person-line">
        <button type="button" class="grip" aria-label={`Move ${who}`} title="Drag, or press the arrow keys" hidden>
          ⠿
        </button>
        <EntryField name={name('name')} label="Name" value={person.name} maxlength={400} problems={problems} />
        <EntryField
          name={name('email')}
          label="Email"
          type="email"
          value={person.email}
          maxlength={400}
          list="known-people"
          problems={problems}
        />
        <div class="place">
          <EntryField
            name={name('signing_order')}
            label="Place in the order"
            type="number"
            min={1}
            max={count}
            value={String(place)}
            problems={problems}
          />
        </div>
      </div>
      <details class="person-more" open={MORE.some((key) => problems[name(key)] !== undefined)}>
        <summary>
          <span class="chips">{chips || 'Language, SMS code'}</span>
          <span class="unseen"> of {who}</span>
        </summary>
        <div class="fields">
          <Select
            name={name('locale')}
            label="Language"
            options={[['', 'As set for the workspace'], ...LANGUAGES]}
            value={person.locale}
            problems={problems}
          />
          <EntryField
            name={name('phone_e164')}
            label="Phone"
            type="tel"
            value={person.phone}
            maxlength={40}
            placeholder="+41 79 123 45 67"
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
        </div>
        {(hasSms || person.sms_code) && (
          <>
            <Checkbox name={name('sms_code')} label="Must enter a code sent by SMS" checked={person.sms_code} />
            <Checkbox name={name('sms_gate')} label="The code first, then the document" checked={person.sms_gate} />
          </>
        )}
        <Submit label="Remove" about={` ${who}`} kind="small" name="do" value={`drop ${person.id}`} formnovalidate />
      </details>
    </fieldset>
  )
}
