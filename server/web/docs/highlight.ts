import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { escaped } from '../../domain/messages/html.ts'

/** Short, as a page has thousands; `styles/docs/code.css` gives them colours. */
const PREFIX = 'c-'
/** What has no colour of its own; JSON is full of it. */
const PLAIN = new RegExp(`<span class="${PREFIX}(?:punctuation|operator|params|subst|property)">([^<]*)</span>`, 'g')

const LANGUAGES = { bash, go, json, php, python, typescript }
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)
highlighter.configure({ classPrefix: PREFIX })

/** What a reader is told a language is called; `js` is read as TypeScript, which has it all. */
const NAMES: Record<string, { language: keyof typeof LANGUAGES; name: string }> = {
  sh: { language: 'bash', name: 'Shell' },
  json: { language: 'json', name: 'JSON' },
  ts: { language: 'typescript', name: 'TypeScript' },
  js: { language: 'typescript', name: 'JavaScript' },
  py: { language: 'python', name: 'Python' },
  go: { language: 'go', name: 'Go' },
  php: { language: 'php', name: 'PHP' },
}

/** The language of a block of code, as one writes it after the backticks. */
export type CodeLanguage = 'sh' | 'json' | 'ts' | 'js' | 'py' | 'go' | 'php'

/** Code as HTML with a class for each kind of word; a language that is not known stays as it is. */
export function highlighted(code: string, language: string): string {
  const known = NAMES[language]
  if (!known) return escaped(code)
  return highlighter.highlight(code, { language: known.language }).value.replace(PLAIN, '$1')
}

/** `Shell` of `sh`, `receiver.mjs` of `js receiver.mjs`. */
export function titleOf(info: string): string {
  const [language = '', file = ''] = info.split(' ')
  return file.includes('.') ? file : (NAMES[language]?.name ?? 'Text')
}
