import { createHash, randomBytes } from 'node:crypto'

type Pkijs = typeof import('pkijs')
type Asn1js = typeof import('asn1js')

/** The parts of a name in their order, such as `[['CN', 'Seal'], ['O', 'Example']]`. */
export type NameParts = [type: 'CN' | 'O', value: string][]

export interface CertificateRequest {
  subject: NameParts
  publicKey: CryptoKey
  notBefore: Date
  notAfter: Date
  /** An authority's certificate; with a number, how many authorities may stand below it. */
  authority?: boolean | number
  /** Extended key usages (RFC 5280, 4.2.1.12), and whether the extension is critical. */
  purposes?: { oids: string[]; critical: boolean }
  crlUrl?: string
  ocspUrl?: string
  /** Where the issuer's own certificate is served. */
  issuerUrl?: string
  /** Of the subjectAltName. */
  ipAddress?: Uint8Array
}

/** An authority that issues certificates and CRLs. Keys are P-256. */
export interface Issuer {
  /** DER; null while the authority issues the certificate of its own. */
  certificate: Uint8Array | null
  keys: { publicKey: CryptoKey; privateKey: CryptoKey }
}

export interface RevokedEntry {
  /** Lowercase hex. */
  serial: string
  at: Date
}

const NAME_TYPES = { CN: '2.5.4.3', O: '2.5.4.10' } as const
const EXTENSION = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
} as const
const OCSP = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
/** GeneralName choices (RFC 5280, 4.2.1.6). */
const URI = 6
const IP_ADDRESS = 7

/** Only an issuer needs the library, and it takes a tenth of a second to load (decision 0043). */
async function load(): Promise<{ pkijs: Pkijs; asn1js: Asn1js }> {
  return { pkijs: await import('pkijs'), asn1js: await import('asn1js') }
}

/** Issues an X.509 certificate (RFC 5280) and returns its DER. */
export async function issueCertificate(request: CertificateRequest, issuer: Issuer): Promise<Uint8Array> {
  const { pkijs, asn1js } = await load()
  const certificate = new pkijs.Certificate()
  // 2 stands for version 3.
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ valueHex: newSerial() })
  for (const [type, value] of request.subject) {
    const part = new asn1js.Utf8String({ value })
    certificate.subject.typesAndValues.push(new pkijs.AttributeTypeAndValue({ type: NAME_TYPES[type], value: part }))
  }
  certificate.issuer = issuer.certificate
    ? pkijs.Certificate.fromBER(bufferOf(issuer.certificate)).subject
    : certificate.subject
  certificate.notBefore = timeOf(pkijs, request.notBefore)
  certificate.notAfter = timeOf(pkijs, request.notAfter)
  await certificate.subjectPublicKeyInfo.importKey(request.publicKey)
  certificate.extensions = await extensionsOf(request, certificate, issuer)
  await certificate.sign(issuer.keys.privateKey, 'SHA-256')
  return new Uint8Array(certificate.toSchema(true).toBER())
}

/** Issues a CRL (RFC 5280, 5) and returns its DER. */
export async function issueCrl(
  { certificate, keys }: Issuer & { certificate: Uint8Array },
  { thisUpdate, nextUpdate, revoked = [] }: { thisUpdate: Date; nextUpdate: Date; revoked?: RevokedEntry[] },
): Promise<Uint8Array> {
  const { pkijs, asn1js } = await load()
  const crl = new pkijs.CertificateRevocationList()
  // 1 stands for version 2.
  crl.version = 1
  crl.issuer = pkijs.Certificate.fromBER(bufferOf(certificate)).subject
  crl.thisUpdate = timeOf(pkijs, thisUpdate)
  crl.nextUpdate = timeOf(pkijs, nextUpdate)
  if (revoked.length > 0) {
    crl.revokedCertificates = revoked.map(
      ({ serial, at }) =>
        new pkijs.RevokedCertificate({
          userCertificate: new asn1js.Integer({ valueHex: Buffer.from(serial, 'hex') }),
          revocationDate: timeOf(pkijs, at),
        }),
    )
  }
  crl.crlExtensions = new pkijs.Extensions({ extensions: [await authorityKeyIdentifier(keys.publicKey)] })
  await crl.sign(keys.privateKey, 'SHA-256')
  return new Uint8Array(crl.toSchema(true).toBER())
}

