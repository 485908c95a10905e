import type { Finding } from '../../server/cli/doctor/finding.ts'
import { diagnose } from '../../server/cli/doctor.ts'
import { runCli } from './cli.ts'

export interface Diagnosis {
  all: Finding[]
  failed: Finding[]
  of: (subject: string) => Finding | undefined
}

/** What `countersign doctor` prints with these settings, and its exit code. */
export async function runDoctor(settings: Record<string, string>): Promise<Diagnosis & { code: number | null }> {
  const { code, stdout } = await runCli(['doctor', '--json'], settings)
  return { code, ...diagnosisOf((JSON.parse(stdout) as { findings: Finding[] }).findings) }
}

/** What it finds, in this process: a command takes a second to load. */
export async function askDoctor(settings: Record<string, string>): Promise<Diagnosis> {
  // As in `runCli`.
  return diagnosisOf(await diagnose(false, { PORT: '0', HOST: '127.0.0.1', ...settings }))
}

const diagnosisOf = (all: Finding[]): Diagnosis => ({
  all,
  failed: all.filter(({ status }) => status === 'failed'),
  of: (wanted) => all.find(({ subject }) => subject === wanted),
})
