import { boxWords, type TemplateProblem } from '../../../domain/templates/problem.ts'
import { Card, Link, Pill } from '../parts/pieces.tsx'
import type { TemplateDetailProps } from './detail-props.ts'

/** What keeps the draft from being locked, and what deserves a look; each leads to its box. */
export function Before({ state }: TemplateDetailProps) {
  const { template, problems, warnings } = state
  if (template.status !== 'draft' || problems.length + warnings.length === 0) return null
  return (
    <Card title="Before you lock" aside={<Count problems={problems} />}>
      <ul class="lines">
        {problems.map((problem) => (
          <Line state={state} problem={problem} isWarning={false} />
        ))}
        {warnings.map((problem) => (
          <Line state={state} problem={problem} isWarning />
        ))}
      </ul>
    </Card>
  )
}

function Count({ problems }: { problems: TemplateProblem[] }) {
  if (problems.length === 0) return <Pill tone="ok">can be locked</Pill>
  return <Pill tone="bad">{problems.length} to fix</Pill>
}

interface LineProps extends Pick<TemplateDetailProps, 'state'> {
  problem: TemplateProblem
  isWarning: boolean
}

function Line({ state: { template, draft }, problem, isWarning }: LineProps) {
  const [first = '', ...rest] = problem.message
  const box = draft.model.boxes.find(({ id }) => id === problem.box)
  return (
    <li>
      <Pill tone={isWarning ? 'wait' : 'bad'}>{isWarning ? 'Review' : 'Fix'}</Pill>
      <span>
        {first.toUpperCase()}
        {rest.join('')}.{' '}
        {box && <Link href={`/templates/${template.id}/edit#box-${box.id}`}>{boxWords(box, draft.model)}</Link>}
      </span>
    </li>
  )
}
