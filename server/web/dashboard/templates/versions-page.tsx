import type { Change } from '../../../domain/templates/changes.ts'
import type { TemplateVersions, VersionSummary } from '../../../domain/templates/versions.ts'
import { Page } from '../parts/page.tsx'
import { Card, Empty, Pill, type Tone } from '../parts/pieces.tsx'
import { Pager } from '../parts/table.tsx'
import { At } from '../parts/time.tsx'
import type { View } from '../state.ts'
import { count } from './words.ts'

/** Differences that one version shows; the others are counted. */
const SHOWN = 50

export interface VersionsPageProps {
  view: View
  list: TemplateVersions
  isFirstPage: boolean
}

/** The versions of a template, newest first: who locked each and when, and what it changed. */
export function VersionsPage({ view, list: { template, versions, older }, isFirstPage }: VersionsPageProps) {
  const to = `/templates/${template.id}`
  return (
    <Page
      view={view}
      title="Versions"
      apiCall={`GET /v1/templates/${template.id}?version=${versions[0]?.version ?? 1}`}
      crumbs={[
        ['Templates', '/templates'],
        [template.name, to],
      ]}
      lead="A call that gives no version uses the newest. Documents keep the version they were made of."
    >
      {versions.length === 0 ? (
        <Empty title="No version">
          <p>{isFirstPage ? 'The first lock makes version 1.' : 'There is none before.'}</p>
        </Empty>
      ) : (
        <div class="stack">
          {versions.map((version) => (
            <Version of={version} />
          ))}
        </div>
      )}
      {(older !== null || !isFirstPage) && (
        <Pager
          newer={isFirstPage ? null : `${to}/versions`}
          older={older === null ? null : `${to}/versions?before=${older}`}
        >
          {count(versions.length, 'version')} on this page
        </Pager>
      )}
    </Page>
  )
}

function Version({ of: { version, lockedAt, lockedBy, sha256, changes } }: { of: VersionSummary }) {
  return (
    <Card title={`Version ${version}`} aside={<code title={sha256}>{sha256.slice(0, 12)}</code>}>
      <p class="pad small">
        Locked <At at={lockedAt} />
        {lockedBy !== null && (
          <>
            {' '}
            by <bdi>{lockedBy}</bdi>
          </>
        )}
        {changes === null && '. The first version'}.
      </p>
      {changes !== null && (
        <ul class="lines">
          {changes.slice(0, SHOWN).map((change) => (
            <Line change={change} />
          ))}
          {changes.length > SHOWN && (
            <li>
              <span />
              <span>and {count(changes.length - SHOWN, 'more change')}</span>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

const HOW: Record<Change['how'], { tone: Tone; text: string }> = {
  added: { tone: 'ok', text: 'Added' },
  removed: { tone: 'bad', text: 'Removed' },
  moved: { tone: 'idle', text: 'Moved' },
  changed: { tone: 'wait', text: 'Changed' },
  replaced: { tone: 'wait', text: 'Replaced' },
}

function Line({ change: { how, what, details } }: { change: Change }) {
  const { tone, text } = HOW[how]
  return (
    <li>
      <Pill tone={tone}>{text}</Pill>
      <span>
        <bdi>{what}</bdi>
        {details.length > 0 && `: ${details.join(', ')}`}
      </span>
    </li>
  )
}
