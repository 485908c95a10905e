import { type DraftRow, draftTitle } from '../../../domain/drafts/read.ts'
import { Buttons, EntryField, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { zonesWith } from '../parts/time.tsx'
import type { View } from '../state.ts'

export interface LaterProps {
  view: View
  draft: DraftRow
  /** The one that is sent: what was typed and refused keeps its own. */
  revision: number
  /** As typed. */
  at: string
  zone: string
  /** What is chosen without a script. */
  ownZone: string
  problems: Problems
}

/** When a draft goes out. The script chooses the reader's own zone. */
export function LaterPage({ view, draft, revision, at, zone, ownZone, problems }: LaterProps) {
  const chosen = zone || ownZone
  const base = `/documents/drafts/${draft.id}`
  return (
    <Page
      view={view}
      title={`Send ${draftTitle(draft)} later`}
      crumbs={[
        ['Documents', '/documents'],
        [draftTitle(draft), base],
      ]}
      lead="Until then nobody is notified, and it can be cancelled."
    >
      <ProblemList problems={problems} />
      <form method="post" action={`${base}/later`} class="card pad stack narrow">
        <input type="hidden" name="revision" value={String(revision)} />
        <EntryField name="at" label="Date and time" type="datetime-local" value={at} required problems={problems} />
        <Select
          name="zone"
          label="Time zone"
          options={zonesWith(chosen)}
          value={chosen}
          problems={problems}
          ownZone={zone === ''}
        />
        <Buttons submit="Send then" cancel={base} />
      </form>
    </Page>
  )
}
