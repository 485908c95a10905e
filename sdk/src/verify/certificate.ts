import { OctetString } from 'asn1js'
import * as pkijs from 'pkijs'
import { contextTag, Der, equal, Tag, toHex } from './der.ts'
import type { HashName } from './hash.ts'

/** A certificate as its bytes, with what path building and signature checks need of it (RFC 5280). */
export interface Certificate {
  der: Uint8Array
  pki: pkijs.Certificate
  /** The DER of the names: names are compared as bytes. */
  subject: Uint8Array
  issuer: Uint8Array
  /** The DER of the serial number's content. */
  serial: Uint8Array
}

export const Oid = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const

/** Key usage bits, counted from the left of the BIT STRING (RFC 5280, 4.2.1.3). */
export const KeyUsage = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const

/** @throws when the bytes are no certificate. */
export function parseCertificate(der: Uint8Array): Certificate {
  const tbs = Der.readAll(der).children()[0]!.children()
  const first = tbs[0]?.tag === contextTag(0) ? 1 : 0
  const [serial, , issuer, , subject] = tbs.slice(first)
  if (!serial || !issuer || !subject) throw new Error('a certificate lacks its names')
  return {
    der,
    pki: pkijs.Certificate.fromBER(der as Uint8Array<ArrayBuffer>),
    subject: subject.bytes,
    issuer: issuer.bytes,
    serial: serial.content,
  }
}

/** Certificates out of DER or of PEM text holding any number of them. */
export function parseCertificates(sources: (Uint8Array | string)[]): Certificate[] {
  return sources.flatMap((source) => {
    const text = typeof source === 'string' ? source : undefined
    if (text === undefined) return [parseCertificate(source as Uint8Array)]
    const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)]
    if (blocks.length === 0) throw new Error('the PEM text holds no certificate')
    return blocks.map((block) =>
      parseCertificate(Uint8Array.from(atob(block[1]!.replace(/\s/g, '')), (c) => c.charCodeAt(0))),
    )
  })
}

/** The serial number in lowercase hex without leading zero bytes, as `openssl x509 -serial` counts it. */
export function serialHex(certificate: Certificate): string {
  const { serial } = certificate
  return toHex(serial.length > 1 && serial[0] === 0 ? serial.subarray(1) : serial)
}

const SHORT_NAMES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
}

/** A name for people: `CN=Seal, O=Example`, in the certificate's order. */
export function nameText(name: pkijs.RelativeDistinguishedNames): string {
  return name.typesAndValues
    .map(({ type, value }) => `${SHORT_NAMES[type] ?? type}=${String(value.valueBlock.value)}`)
    .join(', ')
}

export const subjectText = (certificate: Certificate) => nameText(certificate.pki.subject)
export const isSelfIssued = (certificate: Certificate) => equal(certificate.subject, certificate.issuer)

export function extension(certificate: Certificate, oid: string): pkijs.Extension | undefined {
  return certificate.pki.extensions?.find((candidate) => candidate.extnID === oid)
}

const extensionValue = (found: pkijs.Extension) => Der.readAll(found.extnValue.valueBlock.valueHexView)

/** True when the certificate does not limit its key, or allows `bit`. */
export function allowsKeyUsage(certificate: Certificate, bit: number): boolean {
  const found = extension(certificate, Oid.keyUsage)
  if (!found) return true
  const bits = extensionValue(found).expect(Tag.BitString, 'the key usage').content
  return ((bits[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

/** The extended key usages, or null when the certificate names none. */
export function extendedKeyUsage(certificate: Certificate): { critical: boolean; purposes: string[] } | null {
  const found = extension(certificate, Oid.extKeyUsage)
  if (!found) return null
  return {
    critical: found.critical,
    purposes: extensionValue(found)
      .children()
      .map((purpose) => purpose.oid()),
  }
}

/** Checks `signature` over `data` with the certificate's key; a key or algorithm it cannot use counts as a refusal. */
export async function verifyWithCertificate(
  certificate: Certificate,
  data: Uint8Array,
  signature: Uint8Array,
  algorithm: pkijs.AlgorithmIdentifier,
  hashName?: HashName,
): Promise<boolean> {
  return pkijs
    .getCrypto(true)
    .verifyWithPublicKey(
      data as Uint8Array<ArrayBuffer>,
      new OctetString({ valueHex: signature }),
      certificate.pki.subjectPublicKeyInfo,
      algorithm,
      hashName,
    )
}

/** True when `issuer`'s key signed `certificate`. */
export async function isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { pki } = certificate
  return verifyWithCertificate(issuer, pki.tbsView, pki.signatureValue.valueBlock.valueHexView, pki.signatureAlgorithm)
}
