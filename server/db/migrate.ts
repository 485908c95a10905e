import { Logger, runMigrations } from 'graphile-worker'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type Db, sqlState, type Tx } from './database.ts'
import { editedMigrations, keepChecksums } from './migration-checksums.ts'
import * as foundation from './migrations/0001_foundation.ts'
import * as sms from './migrations/0002_sms.ts'
import * as embedding from './migrations/0003_embedding.ts'
import * as hookTargets from './migrations/0004_hook_targets.ts'
import * as reminders from './migrations/0005_reminders.ts'
import * as deliveryQueue from './migrations/0006_delivery_queue.ts'
import * as attemptLog from './migrations/0007_attempt_log.ts'
import * as hookAddresses from './migrations/0008_hook_addresses.ts'
import * as pruneEventsAndCalls from './migrations/0009_prune_events_and_calls.ts'
import * as callbackPartitions from './migrations/0010_callback_partitions.ts'
import * as sealProblems from './migrations/0011_seal_problems.ts'
import * as fileChecks from './migrations/0015_file_checks.ts'
import * as claimHolders from './migrations/0018_claim_holders.ts'
import * as smsSends from './migrations/0019_sms_sends.ts'
import * as displays from './migrations/0022_displays.ts'
import * as handOver from './migrations/0026_hand_over.ts'
import * as mailIdentity from './migrations/0027_mail_identity.ts'
import * as templates from './migrations/0030_templates.ts'
import * as instances from './migrations/0031_instances.ts'
import * as renewals from './migrations/0036_renewals.ts'
import * as channels from './migrations/0037_channels.ts'
import * as printedTexts from './migrations/0040_printed_texts.ts'
import * as rooms from './migrations/0041_rooms.ts'
import * as answerTypes from './migrations/0042_answer_types.ts'
import * as people from './migrations/0043_people.ts'
import * as invitations from './migrations/0044_invitations.ts'
import * as documentList from './migrations/0047_document_list.ts'
import * as findCalls from './migrations/0051_find_calls.ts'
import * as templateFileChecks from './migrations/0060_template_file_checks.ts'
import * as reviewEdits from './migrations/0061_review_edits.ts'
import * as templatePages from './migrations/0062_template_pages.ts'
import * as bulkSends from './migrations/0064_bulk_sends.ts'
import * as templateEdits from './migrations/0066_template_edits.ts'
import * as drafts from './migrations/0067_drafts.ts'
import * as userIdentities from './migrations/0069_user_identities.ts'
import * as settingsAndAddresses from './migrations/0070_settings_and_addresses.ts'
import * as signerTables from './migrations/0071_signer_tables.ts'
import * as sendAgain from './migrations/0072_send_again.ts'
import * as attention from './migrations/0075_attention.ts'
import * as outboxOnce from './migrations/0076_outbox_once.ts'
import * as wordsStatistics from './migrations/0077_words_statistics.ts'
import * as attentionCount from './migrations/0078_attention_count.ts'
import * as documentWords from './migrations/0079_document_words.ts'
import * as documentMetadata from './migrations/0080_document_metadata.ts'
import * as wordsSampled from './migrations/0081_words_sampled.ts'
import * as sentOnce from './migrations/0082_sent_once.ts'
import * as signInWorkspace from './migrations/0083_sign_in_workspace.ts'
import * as retiredColumns from './migrations/0084_retired_columns.ts'
import * as deliveryStates from './migrations/0085_delivery_states.ts'
import * as callsOfKeys from './migrations/0086_calls_of_keys.ts'
import * as rowsToCorrect from './migrations/0087_rows_to_correct.ts'
import * as retainedFiles from './migrations/0088_retained_files.ts'
import * as listedHooks from './migrations/0089_listed_hooks.ts'
import * as sharedCodes from './migrations/0090_shared_codes.ts'
import * as earlierSignatures from './migrations/0091_earlier_signatures.ts'
import * as sealReasons from './migrations/0092_seal_reasons.ts'
import * as sealedTrails from './migrations/0093_sealed_trails.ts'
import * as disclosingKeys from './migrations/0095_disclosing_keys.ts'
import * as undeliveredCopies from './migrations/0096_undelivered_copies.ts'
import * as documentIdOnPages from './migrations/0097_document_id_on_pages.ts'
import * as pageFiles from './migrations/0098_page_files.ts'
import * as auditHeads from './migrations/0110_audit_heads.ts'
import * as eventOrder from './migrations/0111_event_order.ts'
import * as sandboxes from './migrations/0112_sandboxes.ts'
import * as standardWebhooks from './migrations/0113_standard_webhooks.ts'
import * as toldSenders from './migrations/0121_told_senders.ts'
import * as draftTerms from './migrations/0122_draft_terms.ts'
import * as csvColumns from './migrations/0123_csv_columns.ts'
import * as directLinks from './migrations/0124_direct_links.ts'
import * as folders from './migrations/0125_folders.ts'
import * as workerRoles from './migrations/0126_worker_roles.ts'
import * as dueIndexes from './migrations/0127_due_indexes.ts'
import * as rememberedChoices from './migrations/0128_remembered_choices.ts'
import type { Database } from './schema.ts'

