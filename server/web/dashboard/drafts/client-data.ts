/** What the script of the fields' page reads from its form. A type only: the browser's bundle imports this file. */
export type { DraftBox } from '../../../db/schema.ts'
