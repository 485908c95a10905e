import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Issued, Purpose, type TestCa } from './pki.ts'
import { run } from './tools.ts'

/** An independent source of time stamps: an authority on loopback whose tokens `openssl ts -reply` makes. */
export interface OpensslTsa {
  url: string
  /** How many requests it answered. */
  requests: () => number
  /** While true, it answers 503. */
  down: boolean
  certificate: Issued
  close(): Promise<void>
}

export async function startOpensslTsa(openssl: string | null, ca: TestCa, crlUrl?: string): Promise<OpensslTsa> {
  const folder = await mkdtemp(join(tmpdir(), 'tsa-'))
  const certificate = await ca.issue({
    name: 'OpenSSL TSA',
    key: 'RSA-2048',
    purposes: [Purpose.timeStamping],
    criticalPurposes: true,
    crlUrl,
  })
  const blocks = certificate.pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []
  await writeFile(join(folder, 'tsa.pem'), `${blocks[0]}\n`)
  await writeFile(join(folder, 'chain.pem'), `${blocks.slice(1).join('\n')}\n`)
  await writeFile(join(folder, 'tsa.key'), certificate.key)
  await writeFile(join(folder, 'serial'), '01\n')
  await writeFile(join(folder, 'tsa.cnf'), configOf(folder))
  let answered = 0
  const tsa: Pick<OpensslTsa, 'down'> = { down: false }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (tsa.down) {
      response.writeHead(503).end()
      return
    }
    const name = join(folder, `q${answered++}`)
    await writeFile(name, Buffer.concat(parts))
    const { code, stderr } = run(openssl, [
      'ts',
      '-reply',
      '-config',
      join(folder, 'tsa.cnf'),
      '-queryfile',
      name,
      '-out',
      `${name}.r`,
    ])
    if (code !== 0) {
      response.writeHead(500).end(stderr)
      return
    }
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await readFile(`${name}.r`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(tsa, {
    url: `http://127.0.0.1:${port}/tsr`,
    requests: () => answered,
    certificate,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  })
}

const configOf = (folder: string) => `
[tsa]
default_tsa = test
[test]
serial = ${folder}/serial
crypto_device = builtin
signer_cert = ${folder}/tsa.pem
certs = ${folder}/chain.pem
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
