import type { Command } from 'commander'
import { KEY_SCOPES } from '../../db/values.ts'
import { REGIONS } from '../../regions.ts'
import type { KeyOptions } from '../keys.ts'
import type { LinkOptions } from '../users.ts'
import type { SettingOptions } from '../workspaces.ts'
import { asList, examples, oneOf, repeated, required } from './parts.ts'

/** Workspaces, their keys and people. */
export function addAccess(program: Command): void {
  addKeys(program.command('keys').description('API keys'))
  addWorkspaces(program.command('workspaces').description('workspaces and their settings'))

  program
    .command('users')
    .description('people of the dashboard')
    .command('link')
    .description('print a link that signs somebody in to the dashboard, once, within 15 minutes')
    .argument('<email>', 'whom it signs in')
    .option('--workspace <name>', 'name, short name or id; created if there is none. Default: theirs, or the only one')
    .addOption(oneOf('--role <role>', 'default: owner for the first of a workspace, else member', ['owner', 'member']))
    .option('--name <text>', 'what they are called')
    .addHelpText('after', examples('users link ada@example.com --workspace Acme --role owner'))
    .action(async (email: string, options: LinkOptions) => (await import('../users.ts')).link(email, options))
}

function addKeys(keys: Command): void {
  keys
    .command('create')
    .description('print a new key, alone on stdout; it is shown only this once')
    .option('--workspace <name>', 'name, short name or id of the workspace; required')
    .option('--create', 'create the workspace if there is none of this name')
    .addOption(oneOf('--region <region>', 'where the files of a new workspace are stored (default: eu)', REGIONS))
    .option('--name <text>', 'what the key is called', 'API key')
    .addOption(oneOf('--scope <scope>', 'what the key may do', KEY_SCOPES).default('full'))
    .addOption(repeated('--allow-ip <cidr>', 'address or block that the key may be used from'))
    .addOption(repeated('--embed-origin <url>', 'site that may show the signing page in a frame'))
    .addOption(repeated('--return-origin <url>', 'site that the last page may lead back to'))
    .addHelpText(
      'after',
      examples(
        'keys create --workspace Acme',
        'keys create --workspace Acme --create --region ch',
        'keys create --workspace Acme --scope read --allow-ip 203.0.113.0/24',
        'keys create --workspace Acme --embed-origin https://app.example.com',
      ),
    )
    .action(async ({ workspace, ...options }: KeyOptions) =>
      (await import('../keys.ts')).create(required('--workspace', workspace), options),
    )

  asList(keys.command('list').description('all keys, newest first, without their secrets'))
    .addHelpText('after', examples('keys list', 'keys list --json'))
    .action(async (options: { json?: boolean }) => (await import('../keys.ts')).printKeys(options))

  keys
    .command('revoke')
    .description('from now on calls with the key get 401')
    .argument('<id>', 'as "countersign keys list" prints it')
    .addHelpText('after', examples('keys revoke 2f6c8a1e-6f0b-4c58-9d0e-6b3f3b0a7d11'))
    .action(async (id: string) => (await import('../keys.ts')).revoke(id))
}

function addWorkspaces(workspaces: Command): void {
  asList(workspaces.command('list').description('all workspaces, with their settings'))
    .addHelpText('after', examples('workspaces list', 'workspaces list --json'))
    .action(async (options: { json?: boolean }) => (await import('../workspaces.ts')).printWorkspaces(options))

  const onOff = ['on', 'off']
  workspaces
    .command('set')
    .description('change settings of a workspace, at least one')
    .argument('<name>', 'name, short name or id')
    .addOption(oneOf('--reminders <switch>', 'remind signers by themselves', onOff))
    .option('--retention-days <days>', 'delete files this long after a document is complete; "never" keeps them')
    .option('--notify-email <address>', 'who is told of documents that were sent with a key; or "none"')
    .option('--reply-to <address>', 'where answers to invitations go; or "none"')
    .option('--brand-color <color>', '#RRGGBB on pages and in emails; or "none"')
    .option('--logo <file>', 'PNG or JPEG on pages and in emails; or "none"')
    .option('--locale <tag>', 'language of emails to the workspace')
    .option('--time-zone <zone>', 'such as Europe/Zurich; or "none" for UTC')
    .addOption(oneOf('--region <region>', 'where the files of new documents are stored', REGIONS))
    .option('--sender-name <text>', 'who invites, instead of the name of the workspace; or "none"')
    .option('--signer-locale <tag>', 'language of signers, where a send names none')
    .option('--expires-in-days <days>', 'how long signers have, where a send does not say; or "none"')
    .addOption(oneOf('--print-document-id <switch>', 'print the id of a document on its pages', onOff))
    .addOption(oneOf('--direct-links <switch>', 'let templates have a link for whoever opens it', onOff))
    .addHelpText(
      'after',
      examples(
        'workspaces set Acme --reminders on --notify-email office@example.com',
        'workspaces set Acme --logo logo.png --brand-color "#0f766e"',
        'workspaces set Acme --retention-days never',
      ),
    )
    .action(async (name: string, options: SettingOptions) => (await import('../workspaces.ts')).set(name, options))
}
