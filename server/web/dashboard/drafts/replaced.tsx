import type { Linked } from '../../../domain/documents/replacements.ts'
import { openRequests } from '../../../domain/drafts/replace.ts'
import { statusWords } from '../documents/words.ts'
import { Link, Pill } from '../parts/pieces.tsx'

/** The document that a draft is to replace, where it stands, and what sending the draft does to it. */
export function ReplacedWords({ replaced: { document, signers }, now }: { replaced: Linked; now: Date }) {
  const { tone, text } = statusWords(document, signers, now)
  const open = openRequests(signers)
  return (
    <p>
      It is sent in place of <Link href={`/documents/${document.id}`} name={document.title} />{' '}
      <Pill tone={tone}>{text}</Pill>{' '}
      {open === 0
        ? 'Nothing is open there any more.'
        : `Sending this withdraws ${open === 1 ? 'the request that is' : `the ${open} requests that are`} open there. Until then it stays as it is.`}
    </p>
  )
}
