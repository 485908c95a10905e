import { runCli } from './cli.ts'

export interface Finding {
  status: 'ok' | 'warning' | 'failed'
  subject: string
  detail: string
}

/** What `countersign doctor` finds with these settings. */
export async function runDoctor(
  settings: Record<string, string>,
): Promise<{ code: number | null; failed: Finding[]; of: (subject: string) => Finding | undefined; all: Finding[] }> {
  const { code, stdout } = await runCli(['doctor', '--json'], settings)
  const { findings: all } = JSON.parse(stdout) as { findings: Finding[] }
  return {
    code,
    all,
    failed: all.filter(({ status }) => status === 'failed'),
    of: (wanted) => all.find(({ subject }) => subject === wanted),
  }
}
