import type { Labels } from '../../../domain/fields/definition.ts'

/** Labels as lines of a form: `de: Miete`. */
export const labelLines = (labels: Labels) =>
  Object.entries(labels)
    .map(([language, text]) => `${language}: ${text}`)
    .join('\n')

/** The labels of such lines; one without a language is English. Several of one language are one label. */
export function labelsFrom(lines: string): Labels {
  const labels = new Map<string, string>()
  for (const line of lines.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, language = 'en', text = line] = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*:\s*(.+)$/.exec(line) ?? []
    const before = labels.get(language)
    labels.set(language, before === undefined ? text : `${before} ${text}`)
  }
  return Object.fromEntries(labels)
}
