export type { DraftBox } from '../../../db/schema.ts'
export type { PageLayout } from '../../../domain/drafts/layout.ts'

/** The answer to a save while it is typed. Types only: the browser's bundle imports this file. */
export interface DraftAnswer {
  revision: number
  /** `placementState` of the PDF whose fields were saved; null: of none. */
  was: string | null
  /** By the id of the person, as the pages call them, and what is set for them. */
  people: { id: string; name: string; chips: string }[]
}
