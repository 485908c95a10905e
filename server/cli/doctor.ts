import { parseArgs } from 'node:util'
import { type Config, ConfigError, loadConfig } from '../config.ts'
import { type Ctx, closeContext, createContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { checkAllFiles } from '../domain/documents/check-files.ts'
import { checkTemplateFiles } from '../domain/templates/check-files.ts'
import { clockSkewMs, readiness } from '../domain/workers/readiness.ts'
import { ROOTS_PATH, rootsPem } from '../http/pki.ts'
import { createLogger } from '../log.ts'
import { FontError } from '../pdf/errors.ts'
import { checkFonts } from '../pdf/fonts/check.ts'
import { withUntouchedDatabase } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { singleSignOn } from './doctor/single-sign-on.ts'
import { jobs, mail, stores, timeStamps } from './doctor/trials.ts'

const MAX_SKEW_MS = 5_000
/** An operator can wait: a machine that is slow today is no fault. */
const PATIENCE_MS = 30_000

/**
 * `countersign doctor [--files] [--json]`: tries everything the server needs and changes nothing that stays, with
 * `--files` reads every stored file too; prints each finding, exits 1 if anything fails.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { files: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const findings = await findAll(values.files)
  process.stdout.write(values.json ? `${JSON.stringify({ findings }, null, 2)}\n` : findings.map(line).join(''))
  if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1
}

async function findAll(withFiles: boolean): Promise<Finding[]> {
  const config = settings()
  // Nothing else can be tried.
  if (Array.isArray(config)) return config
  const findings: Finding[] = config.warnings.map((detail) => ({ status: 'warning', subject: 'settings', detail }))
  findings.push({ status: 'ok', subject: 'settings', detail: 'complete' })
  try {
    findings.push(...(await withUntouchedDatabase(config, (db) => examine(config, db, withFiles))))
  } catch (error) {
    findings.push({
      status: 'failed',
      subject: 'start',
      detail: error instanceof Error ? error.message : String(error),
    })
  }
  return findings
}

/** The settings, or one finding for each that is invalid. */
function settings(): Config | Finding[] {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((detail) => ({ status: 'failed', subject: 'settings', detail }))
  }
}

const line = ({ status, subject, detail }: Finding) => `${status.padEnd(8)}${subject}: ${detail}\n`

async function examine(config: Config, db: Db, withFiles: boolean): Promise<Finding[]> {
  const ctx = await createContext(config, { db, log: createLogger('warn', process.stderr) })
  try {
    return await examineAll(ctx, withFiles)
  } finally {
    await closeContext(ctx)
  }
}

async function examineAll(ctx: Ctx, withFiles: boolean): Promise<Finding[]> {
  // First, so that the readiness below shows the result.
  const stored = withFiles ? await files(ctx) : []
  // The login to the mail server is tried below.
  const checks = Object.entries(await readiness(ctx, PATIENCE_MS)).filter(([subject]) => subject !== 'mail')
  const ready = checks.map(([subject, { status, detail }]): Finding => {
    // For a server, readiness fails without a worker; before the start a warning is enough.
    const unstarted = subject === 'worker' && status === 'failed'
    return { status: unstarted ? 'warning' : status, subject, detail: detail ?? 'good' }
  })
  const tried = [
    ...(await stores(ctx)),
    await mail(ctx),
    await jobs(ctx),
    await timeStamps(ctx),
    ...(await singleSignOn(ctx)),
  ]
  const seal = (await ctx.sealer.check()).map(
    ({ severity, message }): Finding => ({
      status: severity === 'error' ? 'failed' : 'warning',
      subject: 'seal',
      detail: message,
    }),
  )
  if (seal.length === 0)
    seal.push({ status: 'ok', subject: 'seal', detail: 'the key signs, the time-stamp authorities answer' })
  return [...ready, ...tried, ...seal, fonts(ctx), await clock(ctx), await publicUrl(ctx), ...stored]
}

function fonts({ config }: Ctx): Finding {
  try {
    checkFonts(config.fontDir ?? undefined)
    return { status: 'ok', subject: 'fonts', detail: 'every font can be read' }
  } catch (error) {
    if (!(error instanceof FontError)) throw error
    return { status: 'failed', subject: 'fonts', detail: error.message }
  }
}

/** One finding for each document and template with a damaged file, and the sums. */
async function files(ctx: Ctx): Promise<Finding[]> {
  return [
    ...(await read('documents', checkAllFiles(ctx), ({ id }) => `document ${id}`)),
    ...(await read('files of templates', checkTemplateFiles(ctx), ({ templateId }) => `template ${templateId}`)),
  ]
}

async function read<File extends { length: number; problem: string | null }>(
  what: string,
  checked: AsyncIterable<File>,
  name: (file: File) => string,
): Promise<Finding[]> {
  const found: Finding[] = []
  let count = 0
  let bytes = 0
  for await (const file of checked) {
    count += 1
    bytes += file.length
    if (file.problem) found.push({ status: 'failed', subject: name(file), detail: file.problem })
  }
  const detail = `${count} ${what} (${(bytes / 1_000_000).toFixed(1)} MB) read, ${found.length} damaged`
  return [...found, { status: found.length === 0 ? 'ok' : 'failed', subject: 'files', detail }]
}

async function clock(ctx: Ctx): Promise<Finding> {
  const skew = await clockSkewMs(ctx)
  const detail = `${Math.round(Math.abs(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} the database’s`
  return { status: Math.abs(skew) > MAX_SKEW_MS ? 'failed' : 'ok', subject: 'clock', detail }
}

/** Whether this server answers at its public address: it publishes the roots of the seal that is configured here. */
async function publicUrl({ config, sealer }: Ctx): Promise<Finding> {
  const address = `${config.publicUrl}${ROOTS_PATH}`
  const subject = 'public URL'
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    if (response.status !== 200) return { status: 'warning', subject, detail: `${address} answered ${response.status}` }
    const same = (await response.text()).trim() === rootsPem(sealer).trim()
    if (same) return { status: 'ok', subject, detail: `this server answers at ${config.publicUrl}` }
    return {
      status: 'warning',
      subject,
      detail: `another server answers at ${config.publicUrl}: its seal is not this one`,
    }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { status: 'warning', subject, detail: `${address} did not answer (${reason}); is the server running?` }
  }
}
