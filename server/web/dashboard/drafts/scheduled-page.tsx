import { signersIn } from '../../../domain/drafts/compose.ts'
import { type DraftView, draftTitle } from '../../../domain/drafts/read.ts'
import { localTime } from '../../../domain/time-zone.ts'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Empty, FactsCard, Pill, Submit } from '../parts/pieces.tsx'
import { DRAFT_CRUMBS, type DraftProps } from './draft-page.tsx'
import { ReplacedWords } from './replaced.tsx'

/** A draft that waits for its time: what will be sent, and the way to stop it. */
export function ScheduledPage({
  view,
  shown: { draft, by },
  replaced,
  now,
}: Pick<DraftProps, 'view' | 'shown' | 'replaced' | 'now'>) {
  const base = `/documents/drafts/${draft.id}`
  const { message, signing_mode: mode } = draft.model
  return (
    <Page
      view={view}
      title={draftTitle(draft)}
      crumbs={DRAFT_CRUMBS}
      lead={`Goes out on ${sendsAt(draft)}.`}
      actions={<Pill tone="wait">Scheduled</Pill>}
    >
      <div class="stack draft">
        {replaced && (
          <div class="card pad">
            <ReplacedWords replaced={replaced} now={now} />
          </div>
        )}
        <Card title={draft.files.length === 1 ? 'PDF' : `${draft.files.length} PDFs`}>
          <ul class="plain">
            {draft.files.map((file) => (
              <li class="pad pdf">
                <b>
                  <bdi>{file.title}</bdi>
                </b>{' '}
                <small>
                  to be signed by{' '}
                  <bdi>
                    {signersIn(draft, file)
                      .map(({ name, email }) => name || email)
                      .join(', ')}
                  </bdi>
                </small>
              </li>
            ))}
          </ul>
        </Card>
        <FactsCard
          title="Facts"
          facts={[
            ['Order', mode === 'parallel' ? 'all at once' : 'one after the other'],
            ['Message', message === null ? 'none' : <bdi>{message}</bdi>],
            ['Created by', <bdi>{by ?? 'somebody who has left'}</bdi>],
          ]}
        />
        <form method="post" action={`${base}/cancel`} class="buttons">
          <Submit label="Cancel sending" />
        </form>
        <p class="small">To change it, cancel the sending first. It becomes a draft again.</p>
      </div>
    </Page>
  )
}

/** As at the place of whoever scheduled it. */
export function sendsAt({ send_at: at, send_zone: zone }: DraftView['draft']): string {
  if (at === null) return ''
  return localTime({ at, timeZone: zone ?? 'UTC', locale: 'en' })
}

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
