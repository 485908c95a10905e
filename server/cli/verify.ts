import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type AuditEvent, verifyPdf } from '../pdf/verify.ts'

const VALID = 'VALID'
const NOT_VALID = 'NOT VALID'
const EXPIRED = 'INTACT, ITS TIME STAMP HAS EXPIRED (only a renewed file proves more)'
const UNTRUSTED = 'INTACT, SIGNER NOT TRUSTED'
const HOW_TO_TRUST =
  'To trust the signer, ask the sender for the root certificate of their seal (a Countersign server has it at\n' +
  '/.well-known/countersign-roots.pem), compare it through another channel, and pass it with --root.'

/**
 * `countersign verify FILE.pdf [--audit events.json] [--root ca.pem]`: needs no server. Exits 0 only when the
 * file is valid, 1 when a check fails, 2 when it is intact and no root says whose seal it is (anyone can seal with a
 * chain of their own), or its last time stamp has expired.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { audit: { type: 'string' }, root: { type: 'string', multiple: true, default: [] } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error('verify FILE.pdf [--audit events.json] [--root ca.pem]')
  const bytes = await readFile(file)
  const roots = await Promise.all(values.root.map((path) => readFile(path, 'utf8')))
  const audit = values.audit === undefined ? undefined : await readEvents(values.audit)
  const { ok, checks, seal, revisions } = await verifyPdf(bytes, { roots, audit })
  // A root file without a certificate was meant as a root, so the result is NOT VALID.
  const intact = ok && values.root.length === 0 ? UNTRUSTED : NOT_VALID
  const verdict = ok && seal?.trusted ? (isPast(seal.holdsUntil) ? EXPIRED : VALID) : intact
  const lines = [
    `${file}: ${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`,
    ...checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.detail}`),
    ...revisions.map(
      ({ length, sha256, kind }) => `revision  ${length} bytes, SHA-256 ${sha256}${kind ? ` (${kind})` : ''}`,
    ),
    ...(seal ? [`seal  ${seal.level} by ${seal.signer}, time stamp ${seal.tsaSignedAt ?? 'none'}`] : []),
    ...(seal?.timestamps ?? []).map(
      ({ kind, signedAt, tsa, holdsUntil }) =>
        `time stamp  ${signedAt} of the ${kind} by ${tsa}, holds until ${holdsUntil ?? 'unknown'}`,
    ),
    verdict,
    ...(verdict === UNTRUSTED ? [HOW_TO_TRUST] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = { [VALID]: 0, [NOT_VALID]: 1, [UNTRUSTED]: 2, [EXPIRED]: 2 }[verdict]
}

const isPast = (time: string | null) => time !== null && Date.parse(time) < Date.now()

/** The response of `GET /documents/{id}/audit-events`, or only its `events`. */
async function readEvents(path: string): Promise<AuditEvent[]> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  const events = typeof value === 'object' && value !== null && 'events' in value ? value.events : value
  if (!Array.isArray(events)) throw new Error(`${path} contains no audit events`)
  return events as AuditEvent[]
}
