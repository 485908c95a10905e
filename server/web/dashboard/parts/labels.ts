import type { Labels } from '../../../domain/fields/definition.ts'

/** Labels as lines of a form: `de: Miete`. */
export const labelLines = (labels: Labels) =>
  Object.entries(labels)
    .map(([language, text]) => `${language}: ${text}`)
    .join('\n')

/** The labels of such lines; one without a language is English. */
export function labelsFrom(lines: string): Labels {
  const found = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, language = 'en', text = line] = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*:\s*(.+)$/.exec(line) ?? []
      return [language, text] as const
    })
  return Object.fromEntries(found)
}
