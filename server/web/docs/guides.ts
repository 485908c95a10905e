import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOME } from '../../home.ts'
import { listSettings } from '../../settings.ts'
import { type ServerAddresses, withAddresses } from './spec.ts'

/** The guides, in the order in which a newcomer reads them. */
const NAMES = [
  'quickstart',
  'placement',
  'webhooks',
  'embedding',
  'templates',
  'verification',
  'testing',
  'going-live',
  'self-hosting',
  'sdk',
  'cli',
  'settings',
  'contract-coverage',
] as const

export interface Guide {
  name: string
  title: string
  /** The first paragraph. */
  summary: string
  /** Markdown, with the addresses of this server. */
  text: string
}

/** @throws Error for a guide that does not begin with a title and a paragraph */
export function loadGuides(addresses: ServerAddresses): Guide[] {
  return NAMES.map((name) => {
    const text = withAddresses(textOf(name), addresses)
    const [, title, summary] = /^# (.+)\n\n(.+)\n/.exec(text) ?? []
    if (!title || !summary) throw new Error(`the guide ${name} must begin with a title and a paragraph`)
    return { name, title, summary, text }
  })
}

function textOf(name: (typeof NAMES)[number]): string {
  if (name === 'settings') return settingsGuide()
  return readFileSync(join(HOME, name === 'sdk' ? 'sdk/README.md' : `spec/guides/${name}.md`), 'utf8')
}

/** A chapter a setting, so that each has an address and is found by its name. */
function settingsGuide(): string {
  const chapters = listSettings().map(
    ({ name, description, fallback }) => `## ${name}\n\n${description}.\n\nDefault: ${fallback}.`,
  )
  return [
    '# Settings',
    'Every setting is an environment variable, which the server reads when it starts; one that is wrong is named, and the server does not start. `npx countersign doctor` tries what they lead to.',
    ...chapters,
  ].join('\n\n')
}
