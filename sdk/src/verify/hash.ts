import { concat, toHex } from './der.ts'

export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

/** Node’s own crypto when there is one: its hash streams, so that a file of 25 MB is neither copied nor hashed twice. */
export const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto')

/** The hash of `parts` one after the other. */
export async function hash(name: HashName, ...parts: Uint8Array[]): Promise<Uint8Array> {
  if (nodeCrypto) {
    const state = nodeCrypto.createHash(name.replace('-', ''))
    for (const part of parts) state.update(part)
    return new Uint8Array(state.digest())
  }
  return new Uint8Array(await crypto.subtle.digest(name, concat(parts) as Uint8Array<ArrayBuffer>))
}

/** Lowercase hex SHA-256 of the first `length` bytes, for each of `lengths` in ascending order: one pass over the file. */
export async function hashPrefixes(bytes: Uint8Array, lengths: number[]): Promise<string[]> {
  if (!nodeCrypto) {
    const hashes: string[] = []
    for (const length of lengths) hashes.push(toHex(await hash('SHA-256', bytes.subarray(0, length))))
    return hashes
  }
  const state = nodeCrypto.createHash('sha256')
  let done = 0
  return lengths.map((length) => {
    state.update(bytes.subarray(done, length))
    done = length
    return state.copy().digest('hex')
  })
}
