import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOME } from '../../home.ts'
import { type ServerAddresses, withAddresses } from './spec.ts'

/** The guides in `spec/guides/`, in the order in which a newcomer reads them. */
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
    const path = join(HOME, `spec/guides/${name}.md`)
    const text = withAddresses(readFileSync(path, 'utf8'), addresses)
    const [, title, summary] = /^# (.+)\n\n(.+)\n/.exec(text) ?? []
    if (!title || !summary) throw new Error(`${path} must begin with a title and a paragraph`)
    return { name, title, summary, text }
  })
}
