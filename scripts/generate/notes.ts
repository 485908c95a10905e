import type { Release } from '../changelog.ts'
import type { Difference } from './difference.ts'

const DAY_MS = 86_400_000
/** How long before it takes effect a breaking change is announced (contract 9.4), and a deprecation ends (9.8). */
const NOTICE_DAYS = 90

/**
 * What the notes of a release leave out or say wrongly: a difference that no change names, a name that matches none, a
 * breaking difference under a change that is not flagged.
 */
export function unnamed({ changes, name: release }: Release, differences: readonly Difference[]): string[] {
  const covers = changes.map((change) => ({ change, patterns: change.covers.map(patternOf) }))
  const stale = covers.flatMap(({ change, patterns }) =>
    patterns.flatMap((pattern, index) =>
      differences.some(({ name }) => pattern.test(name))
        ? []
        : [`${release}, ${change.id}: nothing differs in "${change.covers[index]}"`],
    ),
  )
  const missing = differences.flatMap((difference) => {
    const naming = covers
      .filter(({ change, patterns }) => names(change, patterns, difference))
      .map(({ change }) => change)
    const what = `"${difference.name}" (${difference.change})`
    if (naming.length === 0) return [`${release}: no change names ${what} in \`covers\``]
    if (!difference.breaking || naming.some(({ breaking }) => breaking)) return []
    return [`${release}, ${naming[0]!.id}: ${what} breaks callers, but the change is not \`breaking\``]
  })
  return [...missing, ...stale]
}

type Change = Release['changes'][number]

/** An operation or event is also named by the `endpoints` that readers see. */
function names({ endpoints }: Change, patterns: readonly RegExp[], { name }: Difference): boolean {
  return endpoints.includes(name) || patterns.some((pattern) => pattern.test(name))
}

/** `*` stands for anything. */
function patternOf(text: string): RegExp {
  const literal = text.split('*').map((part) => part.replace(/[.?+^$|(){}[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`)
}

/**
 * The changes of a release that come without the notice that callers are promised: breaking ones of the API are announced
 * 90 days ahead or fall under rule 5 or 6 (contract 9.4 to 9.6), and so long a deprecated spelling works (9.8).
 * @param date the release's; null while it has none yet, when only the dates themselves are asked for
 */
export function withoutNotice({ changes, name }: Release, date: string | null): string[] {
  return changes.flatMap(({ id, area, type, breaking, rule, effective, sunset }) => {
    if (area !== 'api') return []
    const at = `${name}, ${id}`
    if (rule === 6 && type !== 'fixed') return [`${at}: only a fix falls under rule 6`]
    if (type === 'deprecated') return tooSoon(at, 'sunset', sunset, date)
    return breaking && rule === undefined ? tooSoon(at, 'effective', effective, date) : []
  })
}

function tooSoon(at: string, key: string, day: string | undefined, date: string | null): string[] {
  if (day === undefined) return [`${at}: \`${key}\` is missing`]
  if (date === null || Date.parse(day) - Date.parse(date) >= NOTICE_DAYS * DAY_MS) return []
  return [`${at}: \`${key}\` is less than ${NOTICE_DAYS} days after the release`]
}
