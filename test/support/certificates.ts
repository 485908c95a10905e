import { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { type Certificate, parseCertificate } from '../../sdk/src/verify/certificate.ts'

/** A certificate with whatever it says, sensible or not. Everything is valid in 2030 unless said otherwise. */
export interface CertificateParts {
  name: string
  /** Of the issuer; itself when left out. */
  issuer?: { name: string; keys: webcrypto.CryptoKeyPair }
  keys: webcrypto.CryptoKeyPair
  notBefore?: Date
  notAfter?: Date
  /** The basic constraints; none when left out. */
  authority?: { ca: boolean; pathLength?: number }
  /** The first byte of the key usage; none when left out. */
  usage?: number
  /** Further extensions, by identifier: whether they are critical. */
  extensions?: Record<string, boolean>
}

export const KEY_CERT_SIGN = 0x04
export const DIGITAL_SIGNATURE = 0x80

export const newKeys = (namedCurve = 'P-256') =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify'])

export async function certify(parts: CertificateParts): Promise<Certificate> {
  const { name, keys, issuer = { name, keys }, authority, usage, extensions = {} } = parts
  const { notBefore = new Date('2030-01-01T00:00:00Z'), notAfter = new Date('2030-12-31T00:00:00Z') } = parts
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({
    valueHex: webcrypto.getRandomValues(new Uint8Array(8)).fill(1, 0, 1),
  })
  certificate.subject.typesAndValues.push(commonName(name))
  certificate.issuer.typesAndValues.push(commonName(issuer.name))
  certificate.notBefore = new pkijs.Time({ type: 0, value: notBefore })
  certificate.notAfter = new pkijs.Time({ type: 0, value: notAfter })
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey)
  const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  const list = Object.entries(extensions).map(([oid, critical]) => extension(oid, critical, new asn1js.Null()))
  if (authority) {
    const { ca, pathLength } = authority
    const limit = pathLength === undefined ? {} : { pathLenConstraint: pathLength }
    list.push(extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: ca, ...limit }).toSchema()))
  }
  if (usage !== undefined) {
    list.push(extension('2.5.29.15', true, new asn1js.BitString({ valueHex: Uint8Array.of(usage).buffer })))
  }
  if (list.length > 0) certificate.extensions = list
  await certificate.sign(issuer.keys.privateKey as CryptoKey, 'SHA-256')
  return parseCertificate(new Uint8Array(certificate.toSchema(true).toBER()))
}

const commonName = (value: string) =>
  new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) })
