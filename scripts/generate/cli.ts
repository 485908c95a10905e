import { stripVTControlCharacters } from 'node:util'
import { createProgram } from '../../server/cli/program.ts'

/** Of the commander that the server has, which need not be the one in the root. */
type Command = ReturnType<typeof createProgram>

/** Characters; what fits a page of the docs. */
const WIDTH = 96

/** What `--help` prints of each command, as a guide. */
export function writeCliGuide(): string {
  const program = createProgram('')
  const chapters = leavesOf(program).map(({ name, command }) => `## ${name}\n\n${fenced(helpOf(command))}`)
  return [
    '# Command line',
    'The package `countersign` has one command, which runs the server and looks after it: `npx countersign`, or `countersign` where it is installed. This is what it prints with `--help`.',
    fenced(helpOf(program)),
    ...chapters,
  ]
    .join('\n\n')
    .concat('\n')
}

function leavesOf(command: Command, parents: string[] = []): { name: string; command: Command }[] {
  const path = [...parents, command.name()]
  if (command.commands.length === 0) return [{ name: path.join(' '), command }]
  return command.commands.flatMap((child) => leavesOf(child as Command, path))
}

function helpOf(command: Command): string {
  let help = ''
  command
    .configureOutput({
      writeOut: (text) => {
        help += text
      },
      getOutHelpWidth: () => WIDTH,
      getOutHasColors: () => false,
    })
    .outputHelp()
  return stripVTControlCharacters(help).trim()
}

const fenced = (text: string) => `\`\`\`text\n${text}\n\`\`\``
