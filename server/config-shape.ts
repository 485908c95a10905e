import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { REGIONS, type Region } from './regions.ts'
import type { Plan, Settings } from './settings.ts'

/** The settings as the server uses them. */
export interface Config {
  port: number
  host: string
  /** URL of the site, without a trailing slash. */
  publicUrl: string
  apiUrl: string
  apiAliasUrl: string
  /** Absolute. */
  dataDir: string
  /** Null: the embedded Postgres of `dataDir`. */
  databaseUrl: string | null
  /** Past the pooler that `databaseUrl` leads to; null: that one keeps sessions. */
  databaseDirectUrl: string | null
  /** A replica, for lists; null: there is none. */
  databaseReadUrl: string | null
  mode: 'development' | 'production'
  /** 32 bytes; null: generated into `dataDir` on first start (development only). */
  masterKey: Buffer | null
  nextMasterKey: Buffer | null
  storage: Record<Region, string>
  /** Those a workspace can be moved to: whose store is set, or all where none is. */
  regions: Region[]
  seal: {
    p12: string | null
    p12Password: string | null
    cert: string | null
    key: string | null
    level: 'B-T' | 'B-LT' | 'B-LTA'
  }
  /** Sealed files are renewed this many days before their newest time stamp ends; null: not at all. */
  renewalDays: number | null
  /** Null: the built-in authority. */
  tsaUrls: string[] | null
  mailUrl: string
  mailFrom: string
  /** Where mail servers return what they cannot deliver; null: to the address in `mailFrom`. */
  bounceAddress: string | null
  /** Its mailbox, as of `readReturnedMails`. */
  bounceMailbox: string | null
  /** Null: bounces are not seen. */
  resendWebhookSecret: string | null
  smsUrl: string
  /** Null if no provider needs a sender. */
  smsFrom: string | null
  /** Single sign-on; null: people sign in by mail alone. */
  oidc: OidcConfig | null
  trustedProxies: string[]
  outbound: { allowCidrs: string[]; allowHttp: 'loopback' | null; nat64: boolean }
  /** Null: the system's name servers. */
  dnsServers: string[] | null
  fontDir: string | null
  plans: Record<string, Plan>
  /** Background tasks that this process runs at a time. */
  workerConcurrency: number
  /** Null: by the cores. */
  pdfThreads: number | null
  /** After SIGTERM, how long requests are still taken while `/health/ready` fails. */
  drainMs: number
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Null: no metrics server. */
  metricsPort: number | null
  metricsHost: string
  /** Warnings for the operator, one sentence each; never fatal. */
  warnings: string[]
}

/** Single sign-on by OpenID Connect (decision 0550). */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** Asked for besides those that every sign-in needs. */
  scopes: string[]
  /** Whether the operator vouches for every address of the issuer. */
  trustEmail: boolean
  /** Id or slug of the workspace that people of the issuer join; null: they must belong to one already. */
  workspace: string | null
  /** Which values of which claim decide on the role there; null: whoever joins is a member. */
  roles: { claim: string; owners: string[]; members: string[] } | null
}

/** The settings from the environment, with derived defaults filled in. */
export function shape(s: z.infer<typeof Settings>): Config {
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`
  const dataDir = resolve(s.DATA_DIR)
  const storage = (region: Region, value: string | undefined) => value ?? `file:${resolve(dataDir, 'blobs', region)}`
  return {
    port: s.PORT,
    // A development server shows its mailbox, and so every signing link, to anyone who can reach it.
    host: s.HOST ?? (s.MODE === 'production' ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    apiUrl: s.API_URL ?? `${publicUrl}/v1`,
    apiAliasUrl: s.API_ALIAS_URL ?? `${publicUrl}/api/v1`,
    dataDir,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: s.DATABASE_READ_URL ?? null,
    mode: s.MODE,
    masterKey: s.MASTER_KEY ?? null,
    nextMasterKey: s.MASTER_KEY_NEXT ?? null,
    storage: {
      eu: storage('eu', s.STORAGE_EU_URL),
      ch: storage('ch', s.STORAGE_CH_URL),
      us: storage('us', s.STORAGE_US_URL),
    },
    regions: regions(s),
    seal: {
      p12: s.SEAL_P12 ?? null,
      p12Password: s.SEAL_P12_PASSWORD ?? null,
      cert: s.SEAL_CERT ?? null,
      key: s.SEAL_KEY ?? null,
      level: s.SEAL_LEVEL,
    },
    renewalDays: s.RENEWAL_DAYS ?? null,
    tsaUrls: s.TSA_URLS ?? null,
    mailUrl: s.MAIL_URL ?? 'outbox:',
    mailFrom: s.MAIL_FROM,
    resendWebhookSecret: s.RESEND_WEBHOOK_SECRET ?? null,
    bounceAddress: s.BOUNCE_ADDRESS ?? null,
    bounceMailbox: s.BOUNCE_MAILBOX ?? null,
    smsUrl: s.SMS_URL ?? 'outbox:',
    smsFrom: s.SMS_FROM ?? null,
    oidc: oidc(s),
    trustedProxies: s.TRUSTED_PROXIES,
    outbound: outbound(s, publicUrl),
    dnsServers: s.DNS_SERVERS ?? null,
    fontDir: s.FONT_DIR ?? null,
    plans: s.PLANS,
    workerConcurrency: s.WORKER_CONCURRENCY ?? tasksForCores(availableParallelism()),
    pdfThreads: s.PDF_THREADS ?? null,
    drainMs: s.DRAIN_SECONDS * 1000,
    logLevel: s.LOG_LEVEL,
    metricsPort: s.METRICS_PORT ?? null,
    metricsHost: s.METRICS_HOST,
    warnings: [],
  }
}

/** Most of a task is waiting, for a mail server, a time-stamp authority or the database, which few more would find busy. */
function tasksForCores(cores: number): number {
  return Math.min(20, Math.max(10, 5 * cores))
}

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * In development the receiver of a webhook is a program beside the server. Not where other people use the server: theirs is
 * another machine, and this one's loopback interface none of their business.
 */
function outbound(s: z.infer<typeof Settings>, publicUrl: string): Config['outbound'] {
  const isOwn = s.MODE === 'development' && OWN_MACHINE.test(new URL(publicUrl).hostname)
  return {
    allowCidrs: s.OUTBOUND_ALLOW_CIDRS ?? (isOwn ? LOOPBACK : []),
    allowHttp: s.OUTBOUND_ALLOW_HTTP ?? (isOwn ? 'loopback' : null),
    nat64: s.OUTBOUND_NAT64,
  }
}

function regions(s: z.infer<typeof Settings>): Region[] {
  const stores: Record<Region, string | undefined> = {
    eu: s.STORAGE_EU_URL,
    ch: s.STORAGE_CH_URL,
    us: s.STORAGE_US_URL,
  }
  const set = REGIONS.filter((region) => stores[region] !== undefined)
  return set.length > 0 ? set : [...REGIONS]
}

/** Null also when one of the three is missing, which `config-rules.ts` refuses. */
function oidc(s: z.infer<typeof Settings>): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = s
  if (!issuer || !clientId || !clientSecret) return null
  const claim = s.OIDC_ROLE_CLAIM
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: s.OIDC_SCOPE,
    trustEmail: s.OIDC_TRUST_EMAIL,
    workspace: s.OIDC_WORKSPACE ?? null,
    roles: claim === undefined ? null : { claim, owners: s.OIDC_OWNERS, members: s.OIDC_MEMBERS },
  }
}
