import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { masterKeyOf } from '../context.ts'
import { masterKeyId, rotateMasterKey } from '../keyring.ts'
import { withDatabase } from './database.ts'
import { UsageError } from './usage-error.ts'

/**
 * `countersign master-key rotate`: wraps every key of the database under `MASTER_KEY_NEXT` instead of `MASTER_KEY`.
 * Links, webhook secrets and kept answers stay as they are, because the keys they were made with do. Servers that run
 * hold those keys already; from their next start on they need the new `MASTER_KEY`.
 */
export async function run([verb, ...args]: string[]): Promise<void> {
  if (verb !== 'rotate') throw new UsageError('master-key rotate, with MASTER_KEY and MASTER_KEY_NEXT set')
  parseArgs({ args })
  const config = loadConfig()
  const next = config.nextMasterKey
  if (!next) throw new UsageError('MASTER_KEY_NEXT is not set: make one with `openssl rand -hex 32`, keep it, set it')
  const current = await masterKeyOf(config)
  await withDatabase(({ db }) => rotateMasterKey(db, current, next))
  process.stdout.write(
    [
      `The keys are wrapped under ${masterKeyId(next)} now, no longer under ${masterKeyId(current)}.`,
      'Set MASTER_KEY to what MASTER_KEY_NEXT is, take MASTER_KEY_NEXT away, and restart every server and worker.',
      'Backups from before need the old key: keep it as long as them.',
      '',
    ].join('\n'),
  )
}
