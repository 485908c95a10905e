import { type Command, CommanderError } from 'commander'
import type { DiscloseOptions, RenewOptions } from '../documents.ts'
import type { VerifyOptions } from '../verify.ts'
import { days, examples, repeated, required } from './parts.ts'

const VERIFY_CODES = `
Exit codes:
  0  valid
  1  not valid: the file was changed, or has no seal
  2  intact, but no root says whose seal it is, or its time stamp has ended
  3  nothing was checked: a file cannot be read, or the command was called wrongly`

/** Nothing was checked, which is not the same as a file that is not valid. */
const NOTHING_CHECKED = 3

/** What is done to documents beside the API. */
export function addDocuments(program: Command): void {
  program
    .command('verify')
    .description('check a signed PDF, without a server')
    .argument('<file>', 'the PDF')
    .option('--audit <file>', 'its audit trail: the response of GET /documents/{id}/audit-events')
    .addOption(repeated('--root <file>', 'root certificate that its seal must lead to'))
    .addHelpText('after', `${examples('verify signed.pdf --audit events.json --root ca.pem')}\n${VERIFY_CODES}`)
    .exitOverride((error) => {
      // A 2 would say that the file is intact.
      throw error.exitCode === 0 ? error : new CommanderError(NOTHING_CHECKED, error.code, error.message)
    })
    .action(async (file: string, options: VerifyOptions) => (await import('../verify.ts')).verify(file, options))

  const documents = program.command('documents').description('seals, time stamps and evidence of documents')

  documents
    .command('reseal')
    .description('try again to seal a document that could not be sealed')
    .argument('<id>', 'the document')
    .addHelpText('after', examples('documents reseal 8b0f3d0c-2b58-4e0e-9a34-0a4d8f6f2c5e'))
    .action(async (id: string) => (await import('../documents.ts')).reseal(id))

  documents
    .command('renew')
    .description('time-stamp sealed files again whose newest time stamp ends soon; exits 1 if one that is due was not')
    .option('--dry-run', 'only list them')
    .option('--days <n>', 'those that end within so many days (default: RENEWAL_DAYS)', days)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('documents renew --dry-run --days 365', 'documents renew --json'))
    .action(async (options: RenewOptions) => (await import('../documents.ts')).renew(options))

  documents
    .command('disclose')
    .description('print the full address and device of an entry of the audit trail, which records it')
    .argument('<id>', 'the document')
    .argument('<entry>', 'its number in the audit trail')
    .option('--reason <text>', 'why, in at most 1,000 characters; required')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('documents disclose 8b0f3d0c-2b58-4e0e-9a34-0a4d8f6f2c5e 4 --reason "Court order 12/26"'),
    )
    .action(async (id: string, entry: string, { reason, json }: DiscloseOptions) =>
      (await import('../documents.ts')).disclose(id, entry, required('--reason', reason), json),
    )
}
