import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** A certificate for one IP address that is its own authority, with its key, PEM. */
export async function selfSigned(address: string): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=test receiver',
      keys: keys as CryptoKeyPair,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }])],
    },
    webcrypto as Crypto,
  )
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
