import { X509Certificate } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../server/log.ts'
import { createMetrics } from '../../server/metrics.ts'
import { createPdfPool, type PdfPool } from '../../server/pdf/pool.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { createSealer, type Sealer, type SealerOptions, TimestampUnavailableError } from '../../server/sealing/index.ts'
import { type OpensslTsa, startOpensslTsa } from '../support/openssl-tsa.ts'
import { createCa, sha256 } from '../support/pki.ts'
import { samplePdf } from '../support/sealing.ts'
import { folderOfTest } from '../support/tools.ts'
import { ACCEPTED, allInstalled, askAll, validators } from '../support/validators.ts'

let pool: PdfPool
let folder: string
let path: string
let pdf: Uint8Array
let hash: string
const auditHead = { seq: 5, hash: 'ef'.repeat(32) }

const options = (overrides: Partial<SealerOptions> = {}): SealerOptions => ({
  dataDir: folder,
  mode: 'development',
  sealLevel: 'B-LT',
  tsaUrls: [],
  publicUrl: 'http://127.0.0.1:1/',
  clock: { now: () => new Date() },
  log: createLogger('silent'),
  pool,
  metrics: createMetrics(),
  ...overrides,
})

/** But for what is said of keys from the year 2030 on. */
const problemsOf = async (sealer: Sealer) =>
  (await sealer.check()).filter(({ message }) => !message.includes('the key is too short'))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealer-'))
  pool = createPdfPool({ threads: 1 })
  pdf = await samplePdf()
  hash = sha256(pdf).toString('hex')
  path = join(folder, 'file.pdf')
  await writeFile(path, pdf)
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

describe('the built-in authority', () => {
  test('two processes that start together agree on one, and a later start reuses it', async () => {
    const dataDir = folderOfTest()
    const sealers = await Promise.all([1, 2].map(() => createSealer(options({ dataDir }))))
    const later = await createSealer(options({ dataDir }))
    const serials = new Set([...sealers, later].map((sealer) => sealer.certificates().serial))
    expect(serials.size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['pki'])
    for (const name of await readdir(join(dataDir, 'pki'))) {
      expect((await stat(join(dataDir, 'pki', name))).mode & 0o777, name).toBe(0o600)
    }
    expect((await stat(join(dataDir, 'pki'))).mode & 0o777).toBe(0o700)
  })

  test('a set with a file missing is not silently replaced', async () => {
    const dataDir = folderOfTest()
    await createSealer(options({ dataDir }))
    await rm(join(dataDir, 'pki', 'seal.key'))
    await expect(createSealer(options({ dataDir }))).rejects.toThrow(/lacks seal\.key/)
  })

  test('seals at B-LT on its own, and reports that', async () => {
    const offline = async () => {
      throw new Error('nothing may be fetched')
    }
    const sealer = await createSealer(options({ fetch: offline }))
    const sealed = await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
    expect(sealed).toMatchObject({ level: 'B-LT', tsaProvider: 'built-in', certSerial: sealer.certificates().serial })
    const bytes = Buffer.concat([pdf, sealed.delta])
    const pki = await sealer.pki()
    const result = await verifyPdf(bytes, { roots: [pki!.caPem] })
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(result).toMatchObject({
      auditHead,
      seal: { level: 'B-LT', signer: expect.stringContaining('Countersign test seal') },
    })
    expect(await problemsOf(sealer)).toEqual([])
  })

  test.skipIf(!allInstalled)('third parties accept its seals once they trust its root', async () => {
    const sealer = await createSealer(options())
    const { delta } = await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
    const opinions = askAll(Buffer.concat([pdf, delta]), sealer.certificates().roots)
    for (const pattern of ACCEPTED.pdfsig) expect(opinions.pdfsig).toMatch(pattern)
    expect(opinions.mutool).toMatch(ACCEPTED.mutool[0]!)
    expect(opinions.qpdf).toMatch(ACCEPTED.qpdf[0]!)
    expect(opinions.opensslCms).toMatch(ACCEPTED.opensslCms[0]!)
    expect(opinions.opensslTs).toMatch(ACCEPTED.opensslTs[0]!)
  })

  test('its CRL is renewed before it expires', async () => {
    let now = new Date()
    const sealer = await createSealer(options({ clock: { now: () => now } }))
    const first = (await sealer.pki())!.crlDer
    expect((await sealer.pki())!.crlDer).toBe(first)
    now = new Date(now.getTime() + 2 * 86_400_000)
    expect((await sealer.pki())!.crlDer).not.toEqual(first)
  })

  test('its certificates name the address of the CRL', async () => {
    await createSealer(options())
    const seal = await readFile(join(folder, 'pki', 'seal.pem'))
    expect(new X509Certificate(seal).raw.includes('http://127.0.0.1:1/pki/ca.crl')).toBe(true)
  })
})

