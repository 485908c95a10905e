import { styleText } from 'node:util'
import { Command } from 'commander'
import { addAccess } from './commands/access.ts'
import { addDevelopment } from './commands/development.ts'
import { addDocuments } from './commands/documents.ts'
import { addOperation } from './commands/operation.ts'
import { addTemplates } from './commands/templates.ts'
import { addCompletion } from './completion.ts'

const EXIT_CODES = `
Exit codes:
  0  done
  1  failed: what was asked for could not be done, and stderr says why
  2  called wrongly: nothing was done
  "countersign verify" has more, see its --help.

Lists are JSON with --json, and wherever stdout is not a terminal; --no-json prints lines.
Settings are environment variables; the README of this package and /docs/settings list them.`

/**
 * All commands, with what they take. Each loads only its own parts, when it runs: a command line is checked, and help
 * printed, without the server.
 *
 * By commander and not citty (0.2), which has a quarter of its size but lets a mistyped option pass and runs the command
 * without it. Commander refuses it and says what was probably meant; it has no dependencies, and 14 is the newest line for
 * Node 20.
 */
export function createProgram(version: string): Command {
  const program = new Command('countersign')
    .description('Document e-signature on your own server.')
    .version(version, '-v, --version', 'print the version of this package')
    .helpOption('-h, --help', 'print how the command is called, with examples')
    .helpCommand('help [command]', 'print how a command is called')
    .exitOverride()
    // Colours go where the stream is no terminal, and with NO_COLOR.
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .addHelpText('after', EXIT_CODES)
  addOperation(program)
  addDevelopment(program)
  addAccess(program)
  addDocuments(program)
  addTemplates(program)
  addCompletion(program)
  for (const command of program.commands) pointToHelp(command, 'countersign')
  return program.showHelpAfterError('"countersign --help" lists the commands.')
}

/** After each error the command that explains, instead of its whole help, in which the error would be lost. */
function pointToHelp(command: Command, parent: string): void {
  const name = `${parent} ${command.name()}`
  command.showHelpAfterError(`"${name} --help" tells how it is called.`)
  for (const child of command.commands) pointToHelp(child, name)
}
