import type { Warning } from './draft.ts'

/** A warning as a sentence for people, who know no paths of the API. */
export function remarkOf({ message }: Pick<Warning, 'message'>): string {
  const words = message.replace(
    /\b(?:signers|recipients)\[(\d+)\]\.(\w+)/g,
    (_, at, part) => `the ${part.replaceAll('_', ' ')} of signer ${Number(at) + 1}`,
  )
  const [first = '', ...rest] = words
  return `${first.toUpperCase()}${rest.join('')}.`
}