describe('the operator’s own key', () => {
  const p12 = (name: string) => new URL(`../fixtures/p12/${name}.p12`, import.meta.url).pathname

  test.each(['rsa-modern', 'ec-legacy-rc2'])(
    'PKCS#12 %s seals; without CRL or OCSP the level falls and is logged',
    async (name) => {
      const warnings: unknown[] = []
      const log = createLogger('warn', { write: (line) => void warnings.push(JSON.parse(line)) })
      const sealer = await createSealer(options({ sealP12: p12(name), sealP12Password: 'secret', log }))
      const sealed = await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
      await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
      expect(sealed.level).toBe('B-T')
      expect(warnings).toEqual([expect.objectContaining({ wanted: 'B-LT', level: 'B-T' })])
      expect(await problemsOf(sealer)).toEqual([
        { severity: 'warning', message: expect.stringMatching(/^seals will be B-T: /) },
      ])
      expect(sealer.certificates().subject).toContain('P12 fixture')
    },
  )

  test('production refuses the built-in authority', async () => {
    await expect(createSealer(options({ mode: 'production' }))).rejects.toThrow(/SEAL_P12/)
    const own = options({
      mode: 'production',
      sealP12: p12('rsa-modern'),
      sealP12Password: 'secret',
      tsaUrls: ['http://127.0.0.1:1/tsr'],
    })
    const sealer = await createSealer(own)
    expect(await sealer.pki()).toBeNull()
    expect(await sealer.timestamp(Buffer.alloc(1))).toBeNull()
  })

  test('production refuses the built-in authority also when settings name its files, wherever they are', async () => {
    await createSealer(options())
    const elsewhere = await mkdtemp(join(tmpdir(), 'countersign-elsewhere-'))
    await cp(join(folder, 'pki'), elsewhere, { recursive: true })
    const named = options({
      mode: 'production',
      sealCert: join(elsewhere, 'seal.pem'),
      sealKey: join(elsewhere, 'seal.key'),
      tsaUrls: ['http://127.0.0.1:1/tsr'],
    })
    await expect(createSealer(named)).rejects.toThrow(/^SEAL_CERT and SEAL_KEY: .*built-in test authority/)
    await createSealer({ ...named, mode: 'development' })
    await rm(elsewhere, { recursive: true })
  })

  test.each([
    [{ sealP12: '/nowhere/seal.p12' }, /^SEAL_P12: .*\/nowhere\/seal.p12/],
    [{ sealP12: p12('rsa-modern'), sealP12Password: 'wrong' }, /^SEAL_P12: .*wrong password/],
    [{ sealCert: '/nowhere/a.pem', sealKey: '/nowhere/a.key' }, /^SEAL_CERT and SEAL_KEY: .*\/nowhere\/a.pem/],
  ])('an error names the setting: %j', async (settings, message) => {
    await expect(createSealer(options(settings))).rejects.toThrow(message)
  })

  test('doctor reports time stamps that end soon, and a key that counts no longer', async () => {
    const inTenYears = new Date(Date.now() + 9.5 * 365 * 86_400_000)
    const dataDir = folderOfTest()
    await createSealer(options({ dataDir }))
    const later = await createSealer(options({ dataDir, sealLevel: 'B-T', clock: { now: () => inTenYears } }))
    expect(await later.check()).toEqual([
      { severity: 'warning', message: 'seals made from 2031-01-01 on prove nothing: the key is too short' },
      {
        severity: 'warning',
        message: expect.stringMatching(
          /^time stamps of built-in hold until \d{4}-\d\d-\d\d only: its certificate expires/,
        ),
      },
    ])
  })

  test('a PEM pair works; doctor reports a coming expiry', async () => {
    const ca = await createCa()
    const issued = await ca.issue({ name: 'Soon', notAfter: new Date(Date.now() + 10 * 86_400_000) })
    const [sealCert, sealKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    await writeFile(sealCert, issued.pem)
    await writeFile(sealKey, issued.key)
    const sealer = await createSealer(options({ sealCert, sealKey, sealLevel: 'B-T' }))
    expect(await sealer.check()).toEqual([
      { severity: 'warning', message: expect.stringMatching(/expires in (9|10) days/) },
    ])
    expect((await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })).level).toBe('B-T')
  })
})

test('a redirect by an authority is not followed', async () => {
  const asked: (string | undefined)[] = []
  const authority = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/tsr`
  const sealer = await createSealer(options({ tsaUrls: [url] }))
  const attempt = sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
  await expect(attempt).rejects.toThrow(TimestampUnavailableError)
  expect(new Set(asked)).toEqual(new Set(['/tsr']))
  authority.closeAllConnections()
  await new Promise((resolve) => authority.close(resolve))
})

describe.skipIf(!validators.openssl)('authorities over HTTP', () => {
  let tsa: OpensslTsa
  beforeAll(async () => {
    tsa = await startOpensslTsa(validators.openssl, await createCa())
  })
  afterAll(() => tsa.close())

  test('the first that answers is used; when none does, the seal waits and works later', async () => {
    const sealer = await createSealer(options({ tsaUrls: ['http://127.0.0.1:1/tsr', tsa.url] }))
    const sealed = await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
    expect(sealed.tsaProvider).toBe(new URL(tsa.url).host)
    tsa.down = true
    const attempt = sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })
    await expect(attempt).rejects.toThrow(TimestampUnavailableError)
    await expect(attempt).rejects.toThrow(/HTTP 503/)
    expect((await sealer.check()).map(({ severity }) => severity)).toEqual(expect.arrayContaining(['error', 'error']))
    tsa.down = false
    expect((await sealer.seal('workspace', [{ path }], hash, { auditHead, signedAt: new Date() })).tsaProvider).toBe(
      sealed.tsaProvider,
    )
  })

  test('the built-in authority answers requests from others too', async () => {
    const sealer = await createSealer(options())
    const reply = await sealer.timestamp(Buffer.from('no request'))
    expect(Buffer.from(reply!).includes('the request is no TimeStampReq')).toBe(true)
  })
})
