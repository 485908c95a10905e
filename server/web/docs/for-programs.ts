import { createHash } from 'node:crypto'
import type { MenuEntry } from './shell.tsx'

/** What a program that reads wants besides pages: everything at once, where the pages are, and how to use the API. */
export interface ForPrograms {
  path: string
  type: string
  text: () => string
}

interface Page {
  href: string
  text: () => string
}

const SKILL_PATH = '/.well-known/agent-skills/countersign/SKILL.md'
const ABOUT =
  'Send PDFs for electronic signature with the Countersign API, follow each signer, and fetch the sealed file.'

/**
 * `/llms-full.txt`: every page as one text; `/sitemap.xml`; and the one skill of the server with its index (Agent Skills
 * Discovery 0.2.0).
 */
export function forPrograms(pages: readonly Page[], entries: readonly MenuEntry[], publicUrl: string): ForPrograms[] {
  const skill = skillText(publicUrl)
  return [
    {
      path: '/llms-full.txt',
      type: 'text/plain',
      text: () => pages.map(({ text }) => text().trim()).join('\n\n---\n\n'),
    },
    {
      path: '/sitemap.xml',
      type: 'application/xml',
      text: () => {
        const urls = entries.map(({ href }) => `  <url><loc>${publicUrl}${href}</loc></url>`)
        const of = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${of}>\n${urls.join('\n')}\n</urlset>\n`
      },
    },
    { path: SKILL_PATH, type: 'text/markdown', text: () => skill },
    {
      path: '/.well-known/agent-skills/index.json',
      type: 'application/json',
      text: () => {
        const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`
        const one = { name: 'countersign', type: 'skill-md', description: ABOUT, url: SKILL_PATH, digest }
        const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
        return `${JSON.stringify({ $schema, skills: [one] }, null, 2)}\n`
      },
    },
  ]
}

const skillText = (publicUrl: string): string => `---
name: countersign
description: ${ABOUT}
---

# Countersign

Work in a sandbox until somebody asks for a real document: its key starts with \`cs_test_\`, nothing is sent to anybody, and \`POST /sandbox/signing-requests/{id}/act\` signs. With a live key people get mails, and a signature binds.

1. Tools: \`${publicUrl}/mcp\` (Model Context Protocol, the API key as bearer token; \`?write=true\` adds those that change something), or HTTP by \`${publicUrl}/openapi.json\`.
2. Before a send, make the same call to \`/signing-requests/validate\`: it checks everything and creates nothing.
3. Keep the \`documentId\` of each send: no call lists documents.
4. Wait for \`document.completed\` with \`GET /events?wait=20\`, then fetch \`/documents/{id}/signed\` and \`/documents/{id}/audit-trail\`, and compare the SHA-256.
5. An error has a \`code\`: match it, never its text. ${publicUrl}/docs/errors.md says for each what to do.

All pages as one text: ${publicUrl}/llms-full.txt. Each page has a Markdown form, at its address with \`.md\` or with \`Accept: text/markdown\`.
`