/** DER as PEM text with the given label. */
export function pemOf(label: 'CERTIFICATE' | 'PRIVATE KEY', der: ArrayBuffer | Uint8Array): string {
  const base64 = Buffer.from(der instanceof Uint8Array ? der : new Uint8Array(der)).toString('base64')
  return `-----BEGIN ${label}-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`
}

async function extensionsOf(
  request: CertificateRequest,
  certificate: import('pkijs').Certificate,
  issuer: Issuer,
): Promise<import('pkijs').Extension[]> {
  const { pkijs, asn1js } = await load()
  const { authority = false, purposes, crlUrl, ocspUrl, issuerUrl, ipAddress } = request
  const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  const uri = (value: string) => new pkijs.GeneralName({ type: URI, value })
  const pathLength = typeof authority === 'number' ? { pathLenConstraint: authority } : {}
  const isAuthority = authority !== false
  // keyCertSign and cRLSign, or digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3).
  const usage = isAuthority ? { bits: 0x06, unused: 1 } : { bits: 0xc0, unused: 6 }
  const list = [
    extension(
      EXTENSION.basicConstraints,
      true,
      new pkijs.BasicConstraints({ cA: isAuthority, ...pathLength }).toSchema(),
    ),
    extension(
      EXTENSION.keyUsage,
      true,
      new asn1js.BitString({ valueHex: Uint8Array.of(usage.bits), unusedBits: usage.unused }),
    ),
    extension(
      EXTENSION.subjectKeyIdentifier,
      false,
      new asn1js.OctetString({ valueHex: keyIdentifier(certificate.subjectPublicKeyInfo) }),
    ),
  ]
  if (issuer.certificate) list.push(await authorityKeyIdentifier(issuer.keys.publicKey))
  if (purposes) {
    const usages = new pkijs.ExtKeyUsage({ keyPurposes: purposes.oids })
    list.push(extension(EXTENSION.extKeyUsage, purposes.critical, usages.toSchema()))
  }
  if (crlUrl) {
    const points = new pkijs.CRLDistributionPoints({
      distributionPoints: [new pkijs.DistributionPoint({ distributionPoint: [uri(crlUrl)] })],
    })
    list.push(extension(EXTENSION.crlDistributionPoints, false, points.toSchema()))
  }
  const access = [
    ...(ocspUrl ? [{ accessMethod: OCSP, accessLocation: uri(ocspUrl) }] : []),
    ...(issuerUrl ? [{ accessMethod: CA_ISSUERS, accessLocation: uri(issuerUrl) }] : []),
  ].map((description) => new pkijs.AccessDescription(description))
  if (access.length > 0) {
    const info = new pkijs.InfoAccess({ accessDescriptions: access })
    list.push(extension(EXTENSION.authorityInfoAccess, false, info.toSchema()))
  }
  if (ipAddress) {
    const value = new asn1js.OctetString({ valueHex: ipAddress })
    const names = new pkijs.GeneralNames({ names: [new pkijs.GeneralName({ type: IP_ADDRESS, value })] })
    list.push(extension(EXTENSION.subjectAltName, false, names.toSchema()))
  }
  return list
}

async function authorityKeyIdentifier(publicKey: CryptoKey): Promise<import('pkijs').Extension> {
  const { pkijs, asn1js } = await load()
  const info = new pkijs.PublicKeyInfo()
  await info.importKey(publicKey)
  const value = new pkijs.AuthorityKeyIdentifier({
    keyIdentifier: new asn1js.OctetString({ valueHex: keyIdentifier(info) }),
  })
  const extnValue = value.toSchema().toBER()
  return new pkijs.Extension({ extnID: EXTENSION.authorityKeyIdentifier, critical: false, extnValue })
}

/** Method 1 of RFC 5280, 4.2.1.2: an identifier, so SHA-1 is harmless. */
const keyIdentifier = (info: import('pkijs').PublicKeyInfo) =>
  createHash('sha1').update(info.subjectPublicKey.valueBlock.valueHexView).digest()

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5), to the second. */
function timeOf(pkijs: Pkijs, date: Date): import('pkijs').Time {
  const value = new Date(Math.floor(date.getTime() / 1000) * 1000)
  return new pkijs.Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })
}

/** Positive, 16 bytes, never with a leading zero. */
function newSerial(): Uint8Array {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
