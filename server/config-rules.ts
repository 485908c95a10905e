import { isAbsolute } from 'node:path'
import leven from 'leven'
import type { Config } from './config-shape.ts'

/** Rules across settings, beyond the format of each one; `config.ts` reports violations. */

/** Settings that exclude or need each other. */
export function contradictions(config: Config, given: Record<string, unknown>): string[] {
  const { seal, oidc } = config
  const ofOidc = Object.keys(given).filter((name) =>
    /^OIDC_(ISSUER|CLIENT_ID|CLIENT_SECRET|SCOPE|TRUST_EMAIL|WORKSPACE)$/.test(name),
  )
  return [
    config.databaseReadUrl &&
      !config.databaseUrl &&
      'DATABASE_READ_URL: set, but DATABASE_URL, whose replica it is, is not',
    !oidc &&
      ofOidc.length > 0 &&
      'OIDC_ISSUER: single sign-on requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together',
    oidc?.roles && !oidc.workspace && 'OIDC_ROLE_CLAIM: set, but OIDC_WORKSPACE, the workspace of these roles, is not',
    (given.OIDC_ROLE_CLAIM === undefined) !== (given.OIDC_OWNERS === undefined && given.OIDC_MEMBERS === undefined) &&
      'OIDC_ROLE_CLAIM: belongs together with its values in OIDC_OWNERS, OIDC_MEMBERS or both',
    seal.p12 && (seal.cert || seal.key) && 'SEAL_P12: give either SEAL_P12 or SEAL_CERT with SEAL_KEY, not both',
    Boolean(seal.cert) !== Boolean(seal.key) && 'SEAL_CERT: SEAL_CERT and SEAL_KEY belong together',
    seal.p12Password && !seal.p12 && 'SEAL_P12_PASSWORD: set, but SEAL_P12 is not',
    config.smsUrl.startsWith('twilio:') &&
      !config.smsFrom &&
      'SMS_FROM: SMS_URL=twilio: requires the sender of the messages',
    ...Object.entries(config.storage).map(
      ([region, value]) =>
        value.startsWith('file:') &&
        !isAbsolute(value.slice('file:'.length)) &&
        `STORAGE_${region.toUpperCase()}_URL: file: requires an absolute path, as in file:/var/lib/countersign/${region}`,
    ),
  ].filter((problem) => typeof problem === 'string')
}

/** Development defaults that production must set or replace. */
export function refusedInProduction(config: Config, given: Record<string, unknown>): string[] {
  const insecure = (['PUBLIC_URL', 'API_URL', 'API_ALIAS_URL'] as const).filter((_, index) =>
    [config.publicUrl, config.apiUrl, config.apiAliasUrl][index]?.startsWith('http:'),
  )
  return [
    ...insecure.map((name) => `${name}: MODE=production requires an https URL`),
    given.MASTER_KEY === undefined &&
      'MASTER_KEY: MODE=production requires one that is not stored with the data (openssl rand -hex 32)',
    !config.seal.p12 &&
      !config.seal.cert &&
      'SEAL_P12: MODE=production refuses the built-in test authority; give SEAL_P12, or SEAL_CERT and SEAL_KEY',
    config.oidc?.issuer.startsWith('http:') && 'OIDC_ISSUER: MODE=production requires an https URL',
    !config.tsaUrls && 'TSA_URLS: MODE=production refuses the built-in time-stamp authority; name at least one',
    given.MAIL_URL === undefined &&
      'MAIL_URL: MODE=production requires resend: or smtp: (or outbox: or none: set explicitly)',
    given.SMS_URL === undefined && 'SMS_URL: MODE=production requires twilio: (or outbox: or none: set explicitly)',
    config.outbound.allowHttp && 'OUTBOUND_ALLOW_HTTP: MODE=production sends webhooks over https only',
  ].filter((problem) => typeof problem === 'string')
}

/** Settings that work but deserve a warning. */
export function configWarnings(config: Config, given: Record<string, unknown>): string[] {
  const production = config.mode === 'production'
  const onDisk = Object.entries(config.storage).filter(([, value]) => value.startsWith('file:'))
  return [
    production &&
      !config.databaseUrl &&
      'DATABASE_URL is not set: the embedded Postgres serves one machine only and has no replica',
    production &&
      onDisk.length > 0 &&
      `files of ${onDisk.map(([region]) => region).join(', ')} are stored on this machine’s disk (STORAGE_…_URL=file:)`,
    given.OUTBOUND_ALLOW_CIDRS !== undefined &&
      `OUTBOUND_ALLOW_CIDRS lets callers reach private networks: ${config.outbound.allowCidrs.join(', ')}`,
    given.OUTBOUND_ALLOW_HTTP !== undefined &&
      'OUTBOUND_ALLOW_HTTP=loopback: webhooks may use plain http towards this machine',
  ].filter((warning) => typeof warning === 'string')
}

/** Variables of the SDK, which may be set in the same environment. */
const FOREIGN = ['API_KEY', 'BASE_URL', 'LOG', 'WEBHOOK_SECRET'].map((name) => `COUNTERSIGN_${name}`)

/** Variables that look like settings but are not: a misspelt setting would otherwise be silently ignored. */
export function misspelt(names: string[], known: string[]): string[] {
  return names
    .filter((name) => !known.includes(name) && !FOREIGN.includes(name))
    .flatMap((name) => {
      const bare = name.replace(/^COUNTERSIGN_/, '')
      const close = known.find((setting) => bare === setting || (bare.length > 5 && leven(bare, setting) <= 2))
      if (close) return [`${name} is not a setting; did you mean ${close}?`]
      return bare === name ? [] : [`${name} is not a setting`]
    })
}
