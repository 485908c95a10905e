import { parseArgs } from 'node:util'
import { withContext } from './context.ts'

/** `countersign migrate`: opening the context is what migrates. */
export async function run(args: string[]): Promise<void> {
  parseArgs({ args })
  await withContext(async () => {
    process.stdout.write('The database has the newest schema.\n')
  })
}
