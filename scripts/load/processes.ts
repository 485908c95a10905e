import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Of a kernel's tick: `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100
const EVERY_MS = 2_000

/** What a process and those that it has started used while it was watched. */
export interface Used {
  name: string
  cpuSeconds: number
  /** The most at a time. */
  memoryBytes: number
  sockets: number
}

interface Stat {
  parent: number
  ticks: number
}

/** Watches processes by `/proc`. @returns null: this machine has none; else what ends it */
export function watch(watched: { name: string; pid: number }[]): (() => Used[]) | null {
  if (stats().size === 0) return null
  const roots = new Set(watched.map(({ pid }) => pid))
  const before = new Map<number, number>()
  const after = new Map<string, Map<number, number>>(watched.map(({ name }) => [name, new Map()]))
  const most = new Map(watched.map(({ name }) => [name, { memoryBytes: 0, sockets: 0 }]))
  const look = () => {
    const all = stats()
    for (const { name, pid } of watched) {
      const family = familyOf(pid, all, roots)
      for (const member of family) {
        if (isFirst) before.set(member, all.get(member)!.ticks)
        after.get(name)!.set(member, all.get(member)!.ticks)
      }
      const highest = most.get(name)!
      highest.memoryBytes = Math.max(highest.memoryBytes, sum(family.map(memoryOf)))
      highest.sockets = Math.max(highest.sockets, sum(family.map(socketsOf)))
    }
  }
  let isFirst = true
  look()
  isFirst = false
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return watched.map(({ name }) => {
      const ticks = sum([...after.get(name)!].map(([pid, last]) => last - (before.get(pid) ?? 0)))
      return { name, cpuSeconds: ticks / TICKS_A_SECOND, ...most.get(name)! }
    })
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** A process with what it has started, without other watched ones and what those have started. */
function familyOf(pid: number, all: Map<number, Stat>, roots: ReadonlySet<number>): number[] {
  if (!all.has(pid)) return []
  const children = [...all].filter(([child, { parent }]) => parent === pid && !roots.has(child))
  return [pid, ...children.flatMap(([child]) => familyOf(child, all, roots))]
}

function stats(): Map<number, Stat> {
  const found = new Map<number, Stat>()
  for (const name of names('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = text(`/proc/${name}/stat`)
    // After the name of the program, which may contain spaces and brackets: see proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields.length > 13)
      found.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
  }
  return found
}

/** Its own; what processes share, such as Postgres its buffers, counts once for each part of it that one has used alone. */
function memoryOf(pid: number): number {
  const rollup = text(`/proc/${pid}/smaps_rollup`)
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
}

function socketsOf(pid: number): number {
  const links = names(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return links.filter((link) => link.startsWith('socket:')).length
}

/** Nothing for what has ended meanwhile, or belongs to somebody else. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function names(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
