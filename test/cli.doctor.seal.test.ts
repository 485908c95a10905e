import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startAuthority } from './support/authority.ts'
import { startChangingTsa } from './support/changing-tsa.ts'
import { testDatabaseUrl } from './support/database.ts'
import { askDoctor } from './support/doctor.ts'
import { freePort } from './support/free-port.ts'
import { createCa, type Issued } from './support/pki.ts'
import { startServerProcess } from './support/server-process.ts'

/** What doctor says of a seal key and of time-stamp authorities, with files that an operator may really have. */

const HOUR_MS = 3_600_000

let dataDir: string
let database: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-doctor-'))
  database = await testDatabaseUrl()
  // The first start makes the master key and the built-in authority.
  await (await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: database })).stop()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const doctor = (settings: Record<string, string> = {}) =>
  askDoctor({ DATA_DIR: dataDir, DATABASE_URL: database, ...settings })

/** A certification authority below a root, and a certificate of it. */
async function issued(options: { notAfter?: Date } = {}): Promise<{ root: string; middle: string; leaf: Issued }> {
  const root = await createCa('Doctor root')
  const middle = await root.subordinate('Doctor middle')
  const leaf = await middle.issue({ name: 'Doctor seal', key: 'RSA-3072', ...options })
  return { root: root.pem, middle: middle.pem, leaf }
}

async function keyFiles(certificates: string[], key: string) {
  const [cert, keyFile] = ['cert.pem', 'key.pem'].map((name) => join(dataDir, name))
  await writeFile(cert!, certificates.join('\n'))
  await writeFile(keyFile!, key)
  return { SEAL_CERT: cert!, SEAL_KEY: keyFile! }
}

it('seals a page on trial, at the level that is configured', async () => {
  expect((await doctor()).of('trial seal')).toEqual({
    status: 'ok',
    subject: 'trial seal',
    detail: 'B-LT with a time stamp of built-in, verified',
  })
  const archived = await doctor({ SEAL_LEVEL: 'B-LTA' })
  expect(archived.of('trial seal')?.detail).toBe('B-LTA with a time stamp of built-in, verified')
})

it('names a gap in the chain of the seal certificate', async () => {
  const { root, leaf } = await issued()
  const own = leaf.certificate.toString()
  const { all, failed } = await doctor(await keyFiles([own, root], leaf.key))
  expect(failed).toEqual([])
  const details = all.filter(({ subject }) => subject === 'seal').map(({ detail }) => detail)
  expect(details[0]).toMatch(
    /^the chain of the seal certificate ends at CN=Doctor seal\b.*, and its issuer CN=Doctor middle\b.* is missing/,
  )
})

it('says why the seals fall short of the level, and that they do', async () => {
  const { leaf } = await issued()
  const { all, of } = await doctor(await keyFiles([leaf.pem], leaf.key))
  const seal = all.filter(({ subject }) => subject === 'seal')
  expect(seal).toEqual([
    {
      status: 'warning',
      subject: 'seal',
      detail: expect.stringMatching(/^seals will be B-T: .*CN=Doctor seal.*: names neither OCSP nor CRL$/),
    },
    {
      status: 'warning',
      subject: 'seal',
      detail: expect.stringMatching(/^seals will be B-T: .*CN=Doctor middle.*: names neither OCSP nor CRL$/),
    },
  ])
  expect(of('trial seal')).toMatchObject({
    status: 'warning',
    detail: 'B-T with a time stamp of built-in, verified; SEAL_LEVEL asks for B-LT',
  })
})

it('fails with a certificate that has expired', async () => {
  const { leaf } = await issued({ notAfter: new Date(Date.now() - 48 * HOUR_MS) })
  const { of, all } = await doctor(await keyFiles([leaf.pem], leaf.key))
  expect(of('seal_certificate')).toMatchObject({ status: 'failed', detail: expect.stringMatching(/^expired on /) })
  expect(of('trial seal')).toMatchObject({ status: 'failed' })
  expect(all.some(({ subject, status }) => subject === 'seal' && status === 'failed')).toBe(true)
})

it('compares this clock with that of the time-stamp authority', async () => {
  const tsa = await startChangingTsa(() => new Date(Date.now() - HOUR_MS))
  onTestFinished(() => tsa.close())
  await tsa.use(new Date(Date.now() + 10 * 365 * 24 * HOUR_MS))
  const { of } = await doctor({ TSA_URLS: tsa.url })
  const subject = `time-stamp authority ${new URL(tsa.url).host}`
  expect(of(subject)).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^the clock of this machine is 360\d s ahead of that of 127\.0\.0\.1:/),
  })
})

it('says what an authority answered that gives no time stamp', async () => {
  const page = await startAuthority(async () => Buffer.from('<html>Sign in to the network</html>'))
  onTestFinished(() => page.close())
  const none = `127.0.0.1:${await freePort()}`
  const { failed } = await doctor({ TSA_URLS: `${page.url},http://${none}/tsa` })
  const of = (host: string) => failed.find(({ subject }) => subject === `time-stamp authority ${host}`)?.detail
  expect(of(new URL(page.url).host)).toContain('the answer is no time-stamp response')
  expect(of(none)).toContain('ECONNREFUSED')
  expect(failed.find(({ subject }) => subject === 'trial seal')?.detail).toContain('no time stamp')
})
