import { webcrypto } from 'node:crypto'
import { issueCertificate, issueCrl, pemOf } from './issue.ts'

/** The keys of a rehearsal: they exist only in this process and are trusted by no one. */
export interface RehearsalPki {
  /** When the seals of all rehearsals are made, whatever the time is. */
  at: Date
  /** DER. */
  caCert: Uint8Array
  crl: Uint8Array
  /** PEM, the chain of each with its root. */
  seal: { cert: string; key: string }
  tsa: { cert: string; key: string }
}

const DAY_MS = 86_400_000
const EC = { name: 'ECDSA', namedCurve: 'P-256' }
/** Never fetched: the CRL is already available. */
const CRL_URL = 'http://rehearsal.invalid/ca.crl'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Makes a certification authority, a seal certificate and a time-stamping certificate for one process. */
export async function createRehearsalPki(): Promise<RehearsalPki> {
  const at = new Date()
  const [notBefore, notAfter] = [new Date(at.getTime() - DAY_MS), new Date(at.getTime() + DAY_MS)]
  const keys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const [ca, seal, tsa] = await Promise.all([keys(), keys(), keys()])
  const caCert = await issueCertificate(
    { subject: [['CN', 'Rehearsal CA']], publicKey: ca.publicKey, notBefore, notAfter, authority: 0 },
    { certificate: null, keys: ca },
  )
  const issue = async (name: string, { publicKey, privateKey }: CryptoKeyPair, oids?: string[]) => {
    const purposes = oids && { oids, critical: true }
    const certificate = await issueCertificate(
      { subject: [['CN', name]], publicKey, notBefore, notAfter, crlUrl: CRL_URL, purposes },
      { certificate: caCert, keys: ca },
    )
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', privateKey)
    return {
      cert: pemOf('CERTIFICATE', certificate) + pemOf('CERTIFICATE', caCert),
      key: pemOf('PRIVATE KEY', pkcs8),
    }
  }
  return {
    at,
    caCert,
    crl: await issueCrl({ certificate: caCert, keys: ca }, { thisUpdate: notBefore, nextUpdate: notAfter }),
    seal: await issue('Rehearsal seal', seal),
    tsa: await issue('Rehearsal TSA', tsa, [TIME_STAMPING]),
  }
}
