import { Argument, type Command } from 'commander'
import { examples } from './commands/parts.ts'
import { placesOf } from './completion/places.ts'
import { SCRIPTS } from './completion/scripts.ts'

const HOW = `
Take it in at the start of each shell:
  bash   eval "$(countersign completion bash)"     in ~/.bashrc
  zsh    eval "$(countersign completion zsh)"      in ~/.zshrc, after compinit
  fish   countersign completion fish | source      in ~/.config/fish/config.fish`

/** `countersign completion`: the script that completes commands, options and their values in a shell. */
export function addCompletion(program: Command): void {
  const shells = Object.keys(SCRIPTS)
  program
    .command('completion')
    .description('print the script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText('after', `${examples(...shells.map((shell) => `completion ${shell}`))}\n${HOW}`)
    .action((shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](placesOf(program)))
    })
}