/** Every migration by name, in order. Imported, not read from a folder, so that a bundle includes them. */
const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_sms': sms,
  '0003_embedding': embedding,
  '0004_hook_targets': hookTargets,
  '0005_reminders': reminders,
  '0006_delivery_queue': deliveryQueue,
  '0007_attempt_log': attemptLog,
  '0008_hook_addresses': hookAddresses,
  '0009_prune_events_and_calls': pruneEventsAndCalls,
  '0010_callback_partitions': callbackPartitions,
  '0011_seal_problems': sealProblems,
  '0015_file_checks': fileChecks,
  '0018_claim_holders': claimHolders,
  '0019_sms_sends': smsSends,
  '0022_displays': displays,
  '0026_hand_over': handOver,
  '0027_mail_identity': mailIdentity,
  '0030_templates': templates,
  '0031_instances': instances,
  '0036_renewals': renewals,
  '0037_channels': channels,
  '0040_printed_texts': printedTexts,
  '0041_rooms': rooms,
  '0042_answer_types': answerTypes,
  '0043_people': people,
  '0044_invitations': invitations,
  '0047_document_list': documentList,
  '0051_find_calls': findCalls,
  '0060_template_file_checks': templateFileChecks,
  '0061_review_edits': reviewEdits,
  '0062_template_pages': templatePages,
  '0064_bulk_sends': bulkSends,
  '0066_template_edits': templateEdits,
  '0067_drafts': drafts,
  '0069_user_identities': userIdentities,
  '0070_settings_and_addresses': settingsAndAddresses,
  '0071_signer_tables': signerTables,
  '0072_send_again': sendAgain,
  '0075_attention': attention,
  '0076_outbox_once': outboxOnce,
  '0077_words_statistics': wordsStatistics,
  '0078_attention_count': attentionCount,
  '0079_document_words': documentWords,
  '0080_document_metadata': documentMetadata,
  '0081_words_sampled': wordsSampled,
  '0082_sent_once': sentOnce,
  '0083_sign_in_workspace': signInWorkspace,
  '0084_retired_columns': retiredColumns,
  '0085_delivery_states': deliveryStates,
  '0086_calls_of_keys': callsOfKeys,
  '0087_rows_to_correct': rowsToCorrect,
  '0088_retained_files': retainedFiles,
  '0089_listed_hooks': listedHooks,
  '0090_shared_codes': sharedCodes,
  '0091_earlier_signatures': earlierSignatures,
  '0092_seal_reasons': sealReasons,
  '0093_sealed_trails': sealedTrails,
  '0095_disclosing_keys': disclosingKeys,
  '0096_undelivered_copies': undeliveredCopies,
  '0097_document_id_on_pages': documentIdOnPages,
  '0098_page_files': pageFiles,
  '0110_audit_heads': auditHeads,
  '0111_event_order': eventOrder,
  '0112_sandboxes': sandboxes,
  '0113_standard_webhooks': standardWebhooks,
  '0121_told_senders': toldSenders,
  '0122_draft_terms': draftTerms,
  '0123_csv_columns': csvColumns,
  '0124_direct_links': directLinks,
  '0125_folders': folders,
  '0126_worker_roles': workerRoles,
  '0127_due_indexes': dueIndexes,
  '0128_remembered_choices': rememberedChoices,
}

