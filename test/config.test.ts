import { describe, expect, it } from 'vitest'
import { atPort, ConfigError, loadConfig } from '../server/config.ts'
import { settingsTable } from '../server/settings.ts'

const problems = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://sign.example.com/',
  MASTER_KEY: '0f'.repeat(32),
  SEAL_P12: '/etc/countersign/seal.p12',
  TSA_URLS: 'https://tsa.example.com, https://other.example.com/tsr',
  MAIL_URL: 'smtp://mail.example.com',
  SMS_URL: 'outbox:',
  DATABASE_URL: 'postgres://localhost/countersign',
  STORAGE_EU_URL: 's3://KEY:SECRET@s3.example.com/eu',
  STORAGE_CH_URL: 's3://KEY:SECRET@s3.example.com/ch',
  STORAGE_US_URL: 's3://KEY:SECRET@s3.example.com/us',
}

describe('settings', () => {
  it('are complete without any variable', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      apiUrl: 'http://localhost:3000/v1',
      apiAliasUrl: 'http://localhost:3000/api/v1',
      databaseUrl: null,
      databaseDirectUrl: null,
      mailUrl: 'outbox:',
      pdfThreads: null,
      drainMs: 0,
      trustedProxies: [],
      warnings: [],
    })
    expect(config.storage.ch).toBe(`file:${config.dataDir}/blobs/ch`)
    expect(config.plans.self_hosted).toMatchObject({ document_cap: null, enterprise: true, sms_monthly: 1000 })
  })

  it('are complete for production', () => {
    const config = loadConfig(PRODUCTION)
    expect(config.warnings).toEqual([])
    expect(config.apiUrl).toBe('https://sign.example.com/v1')
    expect(config.tsaUrls).toEqual(['https://tsa.example.com', 'https://other.example.com/tsr'])
    expect(config.masterKey).toHaveLength(32)
  })

  it('of single sign-on belong together', () => {
    const client = { OIDC_ISSUER: 'https://id.example.com/realms/a/', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 's' }
    expect(loadConfig({}).oidc).toBeNull()
    const roles = { OIDC_WORKSPACE: 'acme', OIDC_ROLE_CLAIM: 'groups', OIDC_OWNERS: 'Legal Team, it' }
    expect(loadConfig({ ...client, ...roles }).oidc).toEqual({
      issuer: 'https://id.example.com/realms/a/',
      clientId: 'us',
      clientSecret: 's',
      scopes: [],
      trustEmail: false,
      workspace: 'acme',
      roles: { claim: 'groups', owners: ['Legal Team', 'it'], members: [] },
    })
    expect(loadConfig({ ...client, OIDC_TRUST_EMAIL: '1' }).oidc).toMatchObject({ trustEmail: true })
    const scopes = { OIDC_SCOPE: 'groups, api://sign/roles' }
    expect(loadConfig({ ...client, ...scopes }).oidc).toMatchObject({ scopes: ['groups', 'api://sign/roles'] })
    const { OIDC_CLIENT_SECRET: _, ...incomplete } = client
    for (const [env, problem] of [
      [incomplete, 'OIDC_ISSUER: single sign-on requires'],
      [{ OIDC_WORKSPACE: 'acme' }, 'OIDC_ISSUER: single sign-on requires'],
      [{ OIDC_TRUST_EMAIL: '1' }, 'OIDC_ISSUER: single sign-on requires'],
      [scopes, 'OIDC_ISSUER: single sign-on requires'],
      [{ ...client, OIDC_SCOPE: 'groups "all"' }, 'OIDC_SCOPE: must be a list of scopes'],
      [{ ...client, ...roles, OIDC_WORKSPACE: '' }, 'OIDC_ROLE_CLAIM: set, but OIDC_WORKSPACE'],
      [{ ...client, ...roles, OIDC_OWNERS: '' }, 'OIDC_ROLE_CLAIM: belongs together'],
      [{ ...client, OIDC_MEMBERS: 'staff' }, 'OIDC_ROLE_CLAIM: belongs together'],
      [{ ...PRODUCTION, ...client, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER: MODE=production requires'],
    ] as const) {
      expect(problems(env)).toEqual([expect.stringContaining(problem)])
    }
  })

  it('report every problem at once, by name and without the value', () => {
    const found = problems({
      PORT: '70000',
      MODE: 'prod',
      MASTER_KEY: 'hunter2-hunter2',
      TRUSTED_PROXIES: '10.0.0.0/8, proxy.local',
      PLANS: '{"gold": {"document_cap": -1}}',
      MAIL_URL: 'mailgun:SECRETKEY',
    })
    const named = found.map((problem) => /^[A-Z_]+/.exec(problem)?.[0])
    expect(named).toEqual(['PORT', 'MODE', 'MASTER_KEY', 'MAIL_URL', 'TRUSTED_PROXIES', 'PLANS'])
    expect(found.join()).not.toContain('hunter2')
    expect(found.join()).not.toContain('SECRETKEY')
  })

  it('take an empty variable as an absent one', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it.each([
    [{ SEAL_P12: 'a', SEAL_CERT: 'b', SEAL_KEY: 'c' }, 'SEAL_P12'],
    [{ SEAL_CERT: 'b' }, 'SEAL_CERT'],
    [{ SEAL_P12_PASSWORD: 'b' }, 'SEAL_P12_PASSWORD'],
    [{ DATABASE_READ_URL: 'postgres://replica/d' }, 'DATABASE_READ_URL'],
    [{ STORAGE_EU_URL: 'file:relative' }, 'STORAGE_EU_URL'],
    [{ SMS_URL: 'twilio:SID' }, 'SMS_URL'],
    [{ SMS_URL: 'twilio:SID:TOKEN@https://api.twilio.com' }, 'SMS_FROM'],
    [{ PLANS: 'gold' }, 'PLANS'],
    [{ OUTBOUND_ALLOW_HTTP: 'all' }, 'OUTBOUND_ALLOW_HTTP'],
  ])('refuse %j', (env, name) => {
    expect(problems(env)).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))])
  })

  it.each([
    ['MAIL_URL', 'smtp://u:hunter2@h:1?requireTLS=1&foo=2', 'foo'],
    ['MAIL_URL', 'smtps://u:hunter2@h:1?requiretls=1', 'requiretls; did you mean "requireTLS"?'],
    ['MAIL_URL', 'smtp://u:hunter2@h?tls.rejectUnauthorised=true', 'did you mean "tls.rejectUnauthorized"?'],
    ['MAIL_URL', 'smtp://u:hunter2@h?secure=true', 'secure'],
    ['DATABASE_URL', 'postgres://u:hunter2@h/d?sslmod=require', 'sslmod; did you mean "sslmode"?'],
    ['DATABASE_DIRECT_URL', 'postgresql://u:hunter2@h/d?sslmode=require&foo=1', 'foo'],
    ['DATABASE_URL', 'postgres://u:hunter2@h/d?channel_binding=required', 'disable, prefer, require'],
    ['DATABASE_URL', 'postgres://u:hunter2@h/d?sslmode=verify_full', 'verify-ca, verify-full, no-verify'],
    ['DATABASE_URL', 'postgres://u:hunter2@h/d?pgbouncer=true&connection_limit=1', 'set DATABASE_DIRECT_URL'],
    ['DATABASE_URL', 'postgres://u:hunter2@h/d?target_session_attrs=read-write', 'name the primary alone'],
    ['STORAGE_EU_URL', 's3://k:hunter2@h/b?tsl=0', 's3: has no option tsl; it takes region, tls'],
    ['STORAGE_CH_URL', 's3://k:hunter2@h/b?regoin=eu', 'did you mean "region"?'],
    ['STORAGE_EU_URL', 's3://k:ab/hunter2@h/b', 'a / in the secret must be written as %2F'],
    ['STORAGE_US_URL', 's3://k:12/hunter2@h/b', 'a / in the secret must be written as %2F'],
    ['STORAGE_US_URL', 'file:/x?x=1', 'takes no options'],
    ['MAIL_URL', 'smtp://u:1?hunter2&x@h', '%3F'],
    ['MAIL_URL', 'smtp://u:p/hunter2@h:25', 'a / in the user or password, which must be written as %2F'],
    ['MAIL_URL', 'smtp://u:12#hunter2@h:25', '%23'],
    ['MAIL_URL', 'smtp://u:hunter2@h:99999', 'must be a URL'],
    ['DATABASE_URL', 'postgres://u:pa/hunter2@h/d', '%2F'],
    ['DATABASE_URL', 'postgres://u:12/hunter2@h/d', '%2F'],
    ['DATABASE_URL', 'postgres://u:12#hunter2@h/d', '%23'],
    ['DATABASE_DIRECT_URL', 'postgresql://u:hunter2@h/d#x', 'percent-encoded'],
    ['PUBLIC_URL', 'https://sign.example.com/esign', 'no path'],
    ['PUBLIC_URL', 'https://u:hunter2@sign.example.com', 'no user'],
    ['PUBLIC_URL', 'https://sign.example.com?x=hunter2', 'no user, password, ? or #'],
    ['PUBLIC_URL', 'sign.example.com', 'must be a URL starting with http: or https:'],
    ['API_URL', 'https://api.example.com/v1#hunter2', '? or #'],
  ])('refuse what cannot be meant in %s (%s)', (name, value, said) => {
    const [problem, ...more] = problems({ [name]: value })
    expect(more).toEqual([])
    expect(problem).toContain(said)
    expect(problem).toMatch(new RegExp(`^${name}: `))
    expect(problem).not.toContain('hunter2')
  })

  it.each([
    ['MAIL_URL', 'smtp://h:1?requireTLS=true&tls.rejectUnauthorized=false&name=a'],
    ['MAIL_URL', 'resend:KEY@http://localhost:1?x=1'],
    [
      'DATABASE_URL',
      'postgres:///d?host=/run/postgresql&channel_binding=prefer&sslmode=disable&application_name=a&options=-c%20x%3D1',
    ],
    ['STORAGE_EU_URL', 's3://k:s@h/b?region=eu-central-1&tls=0'],
    ['DATABASE_URL', 'postgres://h/d?user=u@h'],
    ['PUBLIC_URL', 'https://sign.example.com/'],
    ['API_URL', 'https://api.example.com/sign/v1/'],
  ])('take %s (%s)', (name, value) => {
    expect(problems({ [name]: value })).toEqual([])
  })

  it('report what looks like a setting but is none', () => {
    const { warnings } = loadConfig({
      TSA_URL: 'x',
      COUNTERSIGN_PORT: '1',
      COUNTERSIGN_THING: '1',
      HOME: '/root',
      MAIL: 'x',
    })
    expect(warnings).toEqual([
      'TSA_URL is not a setting; did you mean TSA_URLS?',
      'COUNTERSIGN_PORT is not a setting; did you mean PORT?',
      'COUNTERSIGN_THING is not a setting',
    ])
  })

  it('ignore the SDK’s own variables', () => {
    const sdk = { API_KEY: 'cs_live_x', BASE_URL: 'x', LOG: 'debug', WEBHOOK_SECRET: 'whsec_x' }
    const named = Object.fromEntries(Object.entries(sdk).map(([name, value]) => [`COUNTERSIGN_${name}`, value]))
    expect(loadConfig(named).warnings).toEqual([])
  })

  it('name the port that was taken when any was asked for', () => {
    expect(atPort(loadConfig({ PORT: '0' }), 4711)).toMatchObject({ port: 4711, apiUrl: 'http://localhost:4711/v1' })
    const fixed = loadConfig({ PORT: '0', PUBLIC_URL: 'https://sign.example.com' })
    expect(atPort(fixed, 4711).publicUrl).toBe('https://sign.example.com')
  })
})

