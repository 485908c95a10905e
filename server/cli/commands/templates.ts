import type { Command } from 'commander'
import type { ImportOptions, TemplateChange, TemplateListOptions } from '../templates.ts'
import { asList, examples, required } from './parts.ts'

const ID = '6d1f9a52-5d7c-4c0e-8a53-0d6f2c1b9e77'

const CHANGES: Record<TemplateChange, string> = {
  lock: 'check the draft and make it the next version, which can be used and no longer changes',
  unlock: 'make it a draft again, not to be used until it is locked; its versions stay',
  archive: 'no longer list or use it; documents made from it go on',
  restore: 'make an archived one a draft',
  duplicate: 'make a new template with the same content',
}

/** Templates as code, their states (decision 0502), and types for callers. */
export function addTemplates(program: Command): void {
  const templates = program.command('templates').description('templates as code, and their states')

  asList(templates.command('list').description('the templates of a workspace, newest change first'))
    .option('--workspace <name>', 'name, short name or id of the workspace; required')
    .addHelpText('after', examples('templates list --workspace Acme', 'templates list --workspace Acme --json'))
    .action(async ({ workspace, ...form }: TemplateListOptions) =>
      (await import('../templates.ts')).printTemplates(required('--workspace', workspace), form),
    )

  templates
    .command('export')
    .description('write template.json, fields.json and the PDF, to keep in a repository')
    .argument('<id>', 'the template')
    .argument('<dir>', 'created if it is not there; an earlier export in it is overwritten')
    .addHelpText('after', examples(`templates export ${ID} templates/lease`))
    .action(async (id: string, dir: string) => (await import('../templates.ts')).exportTo(id, dir))

  templates
    .command('import')
    .description('make a template, or the next draft of one, from an exported folder')
    .argument('<dir>', 'the folder')
    .option('--workspace <name>', 'name, short name or id of the workspace; required')
    .option('--id <id>', 'the template whose draft it becomes')
    .option('--lock', 'lock it too')
    .addHelpText(
      'after',
      examples(
        'templates import templates/lease --workspace Acme',
        `templates import templates/lease --workspace Acme --id ${ID} --lock`,
      ),
    )
    .action(async (dir: string, { workspace, ...options }: ImportOptions) =>
      (await import('../templates.ts')).importFrom(dir, required('--workspace', workspace), options),
    )

  for (const [name, description] of Object.entries(CHANGES))
    templates
      .command(name)
      .description(description)
      .argument('<id>', 'the template')
      .addHelpText('after', examples(`templates ${name} ${ID}`))
      .action(async (id: string) => (await import('../templates.ts')).change(name as TemplateChange, id))

  templates
    .command('types')
    .description('print TypeScript types of what templates take, for callers of the SDK')
    .argument('[id...]', 'the templates (default: all locked ones)')
    .option('--out <file>', 'write them to a file')
    .addHelpText(
      'after',
      `${examples('templates types --out templates.ts')}

Reads a running server with COUNTERSIGN_API_KEY, a read-only key is enough, and COUNTERSIGN_BASE_URL
(https://sign.example.com/v1).`,
    )
    .action(async (ids: string[], options: { out?: string }) =>
      (await import('../template-types.ts')).writeTypes(ids, options),
    )
}
