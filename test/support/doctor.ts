import { afterAll, beforeAll } from 'vitest'
import type { Finding } from '../../server/cli/doctor/finding.ts'
import { diagnose } from '../../server/cli/doctor.ts'
import { type RunCommand, runCli, useCommandSettings } from './cli.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export type Examined = Record<'DATA_DIR' | 'DATABASE_URL' | 'PUBLIC_URL', string>

/** A server for the tests of a file, whose first start has made its keys; `take` gets its settings. */
export function useExamined(take: (settings: Examined) => void): void {
  let own: { DATA_DIR: string; DATABASE_URL: string }
  useCommandSettings((settings) => {
    own = settings
  })
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess(own)
    take({ ...own, PUBLIC_URL: server.url })
  })
  afterAll(() => server.stop())
}

export interface Diagnosis {
  all: Finding[]
  failed: Finding[]
  of: (subject: string) => Finding | undefined
}

/** What `countersign doctor` prints with these settings, and its exit code. */
export async function runDoctor(
  settings: Record<string, string>,
  run: RunCommand = runCli,
): Promise<Diagnosis & { code: number | null; stderr: string }> {
  const { code, stdout, stderr } = await run(['doctor', '--json'], settings)
  return { code, stderr, ...diagnosisOf((JSON.parse(stdout) as { findings: Finding[] }).findings) }
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
