import { z } from 'zod'
import { isAddressOrBlock } from './address-ranges.ts'
import { RATE } from './limits.ts'
import { urlProblem } from './setting-urls.ts'

/** Every setting of the server, as one schema; `settingsTable()` generates the README's table from it. */

/** Names the fault, never the rest of the URL: it may have a password. */
const readable = (check: z.core.ParsePayload<string>) => {
  const message = urlProblem(check.value)
  if (message !== null) check.issues.push({ code: 'custom', message, input: undefined })
}
const exactUrl = (protocols: string[]) =>
  z
    .string()
    .check(readable)
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be a URL starting with ${protocols.join(' or ')}`,
      abort: true,
    })
const withoutSlash = (value: string) => value.replace(/\/+$/, '')
const url = (protocols: string[]) => exactUrl(protocols).transform(withoutSlash)
/** What links are made from: nothing may stand behind it. */
const baseUrl = exactUrl(['http:', 'https:'])
  .refine((value) => {
    const { username, password, search, hash } = new URL(value)
    return username + password + search + hash === ''
  }, 'must have no user, password, ? or #')
  .transform(withoutSlash)
const siteUrl = baseUrl.refine(
  (value) => new URL(value).pathname === '/',
  'must have no path, as in https://sign.example.com: the site is served at the root of its host',
)
const port = z.coerce.number('must be a port number').int('must be a port number').min(0).max(65535)
const atMost = (most: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`)
const list = z.string().transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''))
const cidrs = list.refine((items) => items.every(isAddressOrBlock), 'must be a comma list of addresses or CIDR blocks')
/** For names that may contain spaces. */
const names = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true')
/** RFC 6749, 3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/
const storageUrl = z
  .string()
  .regex(/^(file:|s3:)/, 'must start with file: or s3:')
  .check(readable)

const Plan = z.strictObject({
  /** Documents a UTC month; null: no cap. */
  document_cap: z.int().min(0).nullable().default(null),
  enterprise: z.boolean().default(true),
  /** SMS codes a UTC month. */
  sms_monthly: z.int().min(0).default(1000),
  /** Of each API key in a window of 60 seconds (contract 8). */
  requests_per_minute: z.int().min(1).max(1_000_000).default(RATE.requests),
  /** Capabilities switched off for this plan; everything that the server can do is on by default. */
  without: z.array(z.string()).default([]),
})
/** The limits of a tier: deployment data, never part of the code (contract 2.1: never branch on the tier). */
export type Plan = z.infer<typeof Plan>

const plans = z
  .string()
  .transform((value, check) => {
    try {
      return JSON.parse(value) as unknown
    } catch {
      check.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), Plan))

const masterKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits (openssl rand -hex 32)')
  .transform((value) => Buffer.from(value, 'hex'))

