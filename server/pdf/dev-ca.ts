import { createPrivateKey, createPublicKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { type CertificateRequest, issueCertificate, issueCrl, type NameParts, pemOf } from './issue.ts'

/** PEM texts of the built-in authority: what a first start writes to the data folder. Keys are PKCS#8. */
export interface DevPki {
  caCert: string
  caKey: string
  sealCert: string
  sealKey: string
  tsaCert: string
  tsaKey: string
}

const CA_NAME = 'Countersign test CA'
const ORGANISATION = 'Countersign self-hosted'

const DAY_MS = 86_400_000
const YEARS_MS = 365 * DAY_MS
/** Certificates hold from a little before, so that a clock behind ours still accepts them. */
const BACKDATED_MS = 3_600_000
const CRL_LIFE_MS = 7 * DAY_MS

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }

const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
/** id-kp-documentSigning (RFC 9336). */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/**
 * Makes a certification authority, a seal certificate and a time-stamping certificate for development and trials.
 * @param name of the seal's certificate
 * @param crlUrl where the authority's CRL will be served; written into both certificates.
 */
export async function createDevPki({
  now,
  crlUrl,
  name = 'Countersign test seal',
}: {
  now: Date
  crlUrl: string
  name?: string
}): Promise<DevPki> {
  const [ca, seal, tsa] = await Promise.all([generate(EC), generate(RSA), generate(EC)])
  const notBefore = new Date(now.getTime() - BACKDATED_MS)
  const after = (years: number) => new Date(now.getTime() + years * YEARS_MS)
  // The serial in the name keeps apart the roots of several installations in one trust store.
  const caName = nameOf(`${CA_NAME} ${randomBytes(4).toString('hex')}`)
  const caCertificate = await issueCertificate(
    { subject: caName, publicKey: ca.publicKey, notBefore, notAfter: after(20), authority: 0 },
    { certificate: null, keys: ca },
  )
  const issue = async (commonName: string, keys: CryptoKeyPair, purposes: CertificateRequest['purposes']) => {
    const subject = nameOf(commonName)
    const request = { subject, publicKey: keys.publicKey, notBefore, notAfter: after(10), purposes, crlUrl }
    return pemOf('CERTIFICATE', await issueCertificate(request, { certificate: caCertificate, keys: ca }))
  }
  return {
    caCert: pemOf('CERTIFICATE', caCertificate),
    caKey: await keyPem(ca),
    // pdfsig calls a seal trusted only when its certificate is good for e-mail.
    sealCert: await issue(name, seal, {
      oids: [EMAIL_PROTECTION, DOCUMENT_SIGNING],
      critical: false,
    }),
    sealKey: await keyPem(seal),
    tsaCert: await issue('Countersign test TSA', tsa, { oids: [TIME_STAMPING], critical: true }),
    tsaKey: await keyPem(tsa),
  }
}

/** An empty CRL of the built-in authority, as DER, good for a week. */
export async function issueDevCrl({ caCert, caKey }: Pick<DevPki, 'caCert' | 'caKey'>, now: Date): Promise<Uint8Array> {
  const key = createPrivateKey(caKey)
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const keys = {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, EC, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, EC, true, ['verify']),
  }
  return issueCrl(
    { certificate: new X509Certificate(caCert).raw, keys },
    { thisUpdate: new Date(now.getTime() - BACKDATED_MS), nextUpdate: new Date(now.getTime() + CRL_LIFE_MS) },
  )
}

/** Whether any certificate of the chain (DER) was issued by a built-in authority, of this installation or another. */
export function isFromDevPki(chain: Uint8Array[]): boolean {
  return chain.some((der) => {
    const { issuer } = new X509Certificate(der)
    return issuer.includes(`CN=${CA_NAME} `) && issuer.includes(`O=${ORGANISATION}`)
  })
}

const nameOf = (commonName: string): NameParts => [
  ['CN', commonName],
  ['O', ORGANISATION],
]

const generate = (algorithm: typeof EC | typeof RSA) =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

const keyPem = async ({ privateKey }: CryptoKeyPair) =>
  pemOf('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', privateKey))
