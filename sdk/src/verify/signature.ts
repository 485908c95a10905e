import { contextTag, Der, DerError, Tag } from './der.ts'
import type { HashName } from './hash.ts'

const HASHES: Record<string, HashName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

const RSA = '1.2.840.113549.1.1.1'
const RSA_PSS = '1.2.840.113549.1.1.10'
const EC = '1.2.840.10045.2.1'

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

/** The hash an AlgorithmIdentifier names. SHA-1 is not among them: no signature of today may rest on it. */
export function hashAlgorithm(algorithm: Der): HashName {
  const oid = algorithm.children()[0]!.oid()
  const name = HASHES[oid]
  if (!name) throw new Error(`the hash algorithm ${oid} is not accepted`)
  return name
}

export interface SignatureInput {
  /** SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  /** The AlgorithmIdentifier beside the signature. */
  algorithm: Der
  /** The hash when the algorithm does not name one: CMS allows the bare `rsaEncryption`. */
  hashName?: HashName
  data: Uint8Array
  signature: Uint8Array
}

/** RSA (PKCS#1 v1.5 and PSS) and ECDSA with SHA-2, through WebCrypto. @throws when the algorithm is not accepted. */
export async function verifySignature({
  publicKey,
  algorithm,
  hashName,
  data,
  signature,
}: SignatureInput): Promise<boolean> {
  const [id, params] = algorithm.children()
  const oid = id!.oid()
  const bytes = (view: Uint8Array) => view as Uint8Array<ArrayBuffer>
  const check = async (
    scheme: RsaHashedImportParams | EcKeyImportParams,
    how: AlgorithmIdentifier | RsaPssParams | EcdsaParams,
    value: Uint8Array,
  ) => {
    const key = await crypto.subtle.importKey('spki', bytes(publicKey), scheme, false, ['verify'])
    return crypto.subtle.verify(how, key, bytes(value), bytes(data))
  }
  if (oid === RSA_PSS) {
    const { hash, saltLength } = pssParameters(params)
    return check({ name: 'RSA-PSS', hash }, { name: 'RSA-PSS', saltLength }, signature)
  }
  const named = WITH_HASH[oid]
  const scheme = named?.scheme ?? (oid === RSA ? 'RSASSA-PKCS1-v1_5' : oid === EC ? 'ECDSA' : undefined)
  const hash = named?.hash ?? hashName
  if (!scheme || !hash) throw new Error(`the signature algorithm ${oid} is not accepted`)
  if (scheme === 'RSASSA-PKCS1-v1_5') return check({ name: scheme, hash }, { name: scheme }, signature)
  const curve = CURVES[Der.readAll(publicKey).children()[0]!.children()[1]?.oid() ?? '']
  if (!curve) throw new Error('the curve of the key is not accepted')
  return check({ name: scheme, namedCurve: curve.namedCurve }, { name: scheme, hash }, rawEcdsa(signature, curve.bytes))
}

/** RSASSA-PSS-params (RFC 4055, 3.1). The defaults are SHA-1's, which is refused. */
function pssParameters(params: Der | undefined): { hash: HashName; saltLength: number } {
  const fields = params?.children() ?? []
  const hash = fields.find(({ tag }) => tag === contextTag(0))?.children()[0]
  if (!hash) throw new Error('RSASSA-PSS with SHA-1 is not accepted')
  const salt = fields.find(({ tag }) => tag === contextTag(2))?.children()[0]
  return { hash: hashAlgorithm(hash), saltLength: salt ? salt.content.reduce((sum, byte) => sum * 256 + byte, 0) : 20 }
}

/** ECDSA-Sig-Value (two INTEGERs) as WebCrypto wants it: r and s, each as long as the curve's order. */
function rawEcdsa(signature: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(2 * size)
  for (const [i, part] of Der.readAll(signature).children().entries()) {
    const { content } = part.expect(Tag.Integer, 'an ECDSA signature')
    const value = content[0] === 0 ? content.subarray(1) : content
    if (i > 1 || value.length > size) throw new DerError('an ECDSA signature has a wrong size')
    out.set(value, (i + 1) * size - value.length)
  }
  return out
}
