import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'

/** PEM texts of the built-in authority: what a first start writes to the data folder. Keys are PKCS#8. */
export interface DevPki {
  caCert: string
  caKey: string
  sealCert: string
  sealKey: string
  tsaCert: string
  tsaKey: string
}

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

/** Only a first start and a new CRL need it, and it takes a fifth of a second to load. */
async function loadX509() {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as Crypto)
  return x509
}

/**
 * Makes a certification authority, a seal certificate and a time-stamping certificate for development and trials.
 * @param crlUrl where the authority's CRL will be served; written into both certificates.
 */
export async function createDevPki({ now, crlUrl }: { now: Date; crlUrl: string }): Promise<DevPki> {
  const x509 = await loadX509()
  const [ca, seal, tsa] = await Promise.all([generate(EC), generate(RSA), generate(EC)])
  const notBefore = new Date(now.getTime() - BACKDATED_MS)
  const after = (years: number) => new Date(now.getTime() + years * YEARS_MS)
  // The serial in the name keeps apart the roots of several installations in one trust store.
  const caName = `CN=Countersign test CA ${randomBytes(4).toString('hex')}, O=Countersign self-hosted`
  const caCert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: caName,
    notBefore,
    notAfter: after(20),
    keys: ca,
    signingAlgorithm: EC,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(ca.publicKey),
    ],
  })
  const issue = async (name: string, keys: CryptoKeyPair, purposes: string[], critical: boolean) => {
    const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serial(),
      subject: `CN=${name}, O=Countersign self-hosted`,
      issuer: caCert.subject,
      notBefore,
      notAfter: after(10),
      signingKey: ca.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: EC,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
        new x509.ExtendedKeyUsageExtension(purposes, critical),
        new x509.CRLDistributionPointsExtension([crlUrl]),
        await x509.AuthorityKeyIdentifierExtension.create(ca.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    })
    return certificate.toString('pem')
  }
  return {
    caCert: caCert.toString('pem'),
    caKey: await pem(ca),
    // pdfsig calls a seal trusted only when its certificate is good for e-mail.
    sealCert: await issue('Countersign test seal', seal, [EMAIL_PROTECTION, DOCUMENT_SIGNING], false),
    sealKey: await pem(seal),
    tsaCert: await issue('Countersign test TSA', tsa, [TIME_STAMPING], true),
    tsaKey: await pem(tsa),
  }
}

/** An empty CRL of the built-in authority, as DER, good for a week. */
export async function issueDevCrl({ caCert, caKey }: Pick<DevPki, 'caCert' | 'caKey'>, now: Date): Promise<Uint8Array> {
  const x509 = await loadX509()
  const ca = new x509.X509Certificate(caCert)
  const pkcs8 = createPrivateKey(caKey).export({ format: 'der', type: 'pkcs8' })
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, EC, false, ['sign'])
  const crl = await x509.X509CrlGenerator.create({
    issuer: ca.subject,
    thisUpdate: new Date(now.getTime() - BACKDATED_MS),
    nextUpdate: new Date(now.getTime() + CRL_LIFE_MS),
    signingKey,
    signingAlgorithm: EC,
    extensions: [await x509.AuthorityKeyIdentifierExtension.create(ca.publicKey)],
  })
  return new Uint8Array(crl.rawData)
}

const generate = (algorithm: typeof EC | typeof RSA) =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

/** Positive, 16 bytes, never with a leading zero. */
function serial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function pem({ privateKey }: CryptoKeyPair): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', privateKey)
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}
