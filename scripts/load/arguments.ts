import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run load -- [options]

Sends documents at a fixed rate, signs them, and receives their webhooks. Documents start at their time whether or not
earlier ones were answered, and what they take is counted from that time.

  --per-minute <n>         documents a minute (default 60)
  --minutes <n>            for how long (default 1; 0.5 is half a minute)
  --url <url>              a running server, such as https://sign.example.com; without it, one of its own is started,
                           with a database of its own, and removed afterwards
  --key <key>              API key of that server (default COUNTERSIGN_API_KEY); its plan must allow the rate (PLANS)
  --signers <n>            signers of each document, who sign one after the other (default 1, at most 20)
  --hooks <n>              webhooks that receive every event (default 1, at most 10)
  --mix uploads|templates  templates: every second document is made from a template (default uploads)
  --pdf <file>             the PDF to send (default: one page)
  --wait <seconds>         how long an event may take to arrive after the last signature (default 60)
  --receiver <url>         where the server reaches the receiver of the webhooks (default: this machine)
  --receiver-port <port>   where it listens (default: a free port)
  --pid <name=pid,...>     processes to watch, on this machine; what one has started counts with it
  --database-url <url>     the server's database, to watch its size and connections
  --json                   print the figures as JSON
  --help                   print this`

export interface LoadOptions {
  perMinute: number
  minutes: number
  /** Without a slash at its end; null: a server of its own. */
  url: string | null
  key: string | null
  signers: number
  hooks: number
  mix: 'uploads' | 'templates'
  /** Null: a built-in one. */
  pdf: Buffer | null
  waitMs: number
  receiver: { url: string | null; port: number }
  pids: { name: string; pid: number }[]
  databaseUrl: string | null
  json: boolean
}

/** The command line cannot be carried out; the message says why. */
export class ArgumentError extends Error {}

/** @returns null: help was asked for. @throws ArgumentError */
export function readArguments(args: string[], environment: NodeJS.ProcessEnv): LoadOptions | null {
  const values = parsed(args)
  if (values.help) return null
  const url = values.url === undefined ? null : address('--url', values.url)
  const key = values.key || environment.COUNTERSIGN_API_KEY || null
  if (url !== null && key === null)
    throw new ArgumentError('--url needs an API key: give --key or COUNTERSIGN_API_KEY.')
  if (url === null && values.key) throw new ArgumentError('--key belongs to a server: give its --url.')
  const { mix = 'uploads' } = values
  if (mix !== 'uploads' && mix !== 'templates') throw new ArgumentError('--mix must be uploads or templates.')
  return {
    perMinute: number('--per-minute', values['per-minute'] ?? '60', { most: 60_000, whole: false }),
    minutes: number('--minutes', values.minutes ?? '1', { most: 24 * 60, whole: false }),
    url,
    key,
    signers: number('--signers', values.signers ?? '1', { most: 20 }),
    hooks: number('--hooks', values.hooks ?? '1', { least: 0, most: 10 }),
    mix,
    pdf: values.pdf === undefined ? null : file('--pdf', values.pdf),
    waitMs: number('--wait', values.wait ?? '60', { most: 3_600 }) * 1000,
    receiver: {
      url: values.receiver === undefined ? null : address('--receiver', values.receiver),
      port: number('--receiver-port', values['receiver-port'] ?? '0', { least: 0, most: 65_535 }),
    },
    pids: (values.pid ?? '').split(',').filter(Boolean).map(watched),
    databaseUrl: values['database-url'] ?? null,
    json: values.json ?? false,
  }
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      options: {
        ...{
          'per-minute': text,
          minutes: text,
          url: text,
          key: text,
          signers: text,
          hooks: text,
          mix: text,
          pdf: text,
        },
        ...{
          wait: text,
          receiver: text,
          'receiver-port': text,
          pid: text,
          'database-url': text,
          json: flag,
          help: flag,
        },
      },
    }).values
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function number(
  name: string,
  text: string,
  { least, most, whole = true }: Partial<Record<'least' | 'most', number>> & { whole?: boolean },
): number {
  const value = Number(text)
  const isGood = text.trim() !== '' && (whole ? Number.isInteger(value) : Number.isFinite(value))
  if (isGood && (least === undefined ? value > 0 : value >= least) && value <= most!) return value
  const kind = whole ? 'a whole number' : 'a number'
  throw new ArgumentError(
    `${name} must be ${kind} ${least === undefined ? 'above 0' : `from ${least}`}, at most ${most}.`,
  )
}

function address(name: string, text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new ArgumentError(`${name} must be a URL that starts with http:// or https://.`)
}

function file(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new ArgumentError(`${name}: ${path} cannot be read.`)
  }
}

function watched(text: string): { name: string; pid: number } {
  const [, name, pid] = /^([^=]+)=(\d+)$/.exec(text) ?? []
  if (name !== undefined && pid !== undefined) return { name, pid: Number(pid) }
  throw new ArgumentError('--pid must be a list such as server=123,worker=124.')
}
