import type { ExampleKind } from '../../../domain/templates/preview/examples.ts'
import type { ExampleMisfit } from '../../../domain/templates/preview/fit.ts'
import type { PreviewReport } from '../../../domain/templates/preview/preview.ts'
import { boxWords } from '../../../domain/templates/problem.ts'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Card, Link, Pill } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { count, stateWords } from './words.ts'

export interface PreviewProps {
  view: View
  report: PreviewReport
  kind: ExampleKind
}

const KINDS: Record<ExampleKind, string> = { example: 'Example values', long: 'Long values' }

/** A template as a document: its pages, and beside them what does not fit. */
export function PreviewPage({ view, report, kind }: PreviewProps) {
  const { template, snapshot, pages, sha256 } = report
  const to = `/templates/${template.id}`
  const words = stateWords(template)
  const pdf = `${to}/preview.pdf?values=${kind}`
  return (
    <Page
      view={view}
      title="Preview"
      crumbs={[
        ['Templates', '/templates'],
        [snapshot.model.name, to],
      ]}
      lead={
        <>
          <Pill tone={words.tone}>{words.text}</Pill> Drawn as the real documents are. Nothing is stored or sent.
        </>
      }
      actions={<ButtonLink href={`${pdf}&download`} label="Download" />}
    >
      <nav class="tabs list" aria-label="Values">
        {Object.entries(KINDS).map(([one, label]) => (
          <a href={`${to}/preview?values=${one}`} aria-current={one === kind ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="two review">
        <Card
          title={KINDS[kind]}
          aside={
            <a class="text" href={pdf} target="_blank" rel="noopener">
              Open the PDF
            </a>
          }
        >
          <ol class="drawn">
            {pages.map(({ width, height }, at) => (
              <li>
                <img
                  src={`${to}/preview/page-${at + 1}?values=${kind}&of=${sha256.slice(0, 12)}`}
                  alt={`Page ${at + 1} of ${pages.length}`}
                  loading="lazy"
                  width={Math.round(width)}
                  height={Math.round(height)}
                />
              </li>
            ))}
          </ol>
        </Card>
        <div class="stack">
          <Fits report={report} />
          {report.leftOut.length > 0 && <LeftOut report={report} />}
          <Card title="What it shows" pad="stack">
            <p>{SHOWN[kind]}</p>
            {snapshot.model.slots.length > 0 && (
              <p>
                What signers enter is not filled in: their boxes hold their kind and role in brackets, where they are
                large enough for it.
              </p>
            )}
          </Card>
        </div>
      </div>
    </Page>
  )
}

const SHOWN: Record<ExampleKind, string> = {
  example: 'Each field has its example of the registry, else a typical value. Tables have three rows.',
  long: 'Texts are as long as their fields allow, in tables up to 300 characters, with names in Greek, Arabic, Japanese and German. Tables have 60 rows, or as many as they allow.',
}

function Fits({ report: { misfits, warnings, snapshot } }: Pick<PreviewProps, 'report'>) {
  if (misfits.length + warnings.length === 0) {
    return (
      <Card title="Does it fit?">
        <p class="pad">
          <Pill tone="ok">Every value fits</Pill>
        </p>
      </Card>
    )
  }
  return (
    <Card title="Does it fit?">
      <ul class="lines">
        {misfits.map((misfit) => {
          const key = misfit.field.split('.', 1)[0]
          const boxes = snapshot.model.boxes.filter(({ field }) => field === key)
          return (
            <li>
              <Pill tone="wait">Too long</Pill>
              <span>
                <code>{misfit.field}</code>: {fitWords(misfit)} <br />
                <span class="small">{boxes.map((box) => boxWords(box, snapshot.model)).join('; ')}</span>
              </span>
            </li>
          )
        })}
        {warnings.map(({ message }) => (
          <li>
            <Pill tone="wait">Review</Pill>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function fitWords({ kind, fits }: ExampleMisfit): string {
  if (kind === 'text')
    return `${count(fits, 'character')} of it fit; the preview has only those. A call would be refused.`
  if (kind === 'rows') return `${count(fits, 'row')} fit; the preview has only those. A call would be refused.`
  return 'it does not fit, and is missing in the preview. A call would be refused.'
}

function LeftOut({ report: { template, snapshot, leftOut } }: Pick<PreviewProps, 'report'>) {
  return (
    <Card title="Boxes that are missing">
      <ul class="lines">
        {leftOut.map((problem) => {
          const box = snapshot.model.boxes.find(({ id }) => id === problem.box)
          return (
            <li>
              <Pill tone="bad">Fix</Pill>
              <span>
                <Link href={`/templates/${template.id}/edit#box-${problem.box}`}>
                  {box ? boxWords(box, snapshot.model) : 'box'}
                </Link>
                : {problem.message}.
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
