import { createHmac } from 'node:crypto'

/**
 * The value of the signature headers (contract 6.5): `t=<unix seconds>,v1=<hex>[,v1=<hex>]`, one `v1` for each valid
 * secret, the newest first. The key is the whole secret string, the message `<t>.<body>`.
 */
export function signatureHeader(secrets: string[], body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...signatures].join(',')
}
