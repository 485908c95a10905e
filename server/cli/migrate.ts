import { withDatabase } from './database.ts'

/** `countersign migrate`: opening the database migrates it. */
export async function migrateDatabase(): Promise<void> {
  await withDatabase(async () => {
    process.stdout.write('The database has the latest schema.\n')
  })
}
