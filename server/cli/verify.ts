import { readFile } from 'node:fs/promises'
import { systemClock } from '../clock.ts'
import { type AuditEvent, parseCertificates } from '../pdf/verify.ts'
import { verifyReport } from './verify-report.ts'

export interface VerifyOptions {
  /** Path of the audit events. */
  audit?: string
  /** Paths of PEM files. */
  root?: string[]
}

/** Nothing was checked, which is not the same as a file that is not valid. */
const UNREADABLE = 3

/**
 * `countersign verify FILE.pdf [--audit events.json] [--root ca.pem]`: needs no server. Exits 0 only when the
 * file is valid, 1 when a check fails, 2 when it is intact and no root says whose seal it is (anyone can seal with a
 * chain of their own), or its time stamp has ended: its certificate expired, or its key has become too short;
 * 3 when a file cannot be read.
 */
export async function verify(file: string, { audit, root = [] }: VerifyOptions): Promise<void> {
  const given = await readAll(file, root, audit).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = UNREADABLE
    return null
  })
  if (given === null) return
  const [lines, code] = await verifyReport({ file, ...given, at: systemClock.now() })
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = code
}

async function readAll(file: string, roots: string[], audit: string | undefined) {
  return {
    bytes: await readFile(file),
    roots: await Promise.all(roots.map(readRoot)),
    audit: audit === undefined ? undefined : await readEvents(audit),
  }
}

async function readRoot(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8')
  try {
    parseCertificates([pem])
    return pem
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${path} is no root certificate: ${reason}`, { cause })
  }
}

/** The response of `GET /documents/{id}/audit-events`, or only its `events`. */
async function readEvents(path: string): Promise<AuditEvent[]> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  const events = typeof value === 'object' && value !== null && 'events' in value ? value.events : value
  if (!Array.isArray(events)) throw new Error(`${path} contains no audit events`)
  return events as AuditEvent[]
}
