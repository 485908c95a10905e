import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * In place of `server/pdf/source-loader.ts` (`vitest.config.ts`): threads and processes of the PDF engine start from the
 * bundle, as those of the published command do, and not from a hundred sources each.
 */
export function sourceLoader(_from: string, path: string): { filename: string; execArgv?: string[] } {
  return { filename: join(inject('commandFolder'), `${path}.js`) }
}
