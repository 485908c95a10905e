import { createCa } from './pki.ts'

/** A certificate for one IPv4 address followed by its own authority's, with its key, PEM. */
export async function tlsCertificate(address: string): Promise<{ key: string; cert: string }> {
  const ca = await createCa()
  const ipAddress = Uint8Array.from(address.split('.').map(Number))
  const { pem, key } = await ca.issue({ name: 'test receiver', ipAddress })
  return { key, cert: pem }
}
