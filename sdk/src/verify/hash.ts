import { concat, toHex } from './der.ts'

export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

/** Node’s own crypto when there is one: its hash streams, so that a file of 25 MB is neither copied nor hashed twice. */
export const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto')

/** The hash of the concatenated `parts`. */
export async function hash(name: HashName, ...parts: Uint8Array[]): Promise<Uint8Array> {
  if (nodeCrypto) {
    const state = nodeCrypto.createHash(name.replace('-', ''))
    for (const part of parts) state.update(part)
    return new Uint8Array(state.digest())
  }
  return new Uint8Array(await crypto.subtle.digest(name, concat(parts) as Uint8Array<ArrayBuffer>))
}

/** A SHA-256 in progress, over the first `length` bytes of a file. */
export interface HashState {
  length: number
  state: import('node:crypto').Hash
}

/**
 * Hashes of prefixes and of signed ranges of one file. In Node the file is read once for all of them: each hash continues
 * from the nearest position reached before.
 */
export class FileHashes {
  readonly bytes: Uint8Array
  private readonly reached: HashState[] = []

  /** @param known a prefix of `bytes` that has already been hashed. */
  constructor(bytes: Uint8Array, known?: HashState) {
    this.bytes = bytes
    if (known) this.reached.push(known)
  }

  /** Lowercase hex SHA-256 of the first `length` bytes. */
  async prefix(length: number): Promise<string> {
    const state = this.stateAt(length)
    return state ? state.copy().digest('hex') : toHex(await hash('SHA-256', this.bytes.subarray(0, length)))
  }

  /** The hash of the first `length` bytes followed by those from `second` to `end`. */
  async ranges(name: HashName, length: number, second: number, end: number): Promise<Uint8Array> {
    const after = this.bytes.subarray(second, end)
    const state = name === 'SHA-256' ? this.stateAt(length) : null
    if (!state) return hash(name, this.bytes.subarray(0, length), after)
    return new Uint8Array(state.copy().update(after).digest())
  }

  private stateAt(length: number) {
    if (!nodeCrypto) return null
    let nearest: HashState = { length: 0, state: nodeCrypto.createHash('sha256') }
    for (const one of this.reached) if (one.length <= length && one.length >= nearest.length) nearest = one
    if (nearest.length === length && length > 0) return nearest.state
    const state = nearest.state.copy().update(this.bytes.subarray(nearest.length, length))
    this.reached.push({ length, state })
    return state
  }
}
