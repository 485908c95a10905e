import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../context.ts'

const SECRET_BYTES = 24
const PREFIX_CHARACTERS = 12

/** A new signing secret (contract 2.2) and its stored form: encrypted, because deliveries are signed with it. */
export function newSecret(ctx: Pick<Ctx, 'keyring'>): {
  secret: string
  stored: { secret: Buffer; secret_prefix: string }
} {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`
  const sealed = ctx.keyring.encrypt('secret', Buffer.from(secret))
  return { secret, stored: { secret: sealed, secret_prefix: secret.slice(0, PREFIX_CHARACTERS) } }
}
