import type { DatabaseUsed } from './database.ts'
import type { Used } from './processes.ts'

export interface Percentiles {
  count: number
  p50: number
  p95: number
  p99: number
  most: number
}

/** What a run found; times in ms. */
export interface Figures {
  /** The command that made them, without the key. */
  command: string
  documents: { planned: number; created: number; signed: number; sealed: number }
  create: Percentiles
  open: Percentiles
  sign: Percentiles
  /** From the last signature to the sealed document, by the server's clock. */
  signToSealed: Percentiles
  /** From an event's time, by the server's clock, to its arrival, by this machine's. */
  commitToReceiver: Percentiles
  /** From the time that was planned to the answer to the last signature. */
  whole: Percentiles
  /** How late this program itself started documents. */
  late: Percentiles
  errors: Record<string, number>
  events: { expected: number; lost: Record<string, number>; duplicates: number; unverified: number }
  /** Of the whole run; and how long an event could take before it counted as lost. */
  seconds: number
  waitSeconds: number
  /** Null: this machine has no /proc. */
  processes: Used[] | null
  database: DatabaseUsed | null
}

/** Of no values: NaN. */
export function percentiles(values: number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (percent: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN
  return { count: sorted.length, p50: at(50), p95: at(95), p99: at(99), most: sorted.at(-1) ?? NaN }
}

/** Whether nothing failed, and everything arrived. */
export function isGood({ errors, events, documents }: Figures): boolean {
  const lost = Object.values(events.lost).some((count) => count > 0)
  return Object.keys(errors).length === 0 && !lost && events.unverified === 0 && documents.sealed === documents.planned
}

/** For people. */
export function describe(figures: Figures): string[] {
  const { documents, events, errors, processes, database } = figures
  const lost = Object.entries(events.lost)
  const counts = `${documents.planned} planned, ${documents.created} created, ${documents.signed} signed, ${documents.sealed} sealed`
  return [
    figures.command,
    '',
    `documents   ${counts} in ${figures.seconds.toFixed(0)} s`,
    '',
    row('ms', ['count', 'p50', 'p95', 'p99', 'most']),
    times('create', figures.create),
    times('open the page', figures.open),
    times('sign', figures.sign),
    times('all of a document', figures.whole),
    times('sign to sealed', figures.signToSealed),
    times('commit to receiver', figures.commitToReceiver),
    times('late by this tool', figures.late),
    '',
    `errors      ${Object.keys(errors).length === 0 ? 'none' : ''}`,
    ...Object.entries(errors).map(([what, count]) => `  ${count} × ${what}`),
    ...(Object.keys(errors).some((what) => what.includes('rate_limited'))
      ? ['  The key may call 60 times a minute unless the plan of its workspace says more: PLANS, requests_per_minute.']
      : []),
    `events      ${events.expected} expected, ${sum(Object.values(events.lost))} lost (${figures.waitSeconds} s after the last signature), ${events.duplicates} duplicates, ${events.unverified} unverified`,
    ...lost.map(([event, count]) => `  lost: ${count} × ${event}`),
    '',
    ...describeProcesses(processes, figures),
    ...(database ? [describeDatabase(database, documents.planned)] : ['database    not watched: give --database-url']),
  ]
}

function describeProcesses(processes: Used[] | null, { seconds, documents }: Figures): string[] {
  if (processes === null) return ['processes   not available: this machine has no /proc']
  return [
    row('process', ['CPU s', 'cores', 'ms/document', 'MB', 'sockets']),
    ...processes.map(({ name, cpuSeconds, memoryBytes, sockets }) =>
      row(name, [
        cpuSeconds.toFixed(1),
        (cpuSeconds / seconds).toFixed(2),
        ((cpuSeconds * 1000) / documents.planned).toFixed(0),
        (memoryBytes / 1e6).toFixed(0),
        String(sockets),
      ]),
    ),
  ]
}

function describeDatabase({ bytesBefore, bytesAfter, connections }: DatabaseUsed, documents: number): string {
  const grown = bytesAfter - bytesBefore
  const of = `${(bytesBefore / 1e6).toFixed(1)} MB to ${(bytesAfter / 1e6).toFixed(1)} MB`
  return `database    ${of}, ${(grown / 1000 / documents).toFixed(1)} kB a document; at most ${connections} connections`
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

const row = (name: string, cells: string[]) => name.padEnd(20) + cells.map((cell) => cell.padStart(12)).join('')

function times(name: string, { count, p50, p95, p99, most }: Percentiles): string {
  if (count === 0) return row(name, ['0', '–', '–', '–', '–'])
  return row(name, [String(count), ...[p50, p95, p99, most].map((value) => value.toFixed(0))])
}
