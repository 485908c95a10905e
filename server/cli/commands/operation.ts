import type { Command } from 'commander'
import { WORKER_ROLES, type WorkerRole } from '../../db/tasks.ts'
import { examples, repeated, workerRoles } from './parts.ts'

/** What runs a server and keeps it in order. */
export function addOperation(program: Command): void {
  program
    .command('start')
    .description('run the server, with the background work')
    .option('--no-worker', 'leave the background work to "countersign worker"')
    .addHelpText('after', examples('start', 'start --no-worker'))
    .action(async (options: { worker: boolean }) => (await import('../start.ts')).start(options))

  program
    .command('worker')
    .description('run only the background work: seals, mail, expiry, webhooks')
    .option('--only <roles>', `some of it: ${WORKER_ROLES.join(', ')}, with commas between`, workerRoles)
    .addHelpText('after', examples('worker', 'worker --only seal', 'worker --only mail,deliveries,due'))
    .action(async (options: { only?: WorkerRole[] }) => (await import('../start.ts')).work(options))

  program
    .command('migrate')
    .description('update the database to the latest schema')
    .addHelpText('after', examples('migrate'))
    .action(async () => (await import('../migrate.ts')).migrateDatabase())

  program
    .command('doctor')
    .description('try settings, database, storage, seal, time stamps and mail; changes nothing, exits 1 if any fails')
    .option('--files', 'read every stored file too')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', examples('doctor', 'doctor --files --json'))
    .action(async (options: { files?: true; json?: true }) => (await import('../doctor.ts')).doctor(options))

  program
    .command('backup')
    .description('back up everything into a new folder; servers may keep running')
    .argument('<dir>', 'a folder that does not exist yet, or is empty')
    .addHelpText('after', examples('backup /var/backups/countersign-2026-11-30'))
    .action(async (dir: string) => (await import('../backup.ts')).backUp(dir))

  program
    .command('restore')
    .description('restore a backup into the empty database and store of the settings')
    .argument('<dir>', 'the folder of the backup')
    .option('--verify', 'check every document afterwards; exits 1 if one was changed')
    .addOption(repeated('--root <file>', 'root certificate that seals must lead to (with --verify)'))
    .addHelpText('after', examples('restore DIR', 'restore DIR --verify --root ca.pem'))
    .action(async (dir: string, options: { verify?: true; root?: string[] }) =>
      (await import('../restore.ts')).restoreBackup(dir, options),
    )

  program
    .command('master-key')
    .description('the key that all other keys are wrapped under')
    .command('rotate')
    .description('wrap every key under MASTER_KEY_NEXT instead of MASTER_KEY')
    .addHelpText('after', examples('master-key rotate'))
    .action(async () => (await import('../master-key.ts')).rotate())
}
