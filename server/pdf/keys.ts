import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { SealKey } from './types.ts'

/** PEM: `cert` holds the chain, leaf first or in any order; `key` is PKCS#8, PKCS#1 or SEC 1. */
export type SealKeySource = { p12: Uint8Array; password: string } | { cert: string; key: string; password?: string }

/** The key or its certificates cannot be used; the message says why, for the operator, and never contains the password. */
export class SealKeyError extends Error {
  override readonly name = 'SealKeyError'
}

const MIN_RSA_BITS = 2048

/**
 * Loads a signing key with its certificate chain from PKCS#12 (legacy RC2 and 3DES as well as AES) or PEM.
 * @throws SealKeyError when nothing usable is in it.
 */
export async function loadSealKey(source: SealKeySource): Promise<SealKey> {
  const { key, certificates } = 'p12' in source ? await openPkcs12(source) : openPem(source)
  const alg = algorithmOf(key)
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(key))
  if (!leaf) throw new SealKeyError('none of the certificates belongs to the private key')
  return {
    alg,
    chain: chainOf(leaf, certificates).map((certificate) => new Uint8Array(certificate.raw)),
    sign: (tbs) =>
      new Promise((resolve, reject) => {
        // With a callback the signature is made on the thread pool and does not hold up requests.
        sign('sha256', tbs, key, (error, signature) => (error ? reject(error) : resolve(new Uint8Array(signature))))
      }),
  }
}

function algorithmOf(key: KeyObject): SealKey['alg'] {
  if (key.asymmetricKeyType === 'ec') return 'ES256'
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa')
    throw new SealKeyError(`a key of type ${key.asymmetricKeyType} cannot seal: RSA or EC is needed`)
  if (bits < MIN_RSA_BITS) throw new SealKeyError(`an RSA key of ${bits} bits is too short: ${MIN_RSA_BITS} are needed`)
  return 'RS256'
}

/** The chain from `leaf` upwards as far as `certificates` reach. */
function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf]
  for (let last = leaf; !last.checkIssued(last); ) {
    const issuer = certificates.find((candidate) => !chain.includes(candidate) && last.checkIssued(candidate))
    if (!issuer) break
    chain.push(issuer)
    last = issuer
  }
  return chain
}

function openPem({ cert, key, password }: { cert: string; key: string; password?: string }) {
  const blocks = cert.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new SealKeyError('there is no certificate in the PEM file')
  return {
    key: readKey(() => createPrivateKey({ key, passphrase: password })),
    certificates: blocks.map((block) => new X509Certificate(block)),
  }
}

function readKey(read: () => KeyObject): KeyObject {
  try {
    return read()
  } catch (cause) {
    throw new SealKeyError('the private key cannot be read', { cause })
  }
}

/** node-forge opens the container, the only reader that knows every encryption in use; it never computes with the key. */
async function openPkcs12({ p12, password }: { p12: Uint8Array; password: string }) {
  const { default: forge } = await import('node-forge')
  const der = (value: import('node-forge').asn1.Asn1) => Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary')
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids
  let bags: import('node-forge').pkcs12.Bag[]
  try {
    const container = forge.asn1.fromDer(Buffer.from(p12).toString('binary'))
    bags = forge.pkcs12.pkcs12FromAsn1(container, false, password).safeContents.flatMap((contents) => contents.safeBags)
  } catch (cause) {
    throw new SealKeyError('the PKCS#12 file cannot be opened: wrong password, or not a PKCS#12 file', { cause })
  }
  // forge returns keys it supports (RSA) decoded and others (EC) as ASN.1: both become DER again.
  const keys = bags
    .filter((bag) => bag.type === pkcs8ShroudedKeyBag || bag.type === keyBag)
    .map((bag) => (bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1))
    .map((value) => readKey(() => createPrivateKey({ key: der(value), format: 'der', type: 'pkcs8' })))
  const certificates = bags
    .filter((bag) => bag.type === certBag)
    .map((bag) => new X509Certificate(der(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1)))
  const key =
    keys.find((candidate) => certificates.some((certificate) => certificate.checkPrivateKey(candidate))) ?? keys[0]
  if (!key) throw new SealKeyError('there is no private key in the PKCS#12 file')
  return { key, certificates }
}
