import { writeFile } from 'node:fs/promises'
import { Countersign, CountersignError, type Template } from '../../sdk/src/index.ts'
import { CommandError } from './errors.ts'
import { templateTypes } from './template-types/module.ts'

const SETTINGS = 'Set COUNTERSIGN_API_KEY and COUNTERSIGN_BASE_URL (https://sign.example.com/v1).'

/**
 * `countersign templates types`: a TypeScript module for callers of the SDK, of the templates named or else of all
 * locked ones: a wrong key, option, column or slot does not compile where its constant is passed. Calls a running server with an API key; a read-only one is enough.
 */
export async function writeTypes(ids: string[], { out }: { out?: string }): Promise<void> {
  const module = templateTypes(await readTemplates(clientOfSettings(), ids))
  if (out === undefined) process.stdout.write(module)
  else await writeFile(out, module)
}

/** As the SDK reads them from the environment. @throws CommandError for a key or an address that cannot be one */
function clientOfSettings(): Countersign {
  try {
    return new Countersign()
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(`${error.message}\n${SETTINGS}`) : error
  }
}

/** @throws CommandError in words of the server */
async function readTemplates(client: Countersign, named: string[]): Promise<Template[]> {
  try {
    const templates: Template[] = []
    for (const id of named.length > 0 ? named : await lockedIds(client)) templates.push(await client.templates.get(id))
    // In the order of their names, so that a change of one template moves no other.
    return templates.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
  } catch (error) {
    if (error instanceof CountersignError) throw new CommandError(error.message)
    throw error
  }
}

async function lockedIds(client: Countersign): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await client.templates.list(cursor === null ? {} : { cursor })
    ids.push(...page.templates.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

/** By code units: the same order in every language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
