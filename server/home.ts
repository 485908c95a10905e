import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder that the server's own files are found from, whether it runs from its source or bundled: in a checkout the
 * root of the repository, else `dist` of the published package. `spec` stands in either.
 */
export const HOME = homeOf(import.meta.dirname)

function homeOf(folder: string): string {
  if (existsSync(join(folder, 'spec/openapi.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`the spec is not installed beside ${import.meta.dirname}`)
  return homeOf(parent)
}
