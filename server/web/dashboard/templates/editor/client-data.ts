import type { FieldDefinition } from '../../../../domain/fields/definition.ts'
import type { PageLayout, PageSize } from '../../../../domain/templates/draft-layout.ts'
import type { TemplateModel } from '../../../../domain/templates/model.ts'
import type { TemplateProblem } from '../../../../domain/templates/problem.ts'

export type { PageLayout }

/** What the editor's page passes to its script. Types only: the browser's bundle imports this file. */
export interface EditorData extends Theirs {
  /** `/templates/<id>` */
  base: string
  id: string
  workspaceId: string
  pages: PageSize[]
  /** The registry. */
  fields: FieldDefinition[]
  problems: TemplateProblem[]
  warnings: TemplateProblem[]
}

/** The answer to a save. */
export interface SaveAnswer {
  revision: number
  at: string
  problems: TemplateProblem[]
  warnings: TemplateProblem[]
}

/** The draft as it was saved last. */
export interface Theirs {
  revision: number
  model: TemplateModel
  by: string | null
  at: string
}
