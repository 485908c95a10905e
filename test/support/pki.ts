import {
  createHash,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'
import { issueCertificate, issueCrl, type NameParts, pemOf } from '../../server/pdf/issue.ts'

export type KeyKind = 'RSA-2048' | 'RSA-3072' | 'P-256'

export const Purpose = {
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const

export interface Issued {
  /** The certificate and its issuers. */
  pem: string
  key: string
  certificate: X509Certificate
}

export interface IssueOptions {
  name: string
  key?: KeyKind
  purposes?: string[]
  criticalPurposes?: boolean
  crlUrl?: string
  ocspUrl?: string
  /** Where the issuer's own certificate is served. */
  issuerUrl?: string
  notBefore?: Date
  notAfter?: Date
  /** An authority's certificate; a number limits the path below it. */
  authority?: boolean | number
  ipAddress?: Uint8Array
}

/** A certification authority for one test. */
export interface TestCa {
  pem: string
  der: Uint8Array
  key: string
  issue(options: IssueOptions): Promise<Issued>
  /** A subordinate authority; the number limits how many may be below it (default: no limit). */
  subordinate(name: string, pathLength?: number): Promise<TestCa>
  crl(options?: { revoked?: X509Certificate[]; nextUpdate?: Date }): Promise<Uint8Array>
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const generate = promisify(generateKeyPair)

/** Generating keys is slow, and tests do not depend on which key is used. */
const keys = new Map<KeyKind, Promise<KeyObject>>()
function keyOf(kind: KeyKind): Promise<KeyObject> {
  const known = keys.get(kind)
  if (known) return known
  const made = (
    kind === 'P-256'
      ? generate('ec', { namedCurve: 'P-256' })
      : generate('rsa', { modulusLength: kind === 'RSA-2048' ? 2048 : 3072 })
  ).then(({ privateKey }) => privateKey)
  keys.set(kind, made)
  return made
}

export async function createCa(name = `Test root ${randomBytes(4).toString('hex')}`): Promise<TestCa> {
  const keyPair = await freshKeys()
  const der = await issueCertificate(
    {
      subject: [['CN', name]],
      publicKey: keyPair.publicKey,
      notBefore: new Date(Date.now() - YEAR_MS),
      notAfter: new Date(Date.now() + 20 * YEAR_MS),
      authority: true,
    },
    { certificate: null, keys: keyPair },
  )
  return authority(der, keyPair, pemOf('CERTIFICATE', der))
}

async function authority(der: Uint8Array, keyPair: CryptoKeyPair, chain: string): Promise<TestCa> {
  const issuer = { certificate: der, keys: keyPair }
  const create = ({ name, purposes, criticalPurposes = false, ...options }: IssueOptions, publicKey: CryptoKey) => {
    const subject: NameParts = [
      ['CN', name],
      ['O', 'Test'],
    ]
    return issueCertificate(
      {
        notBefore: new Date(Date.now() - YEAR_MS),
        notAfter: new Date(Date.now() + 10 * YEAR_MS),
        ...options,
        subject,
        publicKey,
        ...(purposes ? { purposes: { oids: purposes, critical: criticalPurposes } } : {}),
      },
      issuer,
    )
  }
  return {
    pem: pemOf('CERTIFICATE', der),
    der,
    key: await keyPem(keyPair.privateKey),
    async issue(options) {
      const kind = options.key ?? 'P-256'
      const key = await keyOf(kind)
      const algorithm = kind === 'P-256' ? EC : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
      const publicKey = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
      const issued = await create(options, publicKey as CryptoKey)
      const pem = `${pemOf('CERTIFICATE', issued)}\n${chain}`
      const certificate = new X509Certificate(issued)
      return { pem, key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
    },
    async subordinate(name, pathLength) {
      const own = await freshKeys()
      const issued = await create({ name, authority: pathLength ?? true }, own.publicKey)
      return authority(issued, own, `${pemOf('CERTIFICATE', issued)}\n${chain}`)
    },
    crl: ({ revoked = [], nextUpdate = new Date(Date.now() + 7 * 24 * HOUR_MS) } = {}) => {
      const thisUpdate = new Date(Date.now() - HOUR_MS)
      const entries = revoked.map(({ serialNumber }) => ({ serial: serialNumber, at: thisUpdate }))
      return issueCrl(issuer, { thisUpdate, nextUpdate, revoked: entries })
    },
  }
}

const freshKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

const keyPem = async (key: CryptoKey) => pemOf('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', key))

export const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
