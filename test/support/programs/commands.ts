import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * Runs the program given as argument with each line of stdin, `{ args, env }`, one after the other; what it wrote ends with a
 * zero byte, and on stdout its exit code follows. Ends with stdin, unless something was left open.
 */
const program = pathToFileURL(process.argv[2]!)
for await (const line of createInterface({ input: process.stdin })) {
  const { args, env } = JSON.parse(line) as { args: string[]; env: Record<string, string> }
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  process.env = env
  process.exitCode = 0
  // Of another address each time, or it would run once.
  program.search = String(performance.now())
  await import(program.href)
  process.stderr.write('\0')
  process.stdout.write(`\0${process.exitCode}\0`)
}
process.exitCode = 0
