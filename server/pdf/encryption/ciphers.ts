import { createDecipheriv } from 'node:crypto'

/** RC4, which OpenSSL 3 only has in its legacy provider; encrypts and decrypts alike. @param key of 5 to 16 bytes */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    const kept = state[i]!
    state[i] = state[j]!
    state[j] = kept
  }
  const out = new Uint8Array(data.length)
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255
    const first = state[i]!
    j = (j + first) & 255
    const second = state[j]!
    state[i] = second
    state[j] = first
    out[at] = data[at]! ^ state[(first + second) & 255]!
  }
  return out
}

const BLOCK = 16

/**
 * A string or stream in AES-CBC: the initialization vector, then whole blocks, the last one padded (ISO 32000-1, 7.6.2).
 * What is damaged yields what could be decrypted, as in viewers.
 */
export function aesCbc(key: Uint8Array, data: Uint8Array): Uint8Array {
  const blocks = data.subarray(BLOCK, data.length - (data.length % BLOCK))
  if (blocks.length === 0) return new Uint8Array()
  const plain = decryptBlocks(key, data.subarray(0, BLOCK), blocks)
  const padding = plain.at(-1)!
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.length - padding) : plain
}

/** Whole blocks in AES-CBC, without padding. @param key of 16 or 32 bytes */
export function decryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(blocks), decipher.final()])
}
