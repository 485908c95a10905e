/** How a language writes the values of JSON. */
export interface Notation {
  /** Around an object. */
  braces: [string, string]
  /** Between a key and its value. */
  pair: string
  empty: { list: string; object: string }
  constants: { null: string; true: string; false: string }
  text(value: string): string
}

const INDENT = '    '
/** Characters; what is longer takes a line for each member. */
const ONE_LINE = 80

/** A value of JSON as the language's own literal. @param indent of the line that it begins on */
export function literalOf(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.text(value)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null)
    return notation.constants[String(value) as keyof Notation['constants']]
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(
    ([key, member]) =>
      (isList ? '' : notation.text(key) + notation.pair) + literalOf(member, notation, indent + INDENT),
  )
  if (members.length === 0) return notation.empty[isList ? 'list' : 'object']
  return listed(isList ? ['[', ']'] : notation.braces, members, indent)
}

/** Between brackets, on one line where it is short. */
export function listed([open, close]: [string, string], members: string[], indent: string): string {
  const line = `${open}${members.join(', ')}${close}`
  if (line.length <= ONE_LINE && !line.includes('\n')) return line
  return [open, ...members.map((member) => `${indent}${INDENT}${member},`), indent + close].join('\n')
}
