import { readFile } from 'node:fs/promises'

const KILOBYTE = 1024

/** The resident memory of a process in bytes, 0 when it cannot be known: it has ended, or the system is not Linux. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KILOBYTE
}