const OLDEST_POSTGRES = 15

/**
 * Migrates the database to the latest schema, ours and the job queue's. Safe in any number of processes at the same
 * time: one migrates, the others wait. Throws if Postgres is older than 15, if a newer program has migrated the database,
 * or if a migration fails (it is rolled back).
 * @param upTo the last migration of ours to run; default: all of them
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  await requireVersion(db)
  await requireKnown(db)
  await db.sessions.connection().execute(async (session) => {
    // Waiting for another process that migrates is a lock wait, and may take as long as its migration.
    await sql`set lock_timeout = 0`.execute(session)
    try {
      await dropReplacedIndexes(session)
      const migrator = new Migrator({ db: session, provider: { getMigrations: async () => migrations } })
      const { error, results } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
      if (error) throw error
      const ran = (results ?? []).flatMap(({ migrationName: name }) => [[name, migrations[name]!] as const])
      if (ran.length > 0) await keepChecksums(session, Object.fromEntries(ran))
      if (upTo === undefined) await keepEventOrder(session)
    } finally {
      await sql`reset lock_timeout`.execute(session)
    }
  })
  await runMigrations({ pgPool: db.pool, noHandleSignals: true, logger: silent })
}

/**
 * Moves the events of a dump that was restored into another Postgres before all that come now: their positions are ids
 * of transactions there (migration 0111). Of the newest only, as those of a dump are all beyond or all before.
 */
async function keepEventOrder(session: Kysely<Database>): Promise<void> {
  await sql`
    update events set position = position - ahead.by
    from (
      select max(position) + 1 as by from (select position from events order by seq desc limit 1000) as newest
      having max(position) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    ) as ahead`.execute(session)
}

/** Migrations drop them as well, for a database whose first migrations run in the same transaction. */
const REPLACED_INDEXES = ['documents_words', 'signing_requests_names', 'documents_metadata', 'signing_requests_invited']

/**
 * A migration that drops an index blocks who reads its table, for as long as all that are pending take: one that fills
 * a table takes a minute. Before them, and without a transaction, nobody is blocked.
 */
async function dropReplacedIndexes(session: Kysely<Database>): Promise<void> {
  for (const name of REPLACED_INDEXES) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(session)
}

/** Names of the migrations that have not been applied to this database yet. */
export async function pendingMigrations(db: Db | Tx): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return knownMigrations().filter((name) => !applied.has(name))
}

/** Names of the migrations that have been applied to this database, oldest first. */
export async function appliedMigrations(db: Db | Tx): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const all = await migrator.getMigrations()
  return all.filter((migration) => migration.executedAt).map((migration) => migration.name)
}

/** Names of the migrations of this database that this program does not have: a newer one has updated it. */
export async function newerMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all(${knownMigrations()}) order by name`
    .execute(db)
    .catch((error: unknown) => {
      // undefined_table: nothing has been migrated yet.
      if (sqlState(error) === '42P01') return { rows: [] }
      throw error
    })
  return rows.map(({ name }) => name)
}

/** Names of the migrations that this database ran in another form than this program has; see `editedMigrations`. */
export async function changedMigrations(db: Db): Promise<string[]> {
  return editedMigrations(db, migrations)
}

/** Every migration of this program, oldest first. */
export function knownMigrations(): string[] {
  return Object.keys(migrations)
}

async function requireKnown(db: Db): Promise<void> {
  const newer = await newerMigrations(db)
  if (newer.length === 0) return
  throw new Error(
    `The database was updated by a newer Countersign, with ${newer.join(', ')}: start that version, or restore a backup from before the update`,
  )
}

async function requireVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < OLDEST_POSTGRES) throw new Error(`PostgreSQL ${OLDEST_POSTGRES} or newer is needed, this is ${major}`)
}

/** graphile-worker logs each of its own steps; a failure is thrown anyway. */
const silent = new Logger(() => () => {})
