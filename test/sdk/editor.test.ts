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

/** A program of somebody who has the package, with `/*|*\/` where the cursor is. */
const PROGRAM = `
import { Countersign, verifyWebhook } from '@countersign/sdk'

const client = new Countersign()
const document/*|*/ = await client.documents.get('id')
const signers/*|*/ = document.signers
const signer/*|*/ = signers[0]!
const created/*|*/ = await client.signingRequests.create({
  file: new Uint8Array(),
  signers: [{ email: 'ada@example.com', locale: '/*|*/' }],
  placement: '/*|*/',
  fields: [{ role: 'tenant', kind: '/*|*/', page: 1, x: 0, y: 0, w: 0.2, h: 0.1 }],
})
const { data: raw/*|*/ } = await client.raw.GET('/documents/{id}', { params: { path: { id: 'id' } } })
const hook/*|*/ = await client.hooks.create({ target_url: 'https://example.com', events: ['/*|*/'] })
const templates/*|*/ = await client.templates.list({ status: '/*|*/' })
const event/*|*/ = await verifyWebhook('', '', '')
if (event.event === 'document.completed') {
  const completed = event
  console.log(completed/*|*/)
}
if (document.status === '/*|*/') console.log(document.sha256/*|*/)
`

describe('an editor', () => {
  const file = join(project, 'program.ts')
  const [...parts] = PROGRAM.split('/*|*/')
  const text = parts.join('')
  const cursors = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length)
  let service: ts.LanguageService
  beforeAll(() => {
    service = languageService(file, text)
  })

  /** The cursor behind this text. */
  const behind = (before: string) => {
    const cursor = cursors.find((at) => text.slice(0, at).endsWith(before))
    if (cursor === undefined) throw new Error(`there is no cursor behind ${before}`)
    return cursor
  }
  const hover = (before: string) => {
    const info = service.getQuickInfoAtPosition(file, behind(before) - 1)
    return { type: ts.displayPartsToString(info?.displayParts), comment: ts.displayPartsToString(info?.documentation) }
  }
  const completions = (before: string) =>
    service
      .getCompletionsAtPosition(file, behind(before), {})
      ?.entries.filter(({ kind }) => kind === ts.ScriptElementKind.string)
      .map(({ name }) => name)

  it('compiles the program', () => {
    const problems = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)]
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })

  it.each([
    ['const document', 'const document: Document'],
    ['const signers', 'const signers: Signer[]'],
    ['const signer', 'const signer: Signer'],
    ['const created', 'const created: SigningRequestCreated'],
    ['data: raw', 'const raw: Document | undefined'],
    ['const hook', 'const hook: CreatedHook'],
    ['const templates', 'const templates: Templates'],
    ['const event', 'const event: WebhookEvent'],
    ['log(completed', 'const completed: DocumentCompleted'],
  ])('shows the name of the type at %s', (before, type) => {
    expect(hover(before).type).toBe(type)
  })

  it('shows the comment of a property', () => {
    expect(service.getQuickInfoAtPosition(file, behind('document.sha256') - 1)?.tags?.[0]?.text?.[0]?.text).toMatch(
      /^SHA-256 of the file as sent/,
    )
  })

  it.each([
    ["locale: '", 'fr'],
    ["placement: '", 'auto_append'],
    ["kind: '", 'signature'],
    ["events: ['", 'document.completed'],
    ["status: '", 'locked'],
    ["status === '", 'withdrawn'],
  ])('completes %s and takes what it does not know', (before, choice) => {
    expect(completions(before)).toContain(choice)
  })

  it('offers nothing that is retired', () => {
    expect(completions("placement: '")).toEqual(['anchors', 'auto_append', 'explicit'])
  })
})

/** TypeScript as an editor runs it, for a project of one file. */
function languageService(file: string, text: string): ts.LanguageService {
  return ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => project,
    getCompilationSettings: () => ({
      strict: true,
      noEmit: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
}
