import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Ready } from './samples.ts'

const execute = promisify(execFile)

/** Runs each sample as a program of its own, one after the other. @returns what each printed, or why it failed */
export async function runEach(
  samples: Ready[],
  commandOf: (sample: Ready) => [path: string, args: string[]],
): Promise<string[]> {
  const printed: string[] = []
  for (const sample of samples) {
    const env = { ...process.env, COUNTERSIGN_API_KEY: sample.key }
    const result = execute(...commandOf(sample), { cwd: sample.folder, env })
    printed.push(
      await result.then(
        ({ stdout, stderr }) => stdout + stderr,
        (error: Error & { stdout?: string }) => `${error.message}${error.stdout ?? ''}`,
      ),
    )
  }
  return printed
}

/**
 * Runs all samples in one process, for interpreters that take longer to start than a call does.
 * @param args with a program that reads the samples as JSON and writes what each printed as JSON
 */
export async function runTogether(samples: Ready[], path: string, args: string[]): Promise<string[]> {
  const { stdin, stdout } = execFile(path, args)
  stdin!.end(JSON.stringify(samples))
  return JSON.parse(await text(stdout!)) as string[]
}
