import type { Argument, Command, Option } from 'commander'

/** What can follow at one place of a command line. */
export interface CommandPlace {
  /** The commands so far, each behind a blank: ` keys create`; empty at the beginning. */
  path: string
  commands: Word[]
  options: (Word & { value: Offer })[]
  /** What follows the commands, options aside. */
  argument: Offer
}

export interface Word {
  word: string
  description: string
}

/** Words to choose from; files; something only the user knows; or nothing at all. */
export type Offer = string[] | 'file' | 'other' | null

const HELP = { word: '--help', description: 'print how the command is called, with examples', value: null }

/** Every place, those inside of commands behind them. */
export function placesOf(command: Command, path = ''): CommandPlace[] {
  const place = {
    path,
    commands: command.commands.map((child) => ({ word: child.name(), description: child.description() })),
    options: [...command.options.map(wordOf), HELP],
    argument: ofArguments(command.registeredArguments),
  }
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))]
}

function wordOf(option: Option): CommandPlace['options'][number] {
  const takesValue = option.required || option.optional
  const name = /[<[](\w+)/.exec(option.flags)?.[1] ?? ''
  return {
    word: option.long ?? option.flags,
    description: option.description,
    value: takesValue ? (option.argChoices ?? kindOf(name)) : null,
  }
}

/** A command that takes a folder behind an id takes files all along. */
function ofArguments(all: readonly Argument[]): Offer {
  const [first] = all
  if (!first) return null
  return first.argChoices ?? (all.some((one) => kindOf(one.name()) === 'file') ? 'file' : 'other')
}

function kindOf(name: string): 'file' | 'other' {
  return name === 'file' || name === 'dir' ? 'file' : 'other'
}
