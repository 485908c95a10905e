import { loadConfig } from '../config.ts'
import { masterKeyOf } from '../context.ts'
import { masterKeyId, rotateMasterKey } from '../keyring.ts'
import { withDatabase } from './database.ts'
import { CommandError } from './errors.ts'

/**
 * `countersign master-key rotate`: wraps every key of the database under `MASTER_KEY_NEXT` instead of `MASTER_KEY`.
 * Links, webhook secrets and stored responses stay valid, because the keys behind them do not change. Running servers
 * already hold those keys; from their next start on they need the new `MASTER_KEY`.
 */
export async function rotate(): Promise<void> {
  const config = loadConfig()
  const next = config.nextMasterKey
  if (!next)
    throw new CommandError(
      'MASTER_KEY_NEXT is not set: create one with `openssl rand -hex 32`, store it safely, and set it',
    )
  const current = await masterKeyOf(config)
  await withDatabase(({ db }) => rotateMasterKey(db, current, next))
  process.stdout.write(
    [
      `The keys are now wrapped under ${masterKeyId(next)} instead of ${masterKeyId(current)}.`,
      'Set MASTER_KEY to the value of MASTER_KEY_NEXT, unset MASTER_KEY_NEXT, and restart every server and worker.',
      'Earlier backups need the old key: keep it as long as you keep them.',
      '',
    ].join('\n'),
  )
}
