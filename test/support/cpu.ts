import { readdirSync, readFileSync } from 'node:fs'

/** Of a kernel's tick: `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

interface Process {
  pid: number
  parent: number
  ticks: number
}

/**
 * The CPU seconds that this process and all that it has started have used so far. Without /proc, as on macOS, those of this
 * process alone.
 * @param options.ended whether processes count that have ended and were waited for; default: they do
 * @param options.without processes that do not count, nor what they have started
 */
export function cpuSeconds({ ended = true, without = [] }: { ended?: boolean; without?: number[] } = {}): number {
  const processes = pids().flatMap((name) => processOf(name, ended))
  if (processes.length === 0) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const children = new Map<number, Process[]>()
  for (const one of processes.filter(({ pid }) => !without.includes(pid)))
    children.set(one.parent, [...(children.get(one.parent) ?? []), one])
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + below(child.pid), 0)
  const own = processes.find(({ pid }) => pid === process.pid)?.ticks ?? 0
  return (own + below(process.pid)) / TICKS_A_SECOND
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Nothing for a process that has ended meanwhile. */
function processOf(name: string, withEnded: boolean): Process[] {
  let stat: string
  try {
    stat = readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    return []
  }
  // After the name of the program, which may contain spaces and brackets: state, parent, ... See proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Of itself, and of its children that have ended.
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
  return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
}
