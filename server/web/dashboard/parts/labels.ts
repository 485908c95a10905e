import type { Labels } from '../../../domain/fields/definition.ts'

/** Labels as lines of a form: `de: Miete`. */
export const labelLines = (labels: Labels) =>
  Object.entries(labels)
    .map(([language, text]) => `${language}: ${text}`)
    .join('\n')

/** The labels of such lines; one without a language is English. Several of one language are one label. */
export function labelsFrom(lines: string): Labels {
  const labels = new Map<string, string>()
  for (const line of lines.split(LINE_ENDS).map((one) => one.trim())) {
    if (line === '') continue
    const { language, text } = labelOf(line)
    const before = labels.get(language)
    labels.set(language, before === undefined ? text : `${before} ${text}`)
  }
  return Object.fromEntries(labels)
}

const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

/** A pattern for the whole line would take quadratic time. */
function labelOf(line: string): { language: string; text: string } {
  const colon = line.indexOf(':')
  const language = line.slice(0, Math.max(0, colon)).trimEnd()
  const text = line.slice(colon + 1).trimStart()
  return LANGUAGE.test(language) && text !== '' ? { language, text } : { language: 'en', text: line }
}
