import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Spec } from '../../server/openapi.ts'
import { BANNER } from './server.ts'

/** The spec as TypeScript types. Properties with a default are optional in requests. */
export async function writeTypes(spec: Spec): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypescript(structuredClone(spec) as never, {
    defaultNonNullable: false,
    transform: (schema) => ('format' in schema && schema.format === 'binary' ? blob : undefined),
  })
  return BANNER + astToString(nodes)
}
