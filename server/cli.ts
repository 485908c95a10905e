#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { HOME } from './home.ts'
import { FontError } from './pdf/errors.ts'
import { SealKeyError } from './pdf/keys.ts'

interface Command {
  run(args: string[]): Promise<void>
}

/** Each command loads only its own parts. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: () => import('./cli/start.ts'),
  worker: () => import('./cli/worker.ts'),
  migrate: () => import('./cli/migrate.ts'),
  keys: () => import('./cli/keys.ts'),
  'master-key': () => import('./cli/master-key.ts'),
  workspaces: () => import('./cli/workspaces.ts'),
  users: () => import('./cli/users.ts'),
  documents: () => import('./cli/documents.ts'),
  templates: () => import('./cli/templates.ts'),
  doctor: () => import('./cli/doctor.ts'),
  verify: () => import('./cli/verify.ts'),
  backup: () => import('./cli/backup.ts'),
  restore: () => import('./cli/restore.ts'),
  demo: () => import('./cli/demo.ts'),
}

const USAGE = `countersign <command>

  start [--no-worker]      the server, with the background work unless --no-worker
  worker                   only the background work: seal, mail, expiry, webhooks
  migrate                  update the database to the latest schema
  keys create --workspace NAME [--region eu|ch|us] [--name TEXT] [--scope full|read|embedded|disclose] [--allow-ip CIDR]...
              [--embed-origin URL]... [--return-origin URL]...
  keys list
  keys revoke ID
  workspaces list
  workspaces set NAME [--reminders on|off] [--retention-days DAYS|never] [--notify-email ADDRESS|none]
              [--reply-to ADDRESS|none] [--brand-color #RRGGBB|none] [--logo FILE|none] [--locale TAG] [--time-zone ZONE|none]
              [--region eu|ch|us] [--sender-name TEXT|none] [--signer-locale TAG] [--expires-in-days DAYS|none]
              [--print-document-id on|off]
  users link EMAIL [--workspace NAME] [--role owner|member] [--name TEXT]
                           a link that signs in to the dashboard, once, within 15 minutes
  master-key rotate        wrap every key under MASTER_KEY_NEXT instead of MASTER_KEY
  documents reseal ID      retry sealing a document that could not be sealed
  documents renew [--dry-run] [--days N] [--json]
                           time-stamp sealed files again whose newest time stamp ends within RENEWAL_DAYS or N days
  documents disclose ID ENTRY --reason TEXT [--json]
                           the full address and device of an entry of the audit trail, which records it
  templates list --workspace NAME
  templates export ID DIR  write template.json, fields.json and the PDF, to keep in a repository
  templates import DIR --workspace NAME [--id ID] [--lock]
  templates lock|unlock|archive|restore|duplicate ID
  templates types [ID]... [--out FILE]
                           TypeScript types of what templates take, read with an API key, for callers of the SDK
  doctor [--files] [--json]   try settings, database, storage, seal, time-stamps, mail; with --files every stored file
  verify FILE.pdf [--audit events.json] [--root ca.pem]
  backup DIR               back up everything into a new folder; servers may keep running
  restore DIR [--verify] [--root ca.pem]...   restore a backup into an empty database and store
  --version                the version of this package
  demo [--out DIR]         send, sign and verify a PDF from end to end

Settings are environment variables; the README of this package lists them.
`

const [name, ...args] = process.argv.slice(2)
const load = COMMANDS[name ?? '']
if (load) {
  try {
    const command = await load()
    await command.run(args)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
} else if (name === '--version' || name === '-v') {
  process.stdout.write(`${version()}\n`)
} else {
  const isHelp = name === undefined || ['help', '--help', '-h'].includes(name)
  const stream = isHelp ? process.stdout : process.stderr
  stream.write(
    isHelp
      ? USAGE
      : `There is no command ${name}.

${USAGE}`,
  )
  process.exitCode = isHelp ? 0 : 2
}

/** Of this package, whose manifest stands above `dist` where it is published. */
function version(): string {
  const places = ['server/package.json', '../package.json'].map((path) => join(HOME, path))
  const { version } = JSON.parse(readFileSync(places.find((place) => existsSync(place))!, 'utf8')) as {
    version: string
  }
  return version
}

/** A message the user can act on; a stack only for our own faults. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SealKeyError || error instanceof FontError) return error.message
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.message : (error.stack ?? error.message)
}
