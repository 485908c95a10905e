import type { Config } from '../../config.ts'
import { type Ctx, openSealer } from '../../context.ts'
import { checkCertificate } from '../../domain/workers/readiness.ts'
import { ROOTS_PATH, rootsPem } from '../../http/pki.ts'
import { reasonOf } from '../../net/reason.ts'
import { createPdfPool } from '../../pdf/pool.ts'
import { checkTimestampAuthorities, NoBuiltInError, type Sealer, type SealerProblem } from '../../sealing/index.ts'
import { type Finding, failed, found } from './finding.ts'
import { trialSeal } from './trial-seal.ts'

type Parts = Pick<Ctx, 'clock' | 'log' | 'metrics'>

/** The seal key, its certificate and the time-stamp authorities, and whether this server answers at its public address. */
export async function sealAndPublicUrl(config: Config, parts: Parts, patienceMs: number): Promise<Finding[]> {
  const pool = createPdfPool({ sealLevel: config.seal.level })
  try {
    const [sealer, findings] = await opened(config, { ...parts, pool })
    return [...findings, await publicUrl(config, sealer, patienceMs)]
  } finally {
    await pool.close()
  }
}

async function opened(config: Config, parts: Parameters<typeof openSealer>[1]): Promise<[Sealer | null, Finding[]]> {
  const subject = 'seal'
  try {
    const sealer = await openSealer(config, parts, 'refuse')
    return [
      sealer,
      [
        certificate({ sealer, clock: parts.clock }),
        ...(await problems(sealer, config.tsaUrls === null)),
        await trialSeal(sealer, config.seal.level, parts.clock),
      ],
    ]
  } catch (error) {
    if (error instanceof NoBuiltInError)
      return [null, [{ status: 'warning', subject, detail: `${error.message}; the first start makes one` }]]
    return [null, [failed(subject, reasonOf(error))]]
  }
}

function certificate(parts: Pick<Ctx, 'sealer' | 'clock'>): Finding {
  const { status, detail } = checkCertificate(parts)
  return { status, subject: 'seal_certificate', detail: detail ?? 'good' }
}

/** Those of the settings, each under its own name, with or without a seal key. */
export async function timestampAuthorities({ tsaUrls }: Config, now: Date): Promise<Finding[]> {
  const asked = await checkTimestampAuthorities(tsaUrls ?? [], now)
  return asked.flatMap(({ authority, problems }) => {
    const subject = `time-stamp authority ${authority}`
    return problems.length > 0
      ? problems.map((problem) => ofProblem(subject, problem))
      : [found(subject, null, 'issues time stamps')]
  })
}

const ofProblem = (subject: string, { severity, message }: SealerProblem): Finding => ({
  status: severity === 'error' ? 'failed' : 'warning',
  subject,
  detail: message,
})

/** @param authorities whether those of the sealer are asked too: the built-in one, as no other is configured */
async function problems(sealer: Sealer, authorities: boolean): Promise<Finding[]> {
  const problems = await sealer.check({ authorities })
  if (problems.length > 0) return problems.map((problem) => ofProblem('seal', problem))
  const good = authorities ? 'the key signs, the built-in authority answers' : 'the key signs'
  return [found('seal', null, good)]
}

/** This server publishes the roots of the seal that is configured here. */
async function publicUrl({ publicUrl: url }: Config, sealer: Sealer | null, patienceMs: number): Promise<Finding> {
  const address = `${url}${ROOTS_PATH}`
  const warning = (detail: string): Finding => ({ status: 'warning', subject: 'public URL', detail })
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    if (response.status !== 200) return warning(`${address} answered ${response.status}`)
    const text = await response.text()
    if (sealer === null)
      return warning(`a server answers at ${url}; whether it is this one can be said when the seal can be opened`)
    if (text.trim() !== rootsPem(sealer).trim())
      return warning(`another server answers at ${url}: its seal is not this one`)
    return found('public URL', null, `this server answers at ${url}`)
  } catch (error) {
    return warning(`${address} did not answer (${reasonOf(error)}); is the server running?`)
  }
}
