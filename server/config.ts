import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { configWarnings, contradictions, misspelt, refusedInProduction } from './config-rules.ts'
import { type Config, shape } from './config-shape.ts'
import { Settings } from './settings.ts'

export type { Config } from './config-shape.ts'
export type { Plan } from './settings.ts'

/**
 * Reads the settings once and reports all problems together. This is the only file of `server/` that reads
 * `process.env`; `settings.ts` defines the settings.
 */

/** All problems with the settings, one per line. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `${problems.length === 1 ? 'A setting is' : `${problems.length} settings are`} invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * The settings of this process.
 * @throws ConfigError naming every problem at once
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => describe(issue)))
  const config = shape(parsed.data)
  const problems = [
    ...contradictions(config, given),
    ...(config.mode === 'production' ? refusedInProduction(config, given) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  config.warnings.push(...misspelt(Object.keys(given), Object.keys(Settings.shape)), ...configWarnings(config, given))
  return config
}

/**
 * The settings without those that are invalid, and what is wrong with these: for a command that tries the rest.
 * @param parts which settings belong together: of a part with an invalid one none is taken
 */
export function loadValidConfig(
  parts: RegExp[],
  env: Record<string, string | undefined> = process.env,
): { config: Config; problems: string[] } {
  try {
    return { config: loadConfig(env), problems: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { problems } = error
    const names = problems.map((problem) => /^\w+/.exec(problem)?.[0] ?? '')
    const isSound = ([name]: [string, unknown]) =>
      // What production needs and nobody set cannot be taken out: its rules go.
      name !== 'MODE' &&
      !names.includes(name) &&
      !parts.some((part) => part.test(name) && names.some((wrong) => part.test(wrong)))
    const rest = loadValidConfig(parts, Object.fromEntries(Object.entries(env).filter(isSound)))
    return { config: rest.config, problems: [...problems, ...rest.problems] }
  }
}

/** The settings with the actual port: `PORT=0` picks a free one, and the URLs contain it. */
export function atPort(config: Config, port: number): Config {
  if (config.port !== 0) return config
  const withPort = (address: string) => address.replace(/^http:\/\/localhost:0(?=\/|$)/, `http://localhost:${port}`)
  return {
    ...config,
    port,
    publicUrl: withPort(config.publicUrl),
    apiUrl: withPort(config.apiUrl),
    apiAliasUrl: withPort(config.apiAliasUrl),
  }
}

/**
 * The SDK of S3 warns in every process on Node 20, which we support. Its own switch for exactly that warning:
 * https://github.com/aws/aws-sdk-js-v3/issues/7983
 */
export function silenceS3NodeWarning(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
}

/** A new master key in the form of `MASTER_KEY`. */
export function newMasterKey(): string {
  return randomBytes(32).toString('hex')
}

/** Names the setting and the rule, never the value: it may be a secret. */
function describe(issue: z.core.$ZodIssue): string {
  const [name, ...path] = issue.path.map(String)
  return `${name}${path.length > 0 ? ` (${path.join('.')})` : ''}: ${issue.message}`
}
