import { contextTag, Der, DerError, equal, Tag } from './der.ts'
import { type HashName, nodeCrypto } from './hash.ts'
import { LEAST_RSA_BITS, rsaBits } from './key-strength.ts'

const HASHES: Record<string, HashName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

const RSA = '1.2.840.113549.1.1.1'
const RSA_PSS = '1.2.840.113549.1.1.10'
const MGF1 = '1.2.840.113549.1.1.8'

/** Signature algorithms that name their hash. */
const WITH_HASH: Record<string, { scheme: 'RSASSA-PKCS1-v1_5' | 'ECDSA'; hash: HashName }> = {
  '1.2.840.113549.1.1.11': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { scheme: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { scheme: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { scheme: 'ECDSA', hash: 'SHA-512' },
}

const CURVES: Record<string, { namedCurve: string; bytes: number }> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

/** An AlgorithmIdentifier's identifier and parameters. */
function readAlgorithm(algorithm: Der): { oid: string; params: Der | undefined } {
  const [id, params] = algorithm.expect(Tag.Sequence, 'an algorithm identifier').parts('an algorithm identifier', 1, 2)
  return { oid: id!.oid(), params }
}

function requireNull(params: Der, oid: string): void {
  if (params.tag !== Tag.Null || params.content.length > 0) throw new DerError(`${oid} has unexpected parameters`)
}

/**
 * The hash an AlgorithmIdentifier names; its parameters are absent or NULL (RFC 5754, 2). SHA-1 is not among them: no
 * signature of today may rest on it.
 */
export function hashAlgorithm(algorithm: Der): HashName {
  const { oid, params } = readAlgorithm(algorithm)
  const name = HASHES[oid]
  if (!name) throw new Error(`the hash algorithm ${oid} is not accepted`)
  if (params) requireNull(params, oid)
  return name
}

/** True when the algorithm names its hash itself, and its parameters are written as its standard prefers. */
export function isCanonical(algorithm: Der): boolean {
  const { oid, params } = readAlgorithm(algorithm)
  if (HASHES[oid]) return params === undefined
  // RFC 4055, 5: NULL for RSA; RFC 5758, 3.2: nothing for ECDSA.
  return oid === RSA_PSS || (WITH_HASH[oid]?.scheme === 'ECDSA' ? !params : WITH_HASH[oid] !== undefined && !!params)
}

export interface SignatureInput {
  /** SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  /** The AlgorithmIdentifier beside the signature. */
  algorithm: Der
  /** The hash named elsewhere: CMS allows the bare `rsaEncryption`. An algorithm that names one must name this. */
  hashName?: HashName
  data: Uint8Array
  signature: Uint8Array
}

type Scheme =
  | { scheme: 'RSASSA-PKCS1-v1_5'; hash: HashName }
  | { scheme: 'RSA-PSS'; hash: HashName; saltLength: number }
  | { scheme: 'ECDSA'; hash: HashName; curve: { namedCurve: string; bytes: number } }

/**
 * RSA (PKCS#1 v1.5 and PSS) and ECDSA with SHA-2: by Node's own crypto where there is one, which is several times
 * faster, else through WebCrypto. @throws when the algorithm is not accepted.
 */
export async function verifySignature(input: SignatureInput): Promise<boolean> {
  const scheme = schemeOf(input)
  // Both ways refuse what is no canonical signature value before they compute.
  const raw = scheme.scheme === 'ECDSA' ? rawEcdsa(input.signature, scheme.curve.bytes) : input.signature
  return nodeCrypto ? verifyInNode(nodeCrypto, scheme, input) : verifyInBrowser(scheme, input, raw)
}

function schemeOf({ publicKey, algorithm, hashName }: SignatureInput): Scheme {
  const { oid, params } = readAlgorithm(algorithm)
  const bits = rsaBits(publicKey)
  if (bits !== null && bits < LEAST_RSA_BITS) throw new Error(`an RSA key of ${bits} bits is not accepted`)
  if (oid === RSA_PSS) return { scheme: 'RSA-PSS', ...pssParameters(params, hashName) }
  const named = WITH_HASH[oid]
  const scheme = named?.scheme ?? (oid === RSA ? 'RSASSA-PKCS1-v1_5' : undefined)
  const hash = named?.hash ?? hashName
  if (!scheme || !hash) throw new Error(`the signature algorithm ${oid} is not accepted`)
  requireSameHash(hash, hashName)
  if (scheme === 'RSASSA-PKCS1-v1_5') {
    if (params) requireNull(params, oid)
    return { scheme, hash }
  }
  if (params) throw new DerError(`${oid} has unexpected parameters`)
  const curve = CURVES[Der.readAll(publicKey).children()[0]!.children()[1]?.oid() ?? '']
  if (!curve) throw new Error('the curve of the key is not accepted')
  return { scheme, hash, curve }
}

function requireSameHash(hash: HashName, expected: HashName | undefined): void {
  if (expected && hash !== expected) throw new Error(`the signature algorithm names ${hash} instead of ${expected}`)
}

/** RSASSA-PSS-params (RFC 4055, 3.1): hash, MGF1 with the same hash, salt length. The defaults are SHA-1's, which is refused. */
function pssParameters(params: Der | undefined, hashName?: HashName): { hash: HashName; saltLength: number } {
  const fields = params?.expect(Tag.Sequence, 'the parameters of RSASSA-PSS').children() ?? []
  const [hashField, maskField, saltField] = fields
  const inOrder = fields.every(({ tag }, i) => tag === contextTag(i))
  if (!hashField || !maskField || !inOrder || fields.length > 3)
    throw new Error('RSASSA-PSS with SHA-1 is not accepted')
  const [hashAlgorithmId] = hashField.parts('the hash of RSASSA-PSS', 1)
  const hash = hashAlgorithm(hashAlgorithmId!)
  requireSameHash(hash, hashName)
  const mask = readAlgorithm(maskField.parts('the mask of RSASSA-PSS', 1)[0]!)
  if (mask.oid !== MGF1 || !mask.params || hashAlgorithm(mask.params) !== hash)
    throw new Error('RSASSA-PSS is accepted with MGF1 over its own hash only')
  const salt = saltField?.parts('the salt length of RSASSA-PSS', 1)[0]
  return { hash, saltLength: salt ? salt.smallInteger() : 20 }
}

/** Parsed keys by their DER: reading one takes as long as verifying with it. */
const keys = new Map<string, import('node:crypto').KeyObject>()
const MAX_KEYS = 64

function verifyInNode(
  node: NonNullable<typeof nodeCrypto>,
  scheme: Scheme,
  { publicKey, data, signature }: SignatureInput,
): boolean {
  const id = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.length).toString('latin1')
  let key = keys.get(id)
  if (!key) {
    key = node.createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
    if (keys.size >= MAX_KEYS) keys.delete(keys.keys().next().value!)
    keys.set(id, key)
  }
  const type = scheme.scheme === 'ECDSA' ? ['ec'] : scheme.scheme === 'RSA-PSS' ? ['rsa', 'rsa-pss'] : ['rsa']
  if (!type.includes(key.asymmetricKeyType ?? '')) throw new Error('the key is not one of the signature algorithm')
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = node.constants
  const how =
    scheme.scheme === 'ECDSA'
      ? { key, dsaEncoding: 'der' as const }
      : scheme.scheme === 'RSA-PSS'
        ? { key, padding: RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength }
        : { key, padding: RSA_PKCS1_PADDING }
  return node.verify(scheme.hash.replace('-', ''), data, how, signature)
}

async function verifyInBrowser(scheme: Scheme, { publicKey, data }: SignatureInput, value: Uint8Array) {
  const bytes = (view: Uint8Array) => view as Uint8Array<ArrayBuffer>
  const [name, hash] = [scheme.scheme, scheme.hash]
  const imported =
    scheme.scheme === 'ECDSA'
      ? { name, namedCurve: scheme.curve.namedCurve }
      : ({ name, hash } as RsaHashedImportParams)
  const how =
    scheme.scheme === 'ECDSA'
      ? { name, hash }
      : scheme.scheme === 'RSA-PSS'
        ? { name, saltLength: scheme.saltLength }
        : { name }
  const key = await crypto.subtle.importKey('spki', bytes(publicKey), imported, false, ['verify'])
  return crypto.subtle.verify(how, key, bytes(value), bytes(data))
}

/** ECDSA-Sig-Value (two INTEGERs) as WebCrypto wants it: r and s, each as long as the curve's order. */
function rawEcdsa(signature: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(2 * size)
  const value = Der.readAll(signature).expect(Tag.Sequence, 'an ECDSA signature')
  for (const [i, part] of value.parts('an ECDSA signature', 2).entries()) {
    const content = part.integer()
    const magnitude = content[0] === 0 ? content.subarray(1) : content
    if (content[0]! & 0x80 || magnitude.length > size) throw new DerError('an ECDSA signature has a wrong size')
    out.set(magnitude, (i + 1) * size - magnitude.length)
  }
  return out
}

/** Digests of what was verified with success; a pure function of the bytes, so it holds for ever. */
const verified = new Set<string>()
const MAX_VERIFIED = 512

/**
 * As `verifySignature`, for what comes up again with every seal (certificates, CRLs, OCSP responses): a signature that
 * was found good is not computed a second time. In browsers nothing is remembered.
 */
export async function verifyRecurring(input: SignatureInput): Promise<boolean> {
  if (!nodeCrypto) return verifySignature(input)
  const { publicKey, algorithm, signature, data } = input
  const state = nodeCrypto.createHash('sha256')
  for (const part of [publicKey, algorithm.bytes, signature, data]) state.update(`${part.length},`).update(part)
  const id = state.update(input.hashName ?? '').digest('base64')
  if (verified.has(id)) return true
  const good = await verifySignature(input)
  if (!good) return false
  if (verified.size >= MAX_VERIFIED) verified.delete(verified.values().next().value!)
  verified.add(id)
  return true
}

/** True when two AlgorithmIdentifiers are the same bytes (RFC 5280, 4.1.1.2 and 5.1.1.2). */
export const sameAlgorithm = (a: Der, b: Der) => equal(a.bytes, b.bytes)
