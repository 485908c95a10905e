import type { DocumentView } from '../../../domain/documents/get.ts'
import type { Replacements } from '../../../domain/documents/replacements.ts'
import type { Timeline } from '../../../domain/documents/timeline.ts'
import type { DocumentDeliveries } from '../../../domain/hooks/of-document.ts'
import type { View } from '../state.ts'

/** Everything that the page of one document shows. */
export interface DetailProps {
  view: View
  shown: DocumentView
  timeline: Timeline
  deliveries: DocumentDeliveries
  /** What was sent together with it. */
  envelope: { id: string; title: string }[]
  replacements: Replacements
  /** The personal links of those who can still use one, by the id of the signing request. */
  links: Map<string, string>
  /** Whose picture is shown; the first is 1. */
  page: number
  now: Date
}
