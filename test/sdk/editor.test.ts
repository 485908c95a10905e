// What an editor makes of the published package: its declarations as they are built.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installBuiltSdk } from '../support/built-sdk.ts'

const sources = resolve(import.meta.dirname, '../../sdk/src')
const project = mkdtempSync(join(tmpdir(), 'countersign-test-'))
let dist: string

beforeAll(async () => {
  dist = join(await installBuiltSdk(project, { types: true }), 'dist')
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** The comments of members, by `Interface.member`, as an editor attaches them. A name that others share gets a number. */
function memberComments(files: string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node, path: string) => {
      const named = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node)
      const isMember = (ts.isTypeElement(node) || ts.isClassElement(node)) && node.name !== undefined
      const at = named || isMember ? `${path}.${node.name!.getText().replace(/\$\d+$/, '')}` : path
      if (isMember || named)
        for (const comment of ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc))
          found.set(at, (found.get(at) ?? new Set()).add(comment.getText().replace(/\s*\n\s*\*?\s*/g, ' ')))
      ts.forEachChild(node, (child) => visit(child, at))
    }
    visit(parsed, '')
  }
  return found
}

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))

/** What is commented in these sources and not, in these words, in the declarations. */
function lost(files: string[], kind: 'ts' | 'cts'): string[] {
  const built = memberComments(filesIn(dist, new RegExp(`\\.d\\.${kind}$`)))
  return [...memberComments(files)]
    .filter(([at, texts]) => [...texts].some((text) => !built.get(at)?.has(text)))
    .map(([at]) => at)
}

describe('the declarations', () => {
  const spec = join(sources, 'generated/openapi.ts')

  it.each(['ts', 'cts'] as const)('have the comment of every property of the API (.d.%s)', (kind) => {
    // What only the spec's own `webhooks` says is not exported.
    expect(lost([spec], kind).filter((at) => !at.startsWith('.webhooks.'))).toEqual([])
    expect(memberComments([spec]).size).toBeGreaterThan(1_500)
  })

  it('have those of options, methods and errors', () => {
    const files = ['client.ts', 'errors.ts', 'observe.ts', 'embed/index.ts', 'resources/documents.ts']
    const written = files.map((file) => join(sources, file))
    expect(lost(written, 'ts')).toEqual([])
    expect(memberComments(written).size).toBeGreaterThan(50)
  })
})
