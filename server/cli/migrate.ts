import { withDatabase } from './database.ts'

/** `countersign migrate`: opening the database migrates it. */
export async function migrate(): Promise<void> {
  await withDatabase(async () => {
    process.stdout.write('The database has the latest schema.\n')
  })
}
