import type { TemplateState } from '../../../domain/templates/state.ts'
import type { View } from '../state.ts'

export interface TemplateDetailProps {
  view: View
  state: TemplateState
}
