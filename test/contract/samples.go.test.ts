import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tool } from '../support/tools.ts'
import { runEach } from './run-samples.ts'
import { judgeSamples, type Ready } from './samples.ts'

const go = tool('go')
const gofmt = tool('gofmt')

/** Compiles all into one program, which runs the one that it is told. */
async function runAll([path, format]: [string, string], samples: Ready[], folder: string): Promise<string[]> {
  const program = join(folder, 'program')
  await mkdir(program)
  const cases = samples.map(({ id }) => `\tcase "${id}":\n\t\t${id}()\n`).join('')
  const files = {
    'go.mod': 'module samples\n\ngo 1.18\n',
    'main.go': `package main\n\nimport "os"\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\t}\n}\n`,
    ...Object.fromEntries(
      samples.map(({ id, source }) => [`${id}.go`, `${source.replace('func main()', `func ${id}()`)}\n`]),
    ),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(program, name), text)
  const execute = promisify(execFile)
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }
  await execute(path, ['build', '-o', 'samples', '.'], { cwd: program, env })
  const { stdout } = await execute(format, ['-l', '.'], { cwd: program })
  if (stdout !== '') throw new Error(`gofmt writes these otherwise: ${stdout}`)
  return runEach(samples, ({ id }) => [join(program, 'samples'), [id]])
}

judgeSamples({
  label: 'Go',
  prints: /^\{/,
  run: go && gofmt ? (samples, folder) => runAll([go, gofmt], samples, folder) : null,
})
