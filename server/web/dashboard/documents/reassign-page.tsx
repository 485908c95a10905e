import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { isBySms } from '../../../domain/signers/channel.ts'
import { LANGUAGES } from '../instance/person.tsx'
import { Buttons, EntryField, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'
import { personName } from './words.ts'

/** What is typed of the new person. */
export interface NewPerson {
  name: string
  email: string
  phone: string
  locale: string
}

export interface ReassignProps {
  view: View
  document: DocumentRow
  signer: SignerRow
  person: NewPerson
  /** `personState` of what was opened. */
  was: string
  problems: Problems
}

/** Who is to sign instead (decision 0022): another person, or the same one at another address. */
export function ReassignPage({ view, document, signer, person, was, problems }: ReassignProps) {
  const base = `/documents/${document.id}`
  const needsPhone = signer.require_sms_verification
  return (
    <Page
      view={view}
      title={`Reassign the request to ${personName(signer)}`}
      lead="Give it to another person, or to the same person at another address. The old link stops working. What others have signed stays."
      apiCall={`POST /v1/signing-requests/${signer.id}/reassign`}
      crumbs={[
        ['Documents', '/documents'],
        [document.title, base],
      ]}
    >
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/signers/${signer.id}/reassign`} class="card pad stack narrow">
        <input type="hidden" name="was" value={was} />
        <EntryField
          name="name"
          label="Name"
          maxlength={120}
          autocomplete="off"
          value={person.name}
          problems={problems}
        />
        <EntryField
          name="email"
          label="Email"
          type="email"
          autocomplete="off"
          required
          value={person.email}
          problems={problems}
        />
        {(needsPhone || isBySms(signer)) && (
          <EntryField
            name="phone"
            label="Phone number"
            type="tel"
            autocomplete="off"
            required={needsPhone}
            value={person.phone}
            problems={problems}
            hint={needsPhone ? 'The new person’s own number, for the code.' : 'Empty: invited by email.'}
          />
        )}
        <Select name="locale" label="Language" options={LANGUAGES} value={person.locale} problems={problems} />
        <Buttons submit="Reassign" cancel={base} />
      </form>
    </Page>
  )
}
