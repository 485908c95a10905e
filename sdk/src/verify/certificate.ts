import { contextTag, Der, DerError, equal, latin1, Tag, toHex } from './der.ts'
import type { HashName } from './hash.ts'
import { sameAlgorithm, verifyRecurring, verifySignature } from './signature.ts'

/** The parts of a certificate (RFC 5280, 4.1) that path building and signature checks need. */
export interface Certificate {
  der: Uint8Array
  /** The signed part. */
  tbs: Uint8Array
  /** The DER of the names: names are compared as bytes. */
  subject: Uint8Array
  issuer: Uint8Array
  /** The content of the serial number's INTEGER. */
  serial: Uint8Array
  notBefore: Date
  notAfter: Date
  /** SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  /** The content of each extension's OCTET STRING, by its identifier. */
  extensions: Map<string, { critical: boolean; value: Uint8Array }>
  signatureAlgorithm: Der
  signature: Uint8Array
}

export const Oid = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const

/** Key usage bits, counted from the left of the BIT STRING (RFC 5280, 4.2.1.3). */
export const KeyUsage = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const

/** @throws DerError when the bytes are not a certificate. */
export function parseCertificate(der: Uint8Array): Certificate {
  const parts = Der.readAll(der).expect(Tag.Sequence, 'a certificate').parts('a certificate', 3)
  const [tbs, signatureAlgorithm, signature] = parts as [Der, Der, Der]
  const fields = tbs.expect(Tag.Sequence, 'a certificate').children()
  if (fields[0]?.tag === contextTag(0)) fields.shift()
  const [serial, signedAlgorithm, issuer, validity, subject, publicKey, ...rest] = fields
  if (!serial || !signedAlgorithm || !issuer || !validity || !subject || !publicKey)
    throw new DerError('a certificate is incomplete')
  // The one next to the signature is not signed (RFC 5280, 4.1.1.2).
  if (!sameAlgorithm(signatureAlgorithm, signedAlgorithm))
    throw new DerError('a certificate names two signature algorithms')
  const [notBefore, notAfter] = validity.children()
  // Error messages contain names: a name that cannot be displayed is rejected here.
  nameText(subject)
  return {
    der,
    tbs: tbs.bytes,
    subject: subject.bytes,
    issuer: issuer.bytes,
    serial: serial.expect(Tag.Integer, 'the serial number').content,
    notBefore: notBefore!.time(),
    notAfter: notAfter!.time(),
    publicKey: publicKey.bytes,
    extensions: readExtensions(rest.find((field) => field.tag === contextTag(3))?.children()[0]),
    signatureAlgorithm,
    signature: signature.bits(),
  }
}

/** The extensions of a certificate or a CRL. */
export function readExtensions(list: Der | undefined): Certificate['extensions'] {
  const out: Certificate['extensions'] = new Map()
  for (const extension of list?.children() ?? []) {
    const [id, ...rest] = extension.children()
    const critical = rest[0]?.tag === Tag.Boolean && rest[0].content[0] !== 0
    out.set(id!.oid(), { critical, value: rest.at(-1)!.octets() })
  }
  return out
}

/** Certificates from DER, or from PEM text with any number of them. */
export function parseCertificates(sources: (Uint8Array | string)[]): Certificate[] {
  return sources.flatMap((source) => {
    if (typeof source !== 'string') return [parseCertificate(source)]
    const blocks = [...source.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)]
    if (blocks.length === 0) throw new Error('the PEM text holds no certificate')
    return blocks.map(([, base64]) =>
      parseCertificate(Uint8Array.from(atob(base64!.replace(/\s/g, '')), (char) => char.charCodeAt(0))),
    )
  })
}

/** The serial number in lowercase hex without leading zero bytes, as `openssl x509 -serial` counts it. */
export function serialHex({ serial }: Certificate): string {
  return toHex(serial.length > 1 && serial[0] === 0 ? serial.subarray(1) : serial)
}

const SHORT_NAMES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
}
const UTF8_STRING = 0x0c
const BMP_STRING = 0x1e

/** The subject in readable form: `CN=Seal, O=Example`, in the certificate's order. */
export const subjectText = ({ subject }: Certificate): string => nameText(Der.readAll(subject))

const nameText = (name: Der): string =>
  name
    .children()
    .flatMap((set) => set.children())
    .map((pair) => {
      const [type, value] = pair.parts('a part of a name', 2)
      const id = type!.oid()
      return `${SHORT_NAMES[id] ?? id}=${text(value!)}`
    })
    .join(', ')

function text({ tag, content }: Der): string {
  if (tag === UTF8_STRING) return new TextDecoder().decode(content)
  if (tag === BMP_STRING) return new TextDecoder('utf-16be').decode(content)
  return latin1(content)
}

export const isSelfIssued = ({ subject, issuer }: Certificate) => equal(subject, issuer)

const extensionValue = (certificate: Certificate, oid: string) => {
  const found = certificate.extensions.get(oid)
  return found ? Der.readAll(found.value) : null
}

/** True when the certificate does not limit its key, or allows `bit`. */
export function allowsKeyUsage(certificate: Certificate, bit: number): boolean {
  const usage = extensionValue(certificate, Oid.keyUsage)
  if (!usage) return true
  const bits = usage.expect(Tag.BitString, 'the key usage').content
  return ((bits[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

/** The extended key usages, or null when the certificate names none. */
export function extendedKeyUsage(certificate: Certificate): { critical: boolean; purposes: string[] } | null {
  const usage = extensionValue(certificate, Oid.extKeyUsage)
  if (!usage) return null
  const { critical } = certificate.extensions.get(Oid.extKeyUsage)!
  return { critical, purposes: usage.children().map((purpose) => purpose.oid()) }
}

/** Whether the certificate is an authority's, and how many authorities may follow below it (null: any number). */
export function basicConstraints(certificate: Certificate): { ca: boolean; pathLength: number | null } {
  const [ca, pathLength] = extensionValue(certificate, Oid.basicConstraints)?.children() ?? []
  const isCa = ca?.tag === Tag.Boolean && ca.content[0] !== 0
  return { ca: isCa, pathLength: pathLength ? Number.parseInt(toHex(pathLength.content), 16) : null }
}

export function subjectKeyIdentifier(certificate: Certificate): Uint8Array | null {
  return extensionValue(certificate, Oid.subjectKeyIdentifier)?.octets() ?? null
}

/** Checks `signature` over `data` with the certificate's key. @throws when the algorithm is not accepted. */
export function verifyWithCertificate(
  certificate: Certificate,
  data: Uint8Array,
  signature: Uint8Array,
  algorithm: Der,
  hashName?: HashName,
): Promise<boolean> {
  return verifySignature({ publicKey: certificate.publicKey, algorithm, hashName, data, signature })
}

/** True when `issuer`'s key signed `certificate`. */
export async function isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { tbs: data, signature, signatureAlgorithm: algorithm } = certificate
  return verifyRecurring({ publicKey: issuer.publicKey, algorithm, data, signature })
}
