import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, UsageError } from './errors.ts'
import { FRAMEWORKS, type Framework, frameworkNames } from './init/frameworks.ts'

/**
 * `countersign init`: writes one file into the project in this folder, which sends a PDF and receives webhooks.
 * @param name of the framework; default: the one that package.json names
 * @throws UsageError where there is none or several, CommandError where the file is there already
 */
export async function init(name: Framework | undefined): Promise<void> {
  const folder = process.cwd()
  const installed = await dependenciesIn(folder)
  const framework = FRAMEWORKS[name ?? detected(installed)]
  const typed = existsSync(join(folder, 'tsconfig.json'))
  const file = framework.file({ typed, under: existsSync(join(folder, 'src/app')) ? 'src/app' : 'app' })
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), framework.code(typed), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${file} is there already, and stays as it is`) : error
  })
  const missing = ['@countersign/sdk', ...framework.packages].filter((one) => !installed.includes(one))
  const steps = [
    ...(missing.length > 0 ? [`npm install ${missing.join(' ')}`] : []),
    `npx countersign dev --forward-to http://localhost:${framework.port}/webhooks`,
    `${framework.start({ typed, file })}   in another terminal`,
    `curl -X ${framework.send} http://localhost:${framework.port}${framework.sendPath}   and one more`,
  ]
  process.stdout.write(
    `${file} sends a PDF and receives webhooks. Next:\n${steps.map((step) => `  ${step}\n`).join('')}`,
  )
}

async function dependenciesIn(folder: string): Promise<string[]> {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return []
  const { dependencies, devDependencies } = JSON.parse(await readFile(path, 'utf8')) as Record<string, object>
  return Object.keys({ ...dependencies, ...devDependencies })
}

function detected(installed: string[]): Framework {
  const [found, ...others] = frameworkNames.filter((name) => installed.includes(name))
  if (found && others.length === 0) return found
  const said = found ? `several: ${[found, ...others].join(', ')}` : 'none'
  throw new UsageError(`of ${frameworkNames.join(', ')} package.json names ${said}. Name one: countersign init express`)
}
