import type { ScalarDefinition } from '../fields/definition.ts'
import { checkScalar, type Scalar } from './scalar.ts'

/** The example of the registry as the field takes it; null: there is none, or the field would refuse it. */
export function registryExample(definition: ScalarDefinition, maxLength: number | null): Scalar | null {
  const { type, example } = definition
  if (example === null) return null
  const checked = checkScalar(definition, maxLength, type === 'boolean' ? example === 'true' : example)
  return 'value' in checked ? checked.value : null
}

/** Why the field would refuse its own example, as in "must be …"; null: it takes it, or has none. */
export function exampleProblem(definition: ScalarDefinition): string | null {
  const { type, example, max_length } = definition
  const isYesOrNo = type === 'boolean' && (example === 'true' || example === 'false')
  const checked = checkScalar(definition, max_length, isYesOrNo ? example === 'true' : example)
  return 'problem' in checked ? checked.problem.message : null
}
