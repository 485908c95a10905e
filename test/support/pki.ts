import 'reflect-metadata'
import { createHash, generateKeyPair, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(webcrypto as Crypto)

export type KeyKind = 'RSA-2048' | 'RSA-3072' | 'P-256'

export const Purpose = {
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const

export interface Issued {
  /** The certificate and those above it. */
  pem: string
  key: string
  certificate: x509.X509Certificate
}

export interface IssueOptions {
  name: string
  key?: KeyKind
  purposes?: string[]
  criticalPurposes?: boolean
  crlUrl?: string
  ocspUrl?: string
  /** Where the issuer's own certificate is to be had. */
  issuerUrl?: string
  notBefore?: Date
  notAfter?: Date
  ca?: boolean
  pathLength?: number
  extensions?: x509.Extension[]
}

/** A certification authority of a test's own. */
export interface TestCa {
  pem: string
  der: Uint8Array
  key: string
  issue(options: IssueOptions): Promise<Issued>
  /** A subordinate authority, which may have so many below it (any number when not given). */
  subordinate(name: string, pathLength?: number): Promise<TestCa>
  crl(options?: { revoked?: x509.X509Certificate[]; nextUpdate?: Date }): Promise<Uint8Array>
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const YEAR_MS = 365 * 86_400_000
const generate = promisify(generateKeyPair)

/** Keys are expensive and tests do not care whose they are. */
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
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - YEAR_MS),
    notAfter: new Date(Date.now() + 20 * YEAR_MS),
    keys: keyPair,
    signingAlgorithm: EC,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keyPair.publicKey),
    ],
  })
  return authority(certificate, keyPair, certificate.toString('pem'))
}

async function authority(ca: x509.X509Certificate, keyPair: CryptoKeyPair, chain: string): Promise<TestCa> {
  const create = async (options: IssueOptions, publicKey: CryptoKey) => {
    const usage = options.ca
      ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
      : x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation
    const extensions: x509.Extension[] = [
      new x509.BasicConstraintsExtension(options.ca ?? false, options.pathLength, true),
      new x509.KeyUsagesExtension(usage, true),
      await x509.AuthorityKeyIdentifierExtension.create(keyPair.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      ...(options.extensions ?? []),
    ]
    if (options.purposes)
      extensions.push(new x509.ExtendedKeyUsageExtension(options.purposes, options.criticalPurposes))
    if (options.crlUrl) extensions.push(new x509.CRLDistributionPointsExtension([options.crlUrl]))
    if (options.ocspUrl || options.issuerUrl) {
      const access = { ocsp: options.ocspUrl ?? [], caIssuers: options.issuerUrl ?? [] }
      extensions.push(new x509.AuthorityInfoAccessExtension(access))
    }
    return x509.X509CertificateGenerator.create({
      serialNumber: serial(),
      subject: `CN=${options.name}, O=Test`,
      issuer: ca.subject,
      notBefore: options.notBefore ?? new Date(Date.now() - YEAR_MS),
      notAfter: options.notAfter ?? new Date(Date.now() + 10 * YEAR_MS),
      signingKey: keyPair.privateKey,
      publicKey,
      signingAlgorithm: EC,
      extensions,
    })
  }
  return {
    pem: ca.toString('pem'),
    der: new Uint8Array(ca.rawData),
    key: await pkcs8Pem(keyPair.privateKey),
    async issue(options) {
      const kind = options.key ?? 'P-256'
      const key = await keyOf(kind)
      const algorithm = kind === 'P-256' ? EC : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      const spki = await publicDer(key)
      const publicKey = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
      const certificate = await create(options, publicKey as CryptoKey)
      const pem = `${certificate.toString('pem')}\n${chain}`
      return { pem, key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
    },
    async subordinate(name, pathLength) {
      const own = await freshKeys()
      const certificate = await create({ name, ca: true, pathLength }, own.publicKey)
      return authority(certificate, own, `${certificate.toString('pem')}\n${chain}`)
    },
    async crl({ revoked = [], nextUpdate = new Date(Date.now() + 7 * 86_400_000) } = {}) {
      const crl = await x509.X509CrlGenerator.create({
        issuer: ca.subject,
        thisUpdate: new Date(Date.now() - 3_600_000),
        nextUpdate,
        entries: revoked.map(({ serialNumber }) => ({
          serialNumber,
          revocationDate: new Date(Date.now() - 3_600_000),
          reason: x509.X509CrlReason.keyCompromise,
        })),
        signingKey: keyPair.privateKey,
        signingAlgorithm: EC,
      })
      return new Uint8Array(crl.rawData)
    },
  }
}

const freshKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

async function publicDer(key: KeyObject): Promise<Buffer> {
  const { createPublicKey } = await import('node:crypto')
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}

async function pkcs8Pem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
}

function serial(): string {
  const bytes = randomBytes(12)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

export const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
