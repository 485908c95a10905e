// What `testServer` of @countersign/sdk/test starts. The published package is compiled; a clone runs its sources.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../testing.ts', import.meta.url)
const isClone = existsSync(source)
if (isClone) {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) })
}
export const { startTestServer } = await import(
  isClone ? source.href : new URL('../dist/server/testing.js', import.meta.url).href
)
