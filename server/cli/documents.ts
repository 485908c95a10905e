import { parseArgs } from 'node:util'
import { resealDocument } from '../domain/documents/reseal.ts'
import { DomainError } from '../domain/errors.ts'
import { isUuid } from '../domain/uuid.ts'
import { withContext } from './context.ts'
import { UsageError } from './usage-error.ts'

const USAGE = 'documents reseal ID'

/** `countersign documents reseal ID`: exit status 1 when the document is not sealed afterwards. */
export async function run([verb, ...args]: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [id] = positionals
  if (verb !== 'reseal' || !id || positionals.length > 1) throw new UsageError(USAGE)
  if (!isUuid(id)) throw new UsageError(`${id} is not the id of a document`)
  await withContext(async (ctx) => {
    try {
      const document = await resealDocument(ctx, id)
      if (document.seal_state === 'sealed') {
        process.stdout.write(`sealed\t${id}\t${document.signed_sha256}\n`)
        return
      }
      process.stderr.write(`${id} is not sealed: ${document.seal_error}; see the log above for the reason\n`)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      process.stderr.write(`${id}: ${error.message}\n`)
    }
    process.exitCode = 1
  })
}