export const Settings = z.object({
  PORT: port.default(3000).meta({ description: 'TCP port of the HTTP server; 0 picks a free one' }),
  HOST: z.string().optional().meta({
    description: 'Address the HTTP server listens on',
    default: '`127.0.0.1`; in production `0.0.0.0`',
  }),
  PUBLIC_URL: siteUrl.optional().meta({
    description: 'Address of the site: signing pages, docs, `openapi.json`',
    default: '`http://localhost:PORT`',
  }),
  API_URL: baseUrl
    .optional()
    .meta({ description: 'Canonical base of the API, with `/v1`', default: '`PUBLIC_URL/v1`' }),
  API_ALIAS_URL: baseUrl
    .optional()
    .meta({ description: 'Permanent alias of the API base', default: '`PUBLIC_URL/api/v1`' }),
  DATA_DIR: z
    .string()
    .default('data')
    .meta({ description: 'Folder of everything kept on disk: embedded Postgres, files, generated keys' }),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .meta({ description: 'Postgres 15 or newer', default: 'an embedded Postgres in `DATA_DIR`' }),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']).optional().meta({
    description:
      'The same database past PgBouncer, where `DATABASE_URL` leads to a pool by transaction: for locks, LISTEN, jobs and migrations',
    default: '`DATABASE_URL`',
  }),
  DATABASE_READ_URL: url(['postgres:', 'postgresql:']).optional().meta({
    description:
      'A streaming replica of `DATABASE_URL`, or several behind one address: it answers lists of documents, calls and deliveries as soon as it has what was committed before, else the primary does',
    default: 'none: the primary answers everything',
  }),
  MODE: z
    .enum(['development', 'production'], 'must be development or production')
    .default('development')
    .meta({ description: '`production` refuses the defaults that only suit development' }),
  MASTER_KEY: masterKey.optional().meta({
    description:
      '64 hex digits; wraps every key in the database. Keep it safe: without it links, webhook secrets and stored responses are lost',
    default: 'generated on first start, stored in `DATA_DIR/master.key`',
  }),
  MASTER_KEY_NEXT: masterKey.optional().meta({
    description: 'The key that `countersign master-key rotate` replaces `MASTER_KEY` with; nothing else reads it',
    default: 'none',
  }),
  STORAGE_EU_URL: storageUrl.optional().meta({
    description: 'Files of EU workspaces: `file:/path` or `s3://KEY:SECRET@host/bucket?region=…`',
    default: '`file:` in `DATA_DIR/blobs/eu`',
  }),
  STORAGE_CH_URL: storageUrl
    .optional()
    .meta({ description: 'Files of Swiss workspaces', default: '`file:` in `DATA_DIR/blobs/ch`' }),
  STORAGE_US_URL: storageUrl
    .optional()
    .meta({ description: 'Files of US workspaces', default: '`file:` in `DATA_DIR/blobs/us`' }),
  SEAL_P12: z.string().optional().meta({
    description: 'PKCS#12 file with the seal’s key and certificate chain',
    default: 'a built-in test authority (development)',
  }),
  SEAL_P12_PASSWORD: z.string().optional().meta({ description: 'Password of `SEAL_P12`', default: 'none' }),
  SEAL_CERT: z.string().optional().meta({
    description: 'PEM file with the seal’s certificate chain, leaf first (with `SEAL_KEY`, instead of `SEAL_P12`)',
    default: 'none',
  }),
  SEAL_KEY: z.string().optional().meta({ description: 'PEM file with the seal’s private key', default: 'none' }),
  SEAL_LEVEL: z.enum(['B-T', 'B-LT', 'B-LTA'], 'must be B-T, B-LT or B-LTA').default('B-LT').meta({
    description:
      'target PAdES level: `B-T`, `B-LT` or `B-LTA`; `B-T` is used where a certificate chain offers neither OCSP nor CRL',
  }),
  TSA_URLS: list
    .pipe(z.array(url(['http:', 'https:'])))
    .optional()
    .meta({
      description: 'RFC 3161 time-stamp authorities, comma list, tried in order',
      default: 'the built-in authority (development)',
    }),
  RENEWAL_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a number of days')
    .min(1, 'must be at least 1')
    .max(3650, 'must be at most 3650')
    .optional()
    .meta({
      description:
        'Sealed files get another time stamp this many days before their newest one ends (its certificate expires, or its key is too short); see `countersign documents renew --dry-run`',
      default: 'none: files are not renewed',
    }),
  MAIL_URL: z
    .string()
    .regex(/^(resend:|smtps?:|outbox:|none:)/, 'must start with resend:, smtp:, smtps:, outbox: or none:')
    .check(readable)
    .optional()
    .meta({
      description: '`resend:KEY@BASE_URL`, `smtp://user:password@host:port`, `outbox:` (page `/dev/outbox`) or `none:`',
      default: '`outbox:` (development)',
    }),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an address, or a name with <address>')
    .default('Countersign <no-reply@localhost>')
    .meta({ description: 'Sender of every email' }),
  RESEND_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional().meta({
    description:
      'Signing secret of a webhook at Resend to `PUBLIC_URL/mail/resend` with its events `email.bounced`, `email.failed` and `email.suppressed`: invitations and copies that come back are then shown to the sender',
    default: 'none: nobody sees them',
  }),
  BOUNCE_ADDRESS: z.email('must be an address').optional().meta({
    description: 'With `smtp://`: where mail servers return what they cannot deliver (the sender of the envelope)',
    default: 'the address in `MAIL_FROM`',
  }),
  BOUNCE_MAILBOX: z
    .url({ protocol: /^imaps?$/, error: 'must start with imap:// or imaps://' })
    .check(readable)
    .optional()
    .meta({
      description:
        'The mailbox of that address, `imaps://user:password@host:port/folder`, which nobody else reads: every minute its unread mails are marked as read, and invitations and copies that came back are shown to the sender',
      default: 'none: nobody sees them',
    }),
  SMS_URL: z
    .string()
    .regex(/^(twilio:[^:@/]+:[^@/]+(@https?:\/\/.+)?|outbox:|none:)$/, 'must be twilio:SID:TOKEN, outbox: or none:')
    .optional()
    .meta({
      description:
        '`twilio:ACCOUNT_SID:AUTH_TOKEN` (`@BASE_URL` for another host), `outbox:` (page `/dev/outbox`) or `none:`',
      default: '`outbox:` (development)',
    }),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{1,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11}|\d{3,8})$/,
      'must be a number (+…), MG… or a sender name',
    )
    .optional()
    .meta({
      description: 'Sender of every SMS: a number of the account, a sender name or a messaging service (`MG…`)',
      default: 'none; `twilio:` requires one',
    }),
  // A slash at its end is part of an issuer's name.
  OIDC_ISSUER: exactUrl(['http:', 'https:']).optional().meta({
    description:
      'Single sign-on: the issuer of an OpenID Connect provider; its client’s redirect URI is `PUBLIC_URL/sign-in/sso/callback`',
    default: 'none: people sign in by mail alone',
  }),
  OIDC_CLIENT_ID: z.string().optional().meta({ description: 'Our client at `OIDC_ISSUER`', default: 'none' }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({ description: 'The secret of that client', default: 'none' }),
  OIDC_SCOPE: list
    .refine((scopes) => scopes.every((scope) => SCOPE_TOKEN.test(scope)), 'must be a list of scopes, such as groups')
    .default([])
    .meta({
      description:
        'Scopes to ask `OIDC_ISSUER` for besides `openid email profile`, comma list, such as `groups` where it does not send `OIDC_ROLE_CLAIM` without',
      default: 'none',
    }),
  OIDC_TRUST_EMAIL: flag.default(false).meta({
    description:
      'Whether every address of `OIDC_ISSUER` counts as verified, for a provider that does not say so and where people cannot choose their address: 1 or 0',
    default: '0: an address counts with `email_verified` (or Entra ID’s `xms_edov`) alone',
  }),
  OIDC_WORKSPACE: z.string().trim().optional().meta({
    description: 'Id or short name of the workspace that everybody of `OIDC_ISSUER` joins at sign-in',
    default: 'none: only people who belong to a workspace already sign in',
  }),
  OIDC_ROLE_CLAIM: z.string().optional().meta({
    description:
      'Claim that decides on the role in `OIDC_WORKSPACE` at each sign-in, such as `groups` or `realm_access.roles`',
    default: 'none: whoever joins is a member',
  }),
  OIDC_OWNERS: names
    .default([])
    .meta({ description: 'Values of `OIDC_ROLE_CLAIM` that make an owner, comma list', default: 'none' }),
  OIDC_MEMBERS: names.default([]).meta({
    description: 'Values that make a member, comma list; whoever has none of either does not belong to the workspace',
    default: 'none: everybody who is not an owner is a member',
  }),
  TRUSTED_PROXIES: cidrs
    .default([])
    .meta({ description: 'Proxies whose `X-Forwarded-For` is trusted: addresses or CIDR blocks', default: 'none' }),
  OUTBOUND_ALLOW_CIDRS: cidrs.optional().meta({
    description: 'Private networks that webhooks and `file_url` may reach nevertheless',
    default: 'none; in development with `PUBLIC_URL` on this machine `127.0.0.0/8,::1/128`',
  }),
  OUTBOUND_ALLOW_HTTP: z.enum(['loopback'], 'must be loopback').optional().meta({
    description: '`loopback`: webhooks may use plain http to this machine, which production refuses',
    default: 'none; in development with `PUBLIC_URL` on this machine `loopback`',
  }),
  OUTBOUND_NAT64: flag
    .default(false)
    .meta({ description: '`1` behind a NAT64: check the embedded IPv4 address', default: '`0`' }),
  DNS_SERVERS: list
    .optional()
    .meta({ description: 'Name servers for outbound calls, comma list', default: 'the system’s' }),
  FONT_DIR: z
    .string()
    .optional()
    .meta({ description: 'Folder of further TrueType fonts (`*.ttf`) for marks and audit trails', default: 'none' }),
  PLANS: plans.default({ self_hosted: Plan.parse({}) }).meta({
    description:
      'JSON: `{"tier": {"document_cap": null, "enterprise": true, "sms_monthly": 1000, "requests_per_minute": 60, "without": []}}`',
    default: 'one tier, `self_hosted`, without a document cap, with 60 requests a minute for each API key',
  }),
  WORKER_CONCURRENCY: atMost(100).optional().meta({
    description: 'Background tasks that a process runs at a time; webhooks are not among them',
    default: '5 for each core, from 10 to 20',
  }),
  PDF_THREADS: atMost(64).optional().meta({
    description:
      'Threads for work on PDFs in each process, each with up to 768 MB; 1 is enough for `worker --only mail,deliveries`',
    default: 'as many as there are cores, at least 3',
  }),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a number of seconds')
    .min(0, 'must be at least 0')
    .max(300, 'must be at most 300')
    .default(0)
    .meta({
      description:
        'After SIGTERM a server takes requests for so long while `/health/ready` fails: the time that a load balancer needs to notice',
    }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info')
    .meta({ description: 'Lowest level that is logged' }),
  METRICS_PORT: port.optional().meta({
    description:
      'Port of `/metrics` (Prometheus) and `/health/ready` of this process, a worker too; separate from the public one',
    default: 'off',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({ description: 'Address that `/metrics` listens on' }),
})

/** Each setting in words, `fallback` as Markdown. */
export function listSettings(): { name: string; description: string; fallback: string }[] {
  return Object.entries(Settings.shape).map(([name, schema]) => {
    const { description, default: text } = schema.meta() as { description: string; default?: string }
    return { name, description, fallback: text ?? `\`${String(schema.parse(undefined))}\`` }
  })
}

/** The settings as a Markdown table, for the README. */
export function settingsTable(): string {
  const rows = listSettings().map(({ name, description, fallback }) => `| \`${name}\` | ${fallback} | ${description} |`)
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
