/** Milliseconds of each run, after `warm` runs that do not count. */
export async function time(runs: number, work: () => Promise<unknown>, warm = 1): Promise<number[]> {
  for (let i = 0; i < warm; i++) await work()
  const spent: number[] = []
  for (let i = 0; i < runs; i++) {
    const start = performance.now()
    await work()
    spent.push(performance.now() - start)
  }
  return spent
}

export function median(values: number[]): number {
  return percentile(values, 50)
}

export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Runs `work` `total` times, `parallel` at a time; returns runs per second. */
export async function throughput(
  total: number,
  parallel: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const lane = async () => {
    while (next < total) await work(next++)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: parallel }, lane))
  return (total * 1000) / (performance.now() - start)
}

/** One line of the report: the name, the figure, the yardstick of the same run, and their ratio. */
export function report(what: string, own: string, yardstick: string, ratio: number): void {
  console.log(`${what.padEnd(34)} ${own.padStart(16)}  ${yardstick.padStart(34)}  ${ratio.toFixed(2).padStart(8)} x`)
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