describe('MODE=production', () => {
  it('refuses every development stand-in, and names it', () => {
    const named = problems({ MODE: 'production' }).map((problem) => problem.split(':')[0])
    const expected = [
      'PUBLIC_URL',
      'API_URL',
      'API_ALIAS_URL',
      'MASTER_KEY',
      'SEAL_P12',
      'TSA_URLS',
      'MAIL_URL',
      'SMS_URL',
    ]
    expect(named).toEqual(expected)
  })

  it('accepts the outbox when it is set explicitly', () => {
    expect(loadConfig({ ...PRODUCTION, MAIL_URL: 'outbox:' }).mailUrl).toBe('outbox:')
  })

  it('sends no webhook over http', () => {
    expect(problems({ ...PRODUCTION, OUTBOUND_ALLOW_HTTP: 'loopback' })).toHaveLength(1)
  })

  it('reaches no program on its own machine unless it is told to', () => {
    const own = { allowCidrs: ['127.0.0.0/8', '::1/128'], allowHttp: 'loopback', nat64: false }
    const nothing = { allowCidrs: [], allowHttp: null, nat64: false }
    const { outbound, warnings } = loadConfig({})
    expect([outbound, warnings]).toEqual([own, []])
    for (const PUBLIC_URL of ['http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:3000'])
      expect(loadConfig({ PUBLIC_URL }).outbound).toEqual(own)
    for (const PUBLIC_URL of ['https://sign.example.com', 'http://localhost.example.com', 'http://192.168.1.4'])
      expect(loadConfig({ PUBLIC_URL }).outbound).toEqual(nothing)
    expect(loadConfig(PRODUCTION).outbound).toEqual(nothing)
    const listed = loadConfig({ OUTBOUND_ALLOW_CIDRS: '10.0.0.0/8' })
    expect(listed.outbound).toMatchObject({ allowCidrs: ['10.0.0.0/8'], allowHttp: 'loopback' })
    expect(listed.warnings).toEqual([expect.stringContaining('10.0.0.0/8')])
  })

  it('warns of what serves one machine only', () => {
    const { DATABASE_URL: _, STORAGE_EU_URL: __, ...rest } = PRODUCTION
    expect(loadConfig(rest).warnings).toEqual([
      expect.stringContaining('DATABASE_URL'),
      expect.stringContaining('files of eu are stored on this machine'),
    ])
  })
})

describe('the table for the README', () => {
  it('has a line with default and meaning for every setting', () => {
    const rows = settingsTable().split('\n').slice(2)
    for (const row of rows) expect(row).toMatch(/^\| `[A-Z0-9_]+` \| \S.* \| \S.{10,} \|$/)
    expect(rows.join()).toContain('| `PORT` | `3000` |')
    expect(rows.length).toBeGreaterThan(25)
  })
})
