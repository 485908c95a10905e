import type { Child } from 'hono/jsx'
import { canonicalJson } from '../../../canonical.ts'
import type { DisclosedEntry } from '../../../domain/documents/disclose.ts'
import type { Timeline } from '../../../domain/documents/timeline.ts'
import type { DocumentRow } from '../../../domain/records/documents.ts'
import { Buttons, EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Copy, Facts, FactsCard } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import type { View } from '../state.ts'

interface EntryProps {
  view: View
  document: DocumentRow
  entry: Timeline['entries'][number]
}

/** Asks why, before anything is shown (decision 0042). */
export function DisclosePage({ reason, problems, ...of }: EntryProps & { reason: string; problems: Problems }) {
  const base = `/documents/${of.document.id}`
  return (
    <OfEntry {...of}>
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/entries/${of.entry.seq}/disclose`} class="card pad stack narrow">
        <p>
          The audit trail records who looked at them, when and why. Everybody who may read the trail reads that, the
          signers too if it is handed to them. The address and the device themselves stay unpublished.
        </p>
        <EntryField
          name="reason"
          label="Why they are needed"
          hint="Such as the court and the number of the case."
          maxlength={1000}
          autocomplete="off"
          required
          value={reason}
          problems={problems}
        />
        <Buttons submit="Show and record it" cancel={base} />
      </form>
    </OfEntry>
  )
}

/** The only page that shows them; a reload asks first, as it would record another time. */
export function DisclosedPage({ disclosed, ...of }: EntryProps & { disclosed: DisclosedEntry }) {
  const { commitment, salt, hidden, loggedAs } = disclosed
  return (
    <OfEntry {...of}>
      <div class="stack narrow">
        <p role="status">Recorded as entry {loggedAs.seq} of the audit trail.</p>
        <FactsCard
          title="What was recorded then"
          facts={[
            ['Address', hidden.ip === null ? 'could not be determined' : <Copy id="ip" text={hidden.ip} />],
            ['Device', hidden.user_agent === null ? 'none was sent' : <Copy id="agent" text={hidden.user_agent} />],
          ]}
        />
        <Card title="How it is proven" pad="stack">
          <p>
            The trail has published the commitment since then. It is the SHA-256 of the 32 bytes of the salt, written
            here in hexadecimal digits, followed by the text: no other address or device gives it.
          </p>
          <Facts
            facts={[
              ['Commitment', <Copy id="commitment" text={commitment} block />],
              ['Salt', <Copy id="salt" text={salt.toString('hex')} block />],
              ['Text', <Copy id="text" text={canonicalJson(hidden)} block />],
            ]}
          />
        </Card>
        <p>
          <ButtonLink href={`/documents/${of.document.id}`} label="Back to the document" />
        </p>
      </div>
    </OfEntry>
  )
}

function OfEntry({ view, document, entry, children }: EntryProps & { children: Child }) {
  return (
    <Page
      view={view}
      title="Full address and device"
      apiCall={`POST /v1/documents/${document.id}/audit-events/${entry.seq}/disclose`}
      crumbs={[
        ['Documents', '/documents'],
        [document.title, `/documents/${document.id}`],
      ]}
      lead={
        <>
          Of entry {entry.seq}, “{entry.title}”, <At at={new Date(entry.at)} />
        </>
      }
    >
      {children}
    </Page>
  )
}
