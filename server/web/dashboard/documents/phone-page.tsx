import { maskPhone } from '../../../domain/mask.ts'
import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { Buttons, EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'
import { personName } from './words.ts'

/** What is said of a text that is no phone number. */
export const PHONE_WANTED = 'Enter the number with its country code, such as +41 79 123 45 67.'

export interface PhoneProps {
  view: View
  document: DocumentRow
  signer: SignerRow
  /** As it was typed. */
  value: string
  /** `personState` of what was opened. */
  was: string
  problems: Problems
}

/** The number that a signer's codes go to. */
export function PhonePage({ view, document, signer, value, was, problems }: PhoneProps) {
  const base = `/documents/${document.id}`
  const known = signer.phone_e164 === null ? 'There is none yet.' : `Now: ${maskPhone(signer.phone_e164)}.`
  return (
    <Page
      view={view}
      title={`Phone of ${personName(signer)}`}
      apiCall={`PATCH /v1/signing-requests/${signer.id}`}
      crumbs={[
        ['Documents', '/documents'],
        [document.title, base],
      ]}
    >
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/signers/${signer.id}/phone`} class="card pad stack narrow">
        <input type="hidden" name="was" value={was} />
        <EntryField
          name="phone"
          label="Phone number"
          type="tel"
          autocomplete="off"
          required
          value={value}
          problems={problems}
          hint={`${known} Codes that were sent to it become void.`}
        />
        <Buttons submit="Change" cancel={base} />
      </form>
    </Page>
  )
}
