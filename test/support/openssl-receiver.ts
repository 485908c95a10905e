import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './tools.ts'

/** Certificates that `openssl` issues, and receivers that are `openssl s_server`. */
export interface OpensslReceivers {
  /** The authority that issued all but the self-signed ones, PEM. */
  ca: string
  /**
   * Serves a certificate on 127.0.0.1, on a port of its own.
   * @param flags further flags of `s_server`, such as `-Verify 1`
   */
  serve(options: CertificateOptions & { flags?: string[] }): Promise<{ url: string }>
  close(): Promise<void>
}

interface CertificateOptions {
  /** What it is for; default `IP:127.0.0.1`. */
  subjectAltName?: string
  selfSigned?: boolean
  expired?: boolean
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** @param openssl the program's path */
export async function opensslReceivers(openssl: string): Promise<OpensslReceivers> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-tls-'))
  const file = (name: string) => join(folder, name)
  const call = (...args: string[]) => {
    const { code, stderr } = run(openssl, args)
    if (code !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`)
  }
  const servers: ChildProcess[] = []
  let issued = 0
  call('req', '-x509', ...KEY, '-subj', '/CN=Test CA', '-days', '2', '-keyout', file('ca.key'), '-out', file('ca.pem'))
  await writeFile(
    file('ca.cnf'),
    `[ca]\ndefault_ca = d\n[d]\ndatabase = ${file('index.txt')}\nnew_certs_dir = ${folder}\nrand_serial = yes\ndefault_md = sha256\npolicy = p\ncopy_extensions = copy\n[p]\ncommonName = supplied\n`,
  )
  await writeFile(file('index.txt'), '')

  async function certificate({
    subjectAltName = 'IP:127.0.0.1',
    selfSigned,
    expired,
  }: CertificateOptions): Promise<string> {
    const name = file(`receiver-${issued++}`)
    const subject = ['-subj', `/CN=receiver ${issued}`, '-addext', `subjectAltName=${subjectAltName}`]
    if (selfSigned) {
      call('req', '-x509', ...KEY, ...subject, '-days', '2', '-keyout', `${name}.key`, '-out', `${name}.pem`)
      return name
    }
    call('req', ...KEY, ...subject, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    const years = expired ? ['20200101000000Z', '20210101000000Z'] : ['20200101000000Z', '20490101000000Z']
    const dates = ['-startdate', years[0]!, '-enddate', years[1]!]
    const authority = ['-config', file('ca.cnf'), '-cert', file('ca.pem'), '-keyfile', file('ca.key')]
    call('ca', '-batch', '-notext', ...authority, ...dates, '-in', `${name}.csr`, '-out', `${name}.pem`)
    return name
  }

  return {
    ca: await readFile(file('ca.pem'), 'utf8'),
    async serve({ flags = [], ...options }) {
      const name = await certificate(options)
      const args = ['-accept', '127.0.0.1:0', '-cert', `${name}.pem`, '-key', `${name}.key`, '-CAfile', file('ca.pem')]
      const server = spawn(openssl, ['s_server', ...args, '-www', '-naccept', '50', ...flags])
      servers.push(server)
      const port = await new Promise<string>((resolve, reject) => {
        let said = ''
        server.stdout.on('data', (chunk) => {
          said += chunk
          const listening = /ACCEPT .*:(\d+)/.exec(said)
          if (listening) resolve(listening[1]!)
        })
        server.once('exit', (code) => reject(new Error(`openssl s_server ended with ${code}: ${said}`)))
      })
      return { url: `https://127.0.0.1:${port}` }
    },
    async close() {
      for (const server of servers) server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
