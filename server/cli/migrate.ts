import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'

/** `countersign migrate`: opening the database migrates it. */
export async function run(args: string[]): Promise<void> {
  parseArgs({ args })
  await withDatabase(async () => {
    process.stdout.write('The database has the latest schema.\n')
  })
}
