import type { TemplateState } from '../../../domain/templates/state.ts'
import type { View } from '../state.ts'

export interface DetailProps {
  view: View
  state: TemplateState
}
