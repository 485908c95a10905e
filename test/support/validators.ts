import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { folderOfTest, run, tool } from './tools.ts'

/**
 * Third-party checks of a sealed PDF. Each helper returns what the program printed, because several exit with 0 on
 * a broken signature: tests check the text. Nothing of ours is used to take the file apart.
 */
export const validators = {
  pdfsig: tool('pdfsig'),
  certutil: tool('certutil'),
  qpdf: tool('qpdf'),
  mutool: tool('mutool'),
  openssl: tool('openssl'),
}

export const allInstalled = Object.values(validators).every((path) => path !== null)

/** What they print for a valid seal. */
export const ACCEPTED = {
  pdfsig: [/Total document signed/, /Signature is Valid\./, /Certificate is Trusted\./],
  mutool: [/The document is unchanged since signing\./],
  qpdf: [/No syntax or stream encoding errors found/],
  opensslCms: [/CAdES Verification successful/],
  opensslTs: [/Verification: OK/],
}

export interface Opinions {
  pdfsig: string
  mutool: string
  qpdf: string
  opensslCms: string
  opensslTs: string
}

/** Runs all of them. @param roots PEM of the trusted roots of seal and authority. */
export function askAll(pdf: Uint8Array, roots: string[]): Opinions {
  const folder = folderOfTest()
  const file = join(folder, 'file.pdf')
  writeFileSync(file, pdf)
  const text = (path: string | null, args: string[]) => {
    if (!path) throw new Error('the validator is not installed: guard the test with test.skipIf')
    const { stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' })
    return stdout + stderr
  }
  const caFile = join(folder, 'roots.pem')
  writeFileSync(caFile, roots.join('\n'))
  const { cms, content, token, signature } = takeApart(pdf)
  const put = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  return {
    pdfsig: text(validators.pdfsig, ['-no-ocsp', '-nssdir', `sql:${nssDatabase(folder, roots)}`, file]),
    mutool: text(validators.mutool, ['sign', '-v', file]),
    qpdf: text(validators.qpdf, ['--check', file]),
    opensslCms: text(validators.openssl, [
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', put('cms.der', cms)],
      ...['-content', put('content.bin', content), '-CAfile', caFile, '-purpose', 'any', '-out', '/dev/null'],
    ]),
    opensslTs: text(validators.openssl, [
      ...['ts', '-verify', '-data', put('signature.bin', signature), '-in', put('token.der', token), '-token_in'],
      ...['-CAfile', caFile],
    ]),
  }
}

/** A certificate database as pdfsig reads it, trusting the roots. */
function nssDatabase(folder: string, roots: string[]): string {
  const database = join(folder, 'nss')
  mkdirSync(database)
  run(validators.certutil, ['-N', '-d', `sql:${database}`, '--empty-password'])
  for (const [i, root] of roots.entries()) {
    const file = join(folder, `root${i}.pem`)
    writeFileSync(file, root)
    run(validators.certutil, ['-A', '-d', `sql:${database}`, '-n', `root${i}`, '-t', 'CT,C,C', '-a', '-i', file])
  }
  return database
}

/** The last signature's pieces, read with a pattern and pkijs. */
export function takeApart(pdf: Uint8Array): {
  cms: Uint8Array
  content: Uint8Array
  token: Uint8Array
  signature: Uint8Array
  /** Offsets in the file of the first and past the last hexadecimal digit of `/Contents`. */
  hex: [number, number]
} {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].at(-1)!
  const [first, second, rest] = ranges.slice(1).map(Number) as [number, number, number]
  const padded = Buffer.from(file.toString('latin1', first + 1, second - 1), 'hex')
  const length = asn1js.fromBER(padded).offset
  const cms = padded.subarray(0, length > 0 ? length : padded.length)
  const content = Buffer.concat([file.subarray(0, first), file.subarray(second, second + rest)])
  const info = pkijs.ContentInfo.fromBER(cms)
  const [signer] = new pkijs.SignedData({ schema: info.content }).signerInfos
  const stamp = signer!.unsignedAttrs!.attributes.find(({ type }) => type === '1.2.840.113549.1.9.16.2.14')
  return {
    cms,
    content,
    token: new Uint8Array(stamp!.values[0].valueBeforeDecodeView),
    signature: new Uint8Array(signer!.signature.valueBlock.valueHexView),
    hex: [first + 1, second - 1],
  }
}

/** The token of the last signature, a document time stamp, and the bytes that it covers. */
export function takeDocumentTimestamp(pdf: Uint8Array): { token: Uint8Array; content: Uint8Array } {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].at(-1)!
  const [first, second, rest] = ranges.slice(1).map(Number) as [number, number, number]
  const padded = Buffer.from(file.toString('latin1', first + 1, second - 1), 'hex')
  const token = padded.subarray(0, asn1js.fromBER(padded).offset)
  return { token, content: Buffer.concat([file.subarray(0, first), file.subarray(second, second + rest)]) }
}
