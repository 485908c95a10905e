import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import type { Ctx } from '../context.ts'
import { checkAllFiles } from '../domain/documents/check-files.ts'
import { clockSkewMs, readiness } from '../domain/workers/readiness.ts'
import { withContext } from './context.ts'

interface Finding {
  status: 'ok' | 'warning' | 'failed'
  subject: string
  detail: string
}

const MAX_SKEW_MS = 5_000
const PUBLIC_URL_TIMEOUT_MS = 5_000

/**
 * `countersign doctor [--files]`: checks everything the server needs, with `--files` every stored file too; prints each
 * finding, exits 1 if anything fails.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { files: { type: 'boolean', default: false } } })
  const findings: Finding[] = loadConfig().warnings.map((detail) => ({
    status: 'warning',
    subject: 'settings',
    detail,
  }))
  findings.push({ status: 'ok', subject: 'settings', detail: 'complete' })
  try {
    findings.push(...(await withContext((ctx) => examine(ctx, values.files))))
  } catch (error) {
    findings.push({
      status: 'failed',
      subject: 'start',
      detail: error instanceof Error ? error.message : String(error),
    })
  }
  for (const { status, subject, detail } of findings) process.stdout.write(`${status.padEnd(8)}${subject}: ${detail}\n`)
  if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1
}

async function examine(ctx: Ctx, withFiles: boolean): Promise<Finding[]> {
  // First, so that the readiness below shows the result.
  const stored = withFiles ? await files(ctx) : []
  const ready = Object.entries(await readiness(ctx)).map(([subject, { status, detail }]): Finding => {
    // For a server, readiness fails without a worker; before the start a warning is enough.
    return {
      status: subject === 'worker' && status === 'failed' ? 'warning' : status,
      subject,
      detail: detail ?? 'good',
    }
  })
  const seal = (await ctx.sealer.check()).map(
    ({ severity, message }): Finding => ({
      status: severity === 'error' ? 'failed' : 'warning',
      subject: 'seal',
      detail: message,
    }),
  )
  if (seal.length === 0)
    seal.push({ status: 'ok', subject: 'seal', detail: 'the key signs, the time-stamp authorities answer' })
  return [...ready, ...seal, await clock(ctx), await publicUrl(ctx), ...stored]
}

/** One finding for each document with a damaged file, and the sum. */
async function files(ctx: Ctx): Promise<Finding[]> {
  const found: Finding[] = []
  let documents = 0
  let bytes = 0
  for await (const { id, length, problem } of checkAllFiles(ctx)) {
    documents += 1
    bytes += length
    if (problem) found.push({ status: 'failed', subject: `document ${id}`, detail: problem })
  }
  const sum = `${documents} documents (${(bytes / 1_000_000).toFixed(1)} MB) read, ${found.length} damaged`
  return [...found, { status: found.length === 0 ? 'ok' : 'failed', subject: 'files', detail: sum }]
}

async function clock(ctx: Ctx): Promise<Finding> {
  const skew = await clockSkewMs(ctx)
  const detail = `${Math.round(Math.abs(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} the database’s`
  return { status: Math.abs(skew) > MAX_SKEW_MS ? 'failed' : 'ok', subject: 'clock', detail }
}

async function publicUrl({ config }: Ctx): Promise<Finding> {
  const address = `${config.publicUrl}/health/live`
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(PUBLIC_URL_TIMEOUT_MS), redirect: 'manual' })
    return { status: status === 200 ? 'ok' : 'warning', subject: 'public URL', detail: `${address} answered ${status}` }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return {
      status: 'warning',
      subject: 'public URL',
      detail: `${address} did not answer (${reason}); is the server running?`,
    }
  }
}
