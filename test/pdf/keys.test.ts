import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSealKey, SealKeyError } from '../../server/pdf/keys.ts'
import { parseCertificate, subjectText } from '../../server/pdf/verify.ts'
import { createCa, type Issued, type TestCa } from '../support/pki.ts'

/** Made with `openssl pkcs12 -export`, password `secret`: a key, its certificate and the root certificate. */
const p12 = (name: string) => readFile(new URL(`../fixtures/p12/${name}.p12`, import.meta.url))

describe('PKCS#12', () => {
  test.each([
    ['rsa-modern', 'RS256'],
    ['rsa-legacy-rc2', 'RS256'],
    ['rsa-legacy-3des', 'RS256'],
    ['ec-modern', 'ES256'],
    ['ec-legacy-rc2', 'ES256'],
    ['ec-legacy-3des', 'ES256'],
  ])('%s opens, signs and includes its chain', async (name, alg) => {
    const key = await loadSealKey({ p12: await p12(name), password: 'secret' })
    expect(key.alg).toBe(alg)
    expect(key.chain.map((der) => subjectText(parseCertificate(der)))).toEqual([
      `CN=P12 fixture ${name.split('-')[0]}`,
      'CN=P12 fixture root',
    ])
    const tbs = Buffer.from('to be signed')
    const signature = await key.sign(tbs)
    const leaf = parseCertificate(key.chain[0]!)
    const publicKey = createPublicKey({
      key: Buffer.from(leaf.publicKey),
      format: 'der',
      type: 'spki',
    })
    expect(verify('sha256', tbs, publicKey, signature)).toBe(true)
  })

  test('a wrong password is reported in plain words, without the password', async () => {
    const wrong = loadSealKey({ p12: await p12('rsa-modern'), password: 'hunter2' })
    await expect(wrong).rejects.toThrow(SealKeyError)
    await expect(wrong).rejects.toThrow(/wrong password/)
    await expect(wrong).rejects.not.toThrow(/hunter2/)
  })

  test('a file without a key, and one that is not PKCS#12, are refused', async () => {
    await expect(loadSealKey({ p12: await p12('no-key'), password: 'secret' })).rejects.toThrow(/no private key/)
    await expect(loadSealKey({ p12: Buffer.from('hello'), password: '' })).rejects.toThrow(SealKeyError)
  })
})

describe('PEM', () => {
  let ca: TestCa
  let issued: Issued
  beforeAll(async () => {
    ca = await createCa()
    issued = await (await ca.subordinate('Sub')).issue({ name: 'Seal', key: 'RSA-2048' })
  })

  test('the chain is put in order, whatever its order in the file', async () => {
    const blocks = issued.pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g)!
    const key = await loadSealKey({ cert: blocks.reverse().join('\n'), key: issued.key })
    expect(key.chain.map((der) => subjectText(parseCertificate(der)).split(',')[0])).toEqual([
      'CN=Seal',
      'CN=Sub',
      expect.stringMatching(/^CN=Test root/),
    ])
  })

  test('a key that belongs to no certificate is refused', async () => {
    const other = await ca.issue({ name: 'Other', key: 'P-256' })
    await expect(loadSealKey({ cert: issued.pem, key: other.key })).rejects.toThrow(/none of the certificates belongs/)
  })

  test.each([
    ['a short RSA key', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, /too short/],
    ['Ed25519', generateKeyPairSync('ed25519').privateKey, /cannot seal/],
  ])('%s is refused', async (_, privateKey, message) => {
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await expect(loadSealKey({ cert: issued.pem, key })).rejects.toThrow(message)
  })

  test('text without a certificate or a key is refused', async () => {
    await expect(loadSealKey({ cert: 'nothing', key: issued.key })).rejects.toThrow(/no certificate/)
    await expect(loadSealKey({ cert: issued.pem, key: 'nothing' })).rejects.toThrow(/cannot be read/)
  })
})
