import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { isBySms } from '../../../domain/signers/channel.ts'
import { LANGUAGES } from '../instance/person.tsx'
import { Buttons, EntryField, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'
import { personName } from './words.ts'

/** Whether the same person is meant, of whom all else stays, or another one. */
export type ReassignKind = 'correct' | 'reassign'

/** What is typed of the new person. */
export interface NewPerson {
  name: string
  email: string
  phone: string
  locale: string
}

export interface ReassignProps {
  kind: ReassignKind
  view: View
  document: DocumentRow
  signer: SignerRow
  person: NewPerson
  /** `personState` of what was opened. */
  was: string
  problems: Problems
}

const PAGES = {
  correct: {
    title: (name: string) => `Correct the name or email of ${name}`,
    lead: 'The old link stops working, and the corrected address gets a new one. What others have signed stays, and so does all else.',
    submit: 'Save and send',
    ofPhone: 'For the code.',
  },
  reassign: {
    title: (name: string) => `Give the request to ${name} to someone else`,
    lead: 'The old link stops working. What others have signed stays.',
    submit: 'Give to this person',
    ofPhone: 'The new person’s own number, for the code.',
  },
}

/** Who is to sign instead (decision 0022): the same person, named or reached differently, or another one. */
export function ReassignPage({ kind, view, document, signer, person, was, problems }: ReassignProps) {
  const base = `/documents/${document.id}`
  const needsPhone = signer.require_sms_verification
  const words = PAGES[kind]
  const isInvited = document.send_emails && signer.status !== 'queued'
  return (
    <Page
      view={view}
      title={words.title(personName(signer))}
      lead={words.lead}
      apiCall={`POST /v1/signing-requests/${signer.id}/reassign`}
      crumbs={[
        ['Documents', '/documents'],
        [document.title, base],
      ]}
    >
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/signers/${signer.id}/${kind}`} class="card pad stack narrow">
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
            hint={needsPhone ? words.ofPhone : 'Empty: invited by email.'}
          />
        )}
        <Select name="locale" label="Language" options={LANGUAGES} value={person.locale} problems={problems} />
        <Buttons submit={kind === 'correct' && !isInvited ? 'Save' : words.submit} cancel={base} />
      </form>
    </Page>
  )
}
