import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'
import { type Db, transaction } from './db/database.ts'

/**
 * The keys behind signing links (`link`), codes by SMS (`code`), webhook secrets (`secret`) and stored idempotent
 * responses (`answer`). Each is 32 random bytes, created on first use and stored wrapped under MASTER_KEY. Everything
 * derived from a key carries its version, so that a newer key never breaks a link or a secret, and a new master key
 * only re-wraps the keys.
 */
export interface Keyring {
  /** HMAC-SHA256 of `data` under the given version, or under the newest one. */
  mac(purpose: MacPurpose, version: number | 'current', data: Uint8Array): { version: number; mac: Buffer }
  /** AES-256-GCM under the newest key; the result carries the key's version. */
  encrypt(purpose: SealedPurpose, plain: Buffer): Buffer
  /** @throws KeyringError if `encrypt` did not produce the bytes for this purpose, or they were changed */
  decrypt(purpose: SealedPurpose, sealed: Buffer): Buffer
}

export type Purpose = 'link' | 'secret' | 'answer' | 'code'
type MacPurpose = 'link' | 'code'
type SealedPurpose = Exclude<Purpose, MacPurpose>

export class KeyringError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KeyringError'
  }
}

const PURPOSES: Purpose[] = ['link', 'secret', 'answer', 'code']
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** 0x01 ‖ key version (4 bytes, big-endian) ‖ nonce ‖ tag ‖ ciphertext. */
const FORMAT = 1
const HEADER_BYTES = 5

/**
 * Loads the keyring and creates missing keys; safe in any number of processes at the same time.
 * @param masterKey 32 bytes
 * @throws KeyringError when the keys were wrapped under another master key
 */
export async function loadKeyring(db: Db, masterKey: Buffer, clock: Clock): Promise<Keyring> {
  const fresh = PURPOSES.map((purpose) => ({
    purpose,
    version: 1,
    wrapped: wrap(masterKey, purpose, 1, randomBytes(KEY_BYTES)),
    master_key_id: masterKeyId(masterKey),
    created_at: clock.now(),
  }))
  // The first process wins; all then read its keys.
  await db
    .insertInto('keyring')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return readKeyring(db, masterKey)
}

/** The keyring as it is: creates no key. @throws KeyringError when the keys were wrapped under another master key */
export async function readKeyring(db: Db, masterKey: Buffer): Promise<Keyring> {
  const id = masterKeyId(masterKey)
  const rows = await db.selectFrom('keyring').selectAll().orderBy('version').execute()
  const keys = new Map<Purpose, Map<number, Buffer>>(PURPOSES.map((purpose) => [purpose, new Map()]))
  for (const row of rows) {
    requireMasterKey(row.master_key_id, id)
    keys.get(row.purpose)?.set(row.version, unwrap(masterKey, row.purpose, row.version, row.wrapped))
  }
  return new LoadedKeyring(keys)
}

/**
 * Wraps every key under `next` instead of `current`. Running processes are not affected: they hold the keys themselves.
 * Afterwards only `next` opens the keyring.
 * @throws KeyringError when the keys are not wrapped under `current`; nothing is changed then
 */
export async function rotateMasterKey(db: Db, current: Buffer, next: Buffer): Promise<void> {
  await transaction(db, async (tx) => {
    const rows = await tx.selectFrom('keyring').selectAll().forUpdate().execute()
    for (const row of rows) {
      requireMasterKey(row.master_key_id, masterKeyId(current))
      const key = unwrap(current, row.purpose, row.version, row.wrapped)
      await tx
        .updateTable('keyring')
        .set({ wrapped: wrap(next, row.purpose, row.version, key), master_key_id: masterKeyId(next) })
        .where('purpose', '=', row.purpose)
        .where('version', '=', row.version)
        .execute()
    }
  })
}

class LoadedKeyring implements Keyring {
  readonly #keys: Map<Purpose, Map<number, Buffer>>

  constructor(keys: Map<Purpose, Map<number, Buffer>>) {
    this.#keys = keys
  }

  mac(purpose: MacPurpose, version: number | 'current', data: Uint8Array): { version: number; mac: Buffer } {
    const used = version === 'current' ? this.#newest(purpose) : version
    return { version: used, mac: createHmac('sha256', this.#key(purpose, used)).update(data).digest() }
  }

  encrypt(purpose: SealedPurpose, plain: Buffer): Buffer {
    const version = this.#newest(purpose)
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt8(FORMAT, 0)
    header.writeUInt32BE(version, 1)
    return Buffer.concat([header, seal(this.#key(purpose, version), plain, aad(purpose, version))])
  }

  decrypt(purpose: SealedPurpose, sealed: Buffer): Buffer {
    if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) throw new KeyringError('Not made by this keyring')
    const version = sealed.readUInt32BE(1)
    return open(this.#key(purpose, version), sealed.subarray(HEADER_BYTES), aad(purpose, version))
  }

  #newest(purpose: Purpose): number {
    return Math.max(...(this.#keys.get(purpose)?.keys() ?? []))
  }

  #key(purpose: Purpose, version: number): Buffer {
    const key = this.#keys.get(purpose)?.get(version)
    if (!key) throw new KeyringError(`The keyring has no ${purpose} key of version ${version}`)
    return key
  }
}

/** Identifies a master key without revealing anything about it. */
export function masterKeyId(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('countersign master key id').digest('hex').slice(0, 16)
}

function requireMasterKey(wrappedUnder: string, given: string): void {
  if (wrappedUnder === given) return
  throw new KeyringError(
    `MASTER_KEY is not the one this database was created with (it has the id ${given}, the keys are wrapped under ${wrappedUnder})`,
  )
}

function wrap(masterKey: Buffer, purpose: Purpose, version: number, key: Buffer): Buffer {
  return seal(masterKey, key, aad(purpose, version))
}

function unwrap(masterKey: Buffer, purpose: Purpose, version: number, wrapped: Buffer): Buffer {
  return open(masterKey, wrapped, aad(purpose, version))
}

/** Bound into every ciphertext, so that none can be substituted for another. */
function aad(purpose: Purpose, version: number): Buffer {
  return Buffer.from(`countersign:${purpose}:${version}`)
}

function seal(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated)
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function open(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new KeyringError('Too short to be a ciphertext')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(associated).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new KeyringError('The ciphertext was changed or belongs to another key', { cause })
  }
}
