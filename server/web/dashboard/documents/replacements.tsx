import type { Linked, Replacements } from '../../../domain/documents/replacements.ts'
import { Card, Link, Pill } from '../parts/pieces.tsx'
import { statusWords } from './words.ts'

interface ReplacementsProps {
  replacements: Replacements
  now: Date
}

/** What the document was sent in place of, and what was or will be sent in its place. */
export function ReplacementCard({ replacements: { before, after, draftId }, now }: ReplacementsProps) {
  if (!before && after.length === 0 && draftId === null) return null
  return (
    <Card title="Sent again">
      <ul class="pad stack plain">
        {before && <Other says="In place of" linked={before} now={now} />}
        {after.map((linked) => (
          <Other says="Replaced by" linked={linked} now={now} />
        ))}
        {draftId !== null && (
          <li>
            <Link href={`/documents/drafts/${draftId}`}>A draft that will replace it</Link>
          </li>
        )}
      </ul>
    </Card>
  )
}

function Other({ says, linked: { document, signers }, now }: { says: string; linked: Linked; now: Date }) {
  const { tone, text } = statusWords(document, signers, now)
  return (
    <li class="stack">
      <span>
        {says} <Link href={`/documents/${document.id}`} name={document.title} />
      </span>
      <span>
        <Pill tone={tone}>{text}</Pill>
      </span>
    </li>
  )
}
