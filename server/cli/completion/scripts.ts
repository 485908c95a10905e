import type { CommandPlace, Offer, Word } from './places.ts'

/**
 * The scripts know all words themselves: a key press waits for no process. @bomb.sh/tab (0.0), which has adapters for
 * commander, starts Node at each, and never completes the name of a file, which `verify`, `backup` and `import` take.
 */
export const SCRIPTS = { bash, zsh, fish }

function bash(places: CommandPlace[]): string {
  const words = (list: string[]) => `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$cur"))`
  const offered = (value: Offer) => {
    if (value === 'file') return ':'
    return value === 'other' ? 'compopt +o default 2>/dev/null' : words(value ?? [])
  }
  return `# Completion of countersign for bash. Files are what bash itself offers where this finds nothing.
_countersign() {
  local at= i cur=\${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${commandPatterns(places)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(places, '', offered)}
  esac
  case "$cur" in
    -*) case "$at" in
${places.map(({ path, options }) => `      '${path}') ${words(options.map(({ word }) => word))} ;;`).join('\n')}
    esac ;;
    *) case "$at" in
${places.map((place) => `      '${place.path}') ${offered(argumentOf(place))} ;;`).join('\n')}
    esac ;;
  esac
}
complete -o bashdefault -o default -F _countersign countersign
`
}

function zsh(places: CommandPlace[]): string {
  const described = (list: Word[]) =>
    `found=(${list.map(({ word, description }) => quoted(`${word}:${description}`, `'\\''`)).join(' ')}); _describe countersign found`
  const offered = (value: Offer) => {
    if (value === 'file') return '_files'
    return value === 'other' ? `_message 'a value'` : `compadd -- ${(value ?? []).join(' ')}`
  }
  const behind = (place: CommandPlace) =>
    place.commands.length > 0
      ? described(place.commands)
      : place.argument
        ? offered(place.argument)
        : described(place.options)
  return `#compdef countersign
# Completion of countersign for zsh.
_countersign() {
  local at= word
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
      (${commandPatterns(places)}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valueCases(places, '(', offered)}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$at" in
${places.map(({ path, options }) => `      ('${path}') ${described(options)} ;;`).join('\n')}
    esac
    return
  fi
  case "$at" in
${places.map((place) => `    ('${place.path}') ${behind(place)} ;;`).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _countersign ]]; then
  _countersign "$@"
else
  compdef _countersign countersign
fi
`
}

function fish(places: CommandPlace[]): string {
  const text = (words: string) => quoted(words.replaceAll('\\', '\\\\'), `\\'`)
  const line = (path: string, rest: string) => `complete -c countersign -n '__countersign_is${path}' ${rest}`
  const values = (value: Offer) => {
    if (value === null) return ''
    if (value === 'file') return ' -r -F'
    return value === 'other' ? ' -x' : ` -x -a ${text(value.join(' '))}`
  }
  return `# Completion of countersign for fish.
function __countersign_is
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${commandWords(places).map(text).join(' ')}
        set at "$at $word"
    end
  end
  set -l asked (string join '' ' '$argv)
  test "$at" = "$asked"
end
complete -c countersign -f
${places
  .flatMap(({ path, commands, options, argument }) => [
    ...commands.map(({ word, description }) => line(path, `-a ${word} -d ${text(description)}`)),
    ...options.map(({ word, description, value }) =>
      line(path, `-l ${word.slice(2)}${values(value)} -d ${text(description)}`),
    ),
    ...(argument === 'file' ? [line(path, '-F')] : []),
    ...(Array.isArray(argument) ? [line(path, `-a ${text(argument.join(' '))}`)] : []),
  ])
  .join('\n')}
`
}

const commandWords = (places: CommandPlace[]) => places.map(({ path }) => path).filter((path) => path !== '')

const commandPatterns = (places: CommandPlace[]) =>
  commandWords(places)
    .map((path) => `'${path}'`)
    .join('|')

/** The cases in which the word before is an option that takes a value. */
function valueCases(places: CommandPlace[], open: string, offered: (value: Offer) => string): string {
  const cases = places.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) =>
      value === null ? [] : [`    ${open}'${path} ${word}') ${offered(value)}; return ;;`],
    ),
  )
  return cases.join('\n')
}

/** Where nothing else can follow, the options. */
function argumentOf({ commands, options, argument }: CommandPlace): Offer {
  if (commands.length > 0) return commands.map(({ word }) => word)
  return argument ?? options.map(({ word }) => word)
}

const quoted = (text: string, quote: string) => `'${text.replaceAll("'", quote)}'`
