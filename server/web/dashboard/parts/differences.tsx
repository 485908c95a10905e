/** What is stored where it differs from what was typed. */
export interface Difference {
  label: string
  /** Empty: nothing is stored. */
  text: string
}

/** For whoever decides which of the two is kept; nothing where they are the same. */
export function Differences({ different }: { different: readonly Difference[] }) {
  if (different.length === 0) return null
  return (
    <ul>
      {different.map(({ label, text }) => (
        <li>
          {label}: {text === '' ? 'nothing' : <bdi>{text}</bdi>}
        </li>
      ))}
    </ul>
  )
}
