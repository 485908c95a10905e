import { draftTitle } from '../../../domain/drafts/read.ts'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Empty } from '../parts/pieces.tsx'
import type { DraftProps } from './draft-page.tsx'
import { DRAFT_CRUMBS } from './words.ts'

/** A draft that goes out at this moment: nothing of it can be changed, and it is not known yet what comes of it. */
export function SendingPage({ view, shown: { draft } }: Pick<DraftProps, 'view' | 'shown'>) {
  return (
    <Page view={view} title={draftTitle(draft)} crumbs={DRAFT_CRUMBS}>
      <Empty title="It is being sent">
        <p>This takes a few seconds.</p>
        <p>
          <ButtonLink href={`/documents/drafts/${draft.id}`} label="Refresh" />
        </p>
      </Empty>
    </Page>
  )
}
