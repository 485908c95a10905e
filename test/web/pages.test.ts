import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '../../server/domain/locales.ts'
import { consentFor, consentVersion } from '../../server/domain/messages/consent.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { ADA, CONTRACT, post, type Sent, send } from './story.ts'

let server: TestServer
let key: TestKey
let sent: Sent
let link: string

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  sent = await send(server, key)
  link = sent.signers[0]!.signingUrl
})
afterAll(() => server.stop())

const statusOf = async () =>
  (await server.call<{ status: string }>(key, 'GET', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}`)).body
    .status

describe('a link that a mail scanner opens', () => {
  test('changes nothing by GET or HEAD, whatever it loads', async () => {
    for (const path of ['', '/document.pdf', '/status']) {
      for (const method of ['GET', 'HEAD']) expect((await fetch(link + path, { method })).status).toBe(200)
    }
    expect(await statusOf()).toBe('pending')
  })

  test('counts as viewed only when the page reports that it shows the document', async () => {
    const viewed = await send(server, key)
    const response = await post(viewed.signers[0]!.signingUrl, 'viewed', {})
    expect(response.status).toBe(200)
    const id = viewed.signers[0]!.signingRequestId
    expect((await server.call<{ status: string }>(key, 'GET', `/v1/signing-requests/${id}`)).body.status).toBe('viewed')
  })
})

describe('headers', () => {
  test('a page loads only from this server, is never framed or cached, and sends no referrer', async () => {
    const pages = [link, `${server.url}/sign/nothing`, `${server.url}/disclosure/2026-10-10`, server.url]
    for (const page of pages) {
      const { headers } = await fetch(page)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|http/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('no page holds an inline script, style or handler', async () => {
    const html = await (await fetch(link)).text()
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/)
    expect(html.match(/<script(?![^>]*(src=|application\/json))/)).toBeNull()
  })

  test('an https site requires https for a year', async () => {
    const secure = await startServer({ config: { publicUrl: 'https://sign.test' } })
    const { headers } = await fetch(`${secure.url}/sign/nothing`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await secure.stop()
  })

  test('the token of a link is in no log line', async () => {
    await fetch(link)
    expect(server.log()).toContain('/sign/:token')
    expect(server.log()).not.toContain(link.split('/').at(-1))
  })
})

describe("calls that are not the page's own", () => {
  const decline = (headers: Record<string, string>) => post(link, 'decline', {}, { headers })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('from %s are refused', async (_, headers) => {
    const response = await decline(headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'cross_site_request' })
    expect(await statusOf()).toBe('pending')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'as %s are refused',
    async (type) => {
      const response = await decline({ 'content-type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  test('from our own origin pass', async () => {
    const own = await send(server, key)
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    expect((await post(own.signers[0]!.signingUrl, 'decline', { reason: 'No.' }, { headers })).status).toBe(200)
  })
})

describe('malformed calls are refused, never failed', () => {
  test.each([
    ['no JSON', '{'],
    ['not an object', '[]'],
    ['wrong types', '{"consentVersion":1}'],
    ['an unknown key', '{"consentVersion":"2026-10-10","values":{},"more":1}'],
    ['a value that is no object', '{"consentVersion":"2026-10-10","values":{"x":"y"}}'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ])('%s', async (_, body) => {
    const response = await post(link, 'complete', null, { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request', error: expect.any(String) })
  })

  test('a body beyond 4 MiB', async () => {
    const response = await post(link, 'complete', { consentVersion: 'x'.repeat(4 * 1024 * 1024) })
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
  })

  test('without consent, and with an unknown field', async () => {
    expect(await (await post(link, 'complete', { consentVersion: 'never', values: {} })).json()).toMatchObject({
      code: 'consent_required',
    })
    const answer = await (
      await post(link, 'complete', { consentVersion: '2026-10-10', values: { x: { type: 'typed', text: 'A' } } })
    ).json()
    expect(answer).toMatchObject({ code: 'field_invalid', meta: { field_id: 'x' } })
  })

  test('a wrong link: a page for a person, JSON for a call', async () => {
    const wrong = `${server.url}/sign/${'A'.repeat(64)}`
    const page = await fetch(wrong, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(await page.text()).toContain('This link does not work')
    for (const path of ['document.pdf', 'status', 'signed.pdf'])
      expect((await fetch(`${wrong}/${path}`)).status).toBe(404)
    expect(await (await post(wrong, 'viewed', {})).json()).toMatchObject({ code: 'not_found' })
  })
})

describe('the document', () => {
  test('is the file that the API serves, also in ranges', async () => {
    const whole = await fetch(`${link}/document.pdf`)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sent.sha256)
    expect(bytes.subarray(0, CONTRACT.length)).toEqual(CONTRACT)
    expect(whole.headers.get('content-disposition')).toBe('inline; filename="services-agreement.pdf"')
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    const part = await fetch(`${link}/document.pdf`, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    expect((await fetch(`${link}/document.pdf`, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
  })

  test('that is not complete redirects a person to the page that says why', async () => {
    const response = await fetch(`${link}/signed.pdf`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, new URL(link).pathname])
    expect((await fetch(`${link}/signed.pdf`)).status).toBe(409)
  })
})

test('text of the sender is escaped', async () => {
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\''
  const hostile = await send(server, key, {
    signers: [{ ...ADA, name: evil.slice(0, 100) }],
    fields: (role) => [
      { role, kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1 },
      { role, kind: 'text', page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.1, label: evil },
    ],
    extra: { title: evil, message: evil },
  })
  await server.work()
  const html = await (await fetch(hostile.signers[0]!.signingUrl)).text()
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<img src=x')
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === ADA.email)!
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).not.toContain('<img')
  expect(mail.subject).toContain('alert(1)')
})

describe('the disclosure', () => {
  /** Signers have agreed to exactly these words: a change needs a new version, never an edit. */
  const PUBLISHED = {
    '2026-10-10': {
      en: 'ae0eef6ac0e14802a775081e0dcc47db06b50d76af9148abedfc010c097ffa0b',
      de: 'eaf650169cce7e035caf6f817294b61f79a2e131b002d58f01892846679c14eb',
      fr: '591cfb0344518b54a26c7d78d1e05e8c766f8940b3ebcaaf4bcb4913b8e85ca1',
      it: 'b90f44dd4326c19e64f33cd7143aec9db901a30453e9a6617ec3d0204de46bd7',
      es: '4f271c5dbb525388f51ab462a1294e82dfab161944a6d51f3cc25fd4fe0182ef',
      pt: '6acb847d7aa3813b12fed080d01ce7abfcf8500f2a51b95e862d40a098a79ca0',
      nl: 'c3abd15dfdd6668615c98739785405800110096f530ae68a34c2881926cb941f',
      pl: '06cd0ce9edf04488e63a334f2fc35c47fb7048a40aac9fca429c3c71953306c4',
      sv: '69ea150e5e0f795b2d8b0749a2f37a075e32e8b3f9d28759bfca9a34ab0e2cfa',
      da: 'e0bcdbac4e32b4ae0b4d05741fd0a6ab069953f80b8eb0102661b01b78c44acf',
      cs: 'deba924455e0cf4c886e1ae8b0750333dcad44c6358b39c9f500ac8feb3a206a',
      ar: '122e2ff8239c6a8104253a298b04f0a3cd911c4157518d9fa34d4ed6f1b0aa36',
    },
  }
  const texts = Object.entries(PUBLISHED).flatMap(([version, hashes]) =>
    LOCALES.map((locale) => [version, locale, hashes[locale]] as const),
  )

  test.each(texts)('version %s still has the words agreed to, in %s', async (version, locale, sha256) => {
    const consent = consentVersion(version, locale)!
    expect(createHash('sha256').update(consent.text).digest('hex')).toBe(sha256)
    const page = await (await fetch(`${server.url}/disclosure/${version}?lang=${locale}`)).text()
    expect(page).toContain(sha256)
    const hasWarning = page.includes(`href="/disclosure/${version}?lang=en"`)
    expect(hasWarning, 'a translation says that no lawyer has checked it, and offers the English text').toBe(
      locale !== 'en',
    )
  })

  test('without a language it is English', async () => {
    const page = await (await fetch(`${server.url}/disclosure/2026-10-10`)).text()
    expect(page).toContain(PUBLISHED['2026-10-10'].en)
    expect(page).toContain('You may change your mind')
  })

  test('the newest is published, an unknown one is not found', async () => {
    expect(Object.keys(PUBLISHED)).toContain(consentFor('en').version)
    expect((await fetch(`${server.url}/disclosure/1999-01-01`)).status).toBe(404)
    expect((await fetch(`${server.url}/disclosure`)).url).toBe(`${server.url}/disclosure/${consentFor('en').version}`)
  })
})

describe('files of the pages', () => {
  test('are compressed ahead of time, and cached forever', async () => {
    const html = await (await fetch(link)).text()
    const script = html.match(/src="(\/assets\/sign-[^"]+\.js)"/)![1]!
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await fetch(server.url + script, { headers: { 'accept-encoding': encoding } })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toMatch(/^text\/javascript/)
    }
    expect((await fetch(`${server.url}/assets/../manifest.json`)).status).toBe(404)
    expect((await fetch(`${server.url}/assets/nothing.js`)).status).toBe(404)
  })

  test('what the page loads before the document is at most 35 kB, compressed', async () => {
    const html = await (await fetch(link)).text()
    const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThanOrEqual(2)
    const root = join(import.meta.dirname, '../../dist/web')
    const sizes = (compress: (bytes: Buffer) => Buffer) =>
      [Buffer.from(html), ...files.map((file) => readFileSync(join(root, file)))].reduce(
        (sum, bytes) => sum + compress(bytes).length,
        0,
      )
    const [brotli, gzip] = [sizes(brotliCompressSync), sizes(gzipSync)]
    console.info(`first paint: ${brotli} bytes (brotli), ${gzip} bytes (gzip), ${files.length + 1} requests`)
    expect(brotli).toBeLessThanOrEqual(35_000)
    expect(gzip).toBeLessThan(41_000)
  })

  test('of pdf.js are served from here, with a separate policy for its worker', async () => {
    const worker = readdirSync(join(import.meta.dirname, '../../dist/web/assets')).find((name) =>
      /^pdf-worker.*\.js$/.test(name),
    )
    const { headers } = await fetch(`${server.url}/assets/${worker}`)
    expect(headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
    for (const file of [
      'cmaps/78-EUC-H.bcmap',
      'standard_fonts/FoxitSerif.pfb',
      'wasm/openjpeg.wasm',
      'iccs/CGATS001Compat-v2-micro.icc',
    ]) {
      expect((await fetch(`${server.url}/assets/pdfjs-5.6.205/${file}`)).status).toBe(200)
    }
  })
})

describe('the development mailbox', () => {
  test('shows every mail, sandboxed, with its link', async () => {
    await server.work()
    const page = await (await fetch(`${server.url}/dev/outbox`)).text()
    expect(page).toContain(link)
    const id = page.match(/\/dev\/outbox\/(\d+)/)![1]
    const mail = await fetch(`${server.url}/dev/outbox/${id}`)
    expect(mail.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(await mail.text()).toContain('target="_blank"')
    expect((await fetch(`${server.url}/dev/outbox/999999`)).status).toBe(404)
  })

  test.each([
    ['localhost', 200],
    ['127.0.0.1', 200],
    ['LOCALHOST', 200],
    ['evil.example', 404],
    ['127.0.0.1.evil.example', 404],
    ['10.0.0.1', 404],
  ])('under the host name %s: %i', async (host, status) => {
    for (const path of ['/dev/outbox', '/dev/outbox/1']) {
      const call = request(server.url + path, { headers: { Host: `${host}:3000` } })
      call.end()
      const [response] = await once(call, 'response')
      response.resume()
      expect(response.statusCode).toBe(status)
    }
  })

  test('is absent in production', async () => {
    const production = await startServer({ config: { mode: 'production' }, overrides: { sealer: server.ctx.sealer } })
    expect((await fetch(`${production.url}/dev/outbox`)).status).toBe(404)
    await production.stop()
  })
})

describe('questions', () => {
  const questionsOn = async (url: string) => {
    const html = await (await fetch(url)).text()
    return new Set(html.match(/(<a [^>]*>)?Questions\? Ask [^<]*(<\/a>)?/g))
  }
  const withdraw = ({ signingRequestId }: Sent['signers'][0]) =>
    server.call(key, 'POST', `/v1/signing-requests/${signingRequestId}/withdraw`)

  test('go to the address that answers to the emails go to, also without emails', async () => {
    const extra = { title: 'Fees & terms', reply_to: 'desk+hr@office.test', send_emails: false }
    const signer = (await send(server, key, { extra })).signers[0]!
    const { name } = await server.ctx.db
      .selectFrom('workspaces')
      .innerJoin('documents', 'documents.workspace_id', 'workspaces.id')
      .where('documents.title', '=', extra.title)
      .select('name')
      .executeTakeFirstOrThrow()
    const written = `<a href="mailto:desk%2Bhr@office.test?subject=Fees%20%26%20terms">Questions? Ask ${name}.</a>`
    expect(await questionsOn(signer.signingUrl)).toEqual(new Set([written]))
    await withdraw(signer)
    expect(await questionsOn(signer.signingUrl)).toEqual(new Set([written]))
  })

  test('lead to nobody in particular without such an address', async () => {
    const signer = (await send(server, key)).signers[0]!
    expect(await questionsOn(signer.signingUrl)).toEqual(new Set())
    await withdraw(signer)
    expect([...(await questionsOn(signer.signingUrl))]).toEqual([expect.not.stringContaining('<a ')])
  })
})
