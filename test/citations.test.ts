import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const FOLDERS = ['changelog', 'examples', 'scripts', 'sdk', 'server', 'spec', 'test']
const TEXT = /\.(css|js|md|mjs|sql|svg|ts|tsx|yaml)$/
const FOREIGN = /(^|\/)(node_modules|dist|fixtures)\//

/** Every text file of the repository except this one, which cites wrongly on purpose. */
function texts(): string[] {
  const inFolders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const here = relative(root, import.meta.filename)
  return [...readdirSync(root), ...inFolders].filter((path) => TEXT.test(path) && !FOREIGN.test(path) && path !== here)
}

/** Sections of the contract: each is a heading that begins with its number. */
const sections = new Set([...read('spec/contract.md').matchAll(/^#+ (\d+(?:\.\d+)*) /gm)].map((match) => match[1]!))
const decisionFiles = readdirSync(join(root, 'spec/decisions')).filter((name) => name !== 'README.md')
const decisions = new Set(decisionFiles.map((name) => name.slice(0, 4)))

/** `contract 2.4`, `contract 4.8, 4.9`, `contract 6.2 to 6.5`, `contract section 8`. */
const CONTRACT = /\bcontract(?:'s|’s)?(?: sections?)?\s+(\d+(?:\.\d+)*(?:(?:,|;| and| or| to)\s+\d+(?:\.\d+)*\b)*)/gi
/** `decision 0026`, `decisions 0026 and 0030`; a shorter number is wrong. */
const DECISION = /\bdecisions?\s+(\d+(?:(?:,|;| and| to)\s+\d+)*)/gi
/** Design pages that are not in the repository, and the old way to cite them. */
const ELSEWHERE = /`decisions`|\breliability \d|\b(?:decisions|reliability|toolchain|experience|architecture)\.md\b/g

const numbers = (list: string) => list.match(/\d+(?:\.\d+)*/g)!

/** What a text cites and the repository does not have. */
function dangling(text: string): string[] {
  // A citation may continue on the next line of its comment.
  const flowing = text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ')
  const cited = (pattern: RegExp) => [...flowing.matchAll(pattern)].flatMap((match) => numbers(match[1]!))
  return [
    ...cited(CONTRACT).flatMap((number) => (sections.has(number) ? [] : [`contract ${number}`])),
    ...cited(DECISION).flatMap((number) => (decisions.has(number) ? [] : [`decision ${number}`])),
    ...(flowing.match(ELSEWHERE) ?? []),
  ]
}

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
const anchorsOf = (markdown: string) => [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!))

/** Links of a page that lead to no file, or to no heading of it. */
function brokenLinks(path: string): string[] {
  const prose = read(path).replaceAll(/^```[\s\S]*?^```/gm, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|<img[^>]*\ssrc="([^"]+)"|srcset="([^"]+)"/g)]
  return targets
    .map(([, link, image, source]) => (link ?? image ?? source)!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file, anchor] = target.split('#')
      const to = file ? join(dirname(path), file) : path
      if (!existsSync(join(root, to))) return true
      return anchor !== undefined && to.endsWith('.md') && !anchorsOf(read(to)).includes(anchor)
    })
}

describe('citations', () => {
  it('lead to a section of the contract or to a decision', () => {
    const wrong = texts().flatMap((path) => dangling(read(path)).map((citation) => `${path}: ${citation}`))
    expect(wrong).toEqual([])
  })

  it('are found anywhere, and those that lead nowhere are named', () => {
    expect(dangling('/** Contract 6.5, and (contract 4.8, 4.9; decision 0026). */')).toEqual([])
    expect(dangling('(contract 4.8, 4.99)')).toEqual(['contract 4.99'])
    expect(dangling('contract 6.2 to 6.8')).toEqual(['contract 6.8'])
    expect(dangling('/**\n * (contract\n * 10.1).\n */')).toEqual(['contract 10.1'])
    expect(dangling('# in the order of the contract section 12')).toEqual(['contract 12'])
    expect(dangling('decision 26, decisions 0026 and 9999')).toEqual(['decision 26', 'decision 9999'])
    expect(dangling('(`decisions`, Reads; reliability 2.3)')).toEqual(['`decisions`', 'reliability 2'])
  })
})

/** What a decision lacks of its parts, its state and its tests. */
function incomplete(name: string, text: string): string[] {
  const part = (title: string) => new RegExp(`^(?:- )?\\*\\*${title}\\.\\*\\* (\\S.*)$`, 'm').exec(text)?.[1] ?? ''
  const amended = /^amended by \[(\d{4})\]\(\1-[a-z0-9-]+\.md\)$/.exec(part('State'))?.[1]
  const tests = [...part('Confirmed by').matchAll(/\[`(test\/[^`]+\.test\.ts)`\]/g)].map((match) => match[1]!)
  return [
    ...(text.startsWith(`# ${name.slice(0, 4)}. `) ? [] : ['number']),
    ...['Context', 'Choice', 'Rejected', 'Consequence'].filter((title) => part(title) === ''),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(part('Date')) ? [] : ['date']),
    ...(part('State') === 'in force' || (amended !== undefined && decisions.has(amended)) ? [] : ['state']),
    ...(tests.length > 0 && tests.every((path) => existsSync(join(root, path))) ? [] : ['tests']),
  ]
}

describe('the decisions', () => {
  it('each have a date, a state, what was rejected and tests that confirm them', () => {
    const wrong = decisionFiles.flatMap((name) => {
      const missing = incomplete(name, read(`spec/decisions/${name}`))
      return missing.length === 0 ? [] : [`${name}: ${missing.join(', ')}`]
    })
    expect(wrong).toEqual([])
  })

  it('are judged incomplete without any of these', () => {
    const name = decisionFiles.find((file) => file.startsWith('0035'))!
    const text = read(`spec/decisions/${name}`)
    for (const part of ['Context', 'Choice', 'Rejected', 'Consequence']) {
      expect(incomplete(name, text.replace(`**${part}.** `, ''))).toEqual([part])
    }
    expect(incomplete(name, text.replace('in force', 'amended by [9999](9999-nothing.md)'))).toEqual(['state'])
    expect(incomplete(name, text.replaceAll('races.test.ts', 'faces.test.ts'))).toEqual(['tests'])
  })

  it('are all in the list, and no number is used twice', () => {
    const list = read('spec/decisions/README.md')
    expect(decisionFiles.filter((name) => !list.includes(`](${name})`))).toEqual([])
    expect(decisions.size).toBe(decisionFiles.length)
  })
})

it('links of every page lead to a file and a heading', () => {
  const pages = texts().filter((path) => path.endsWith('.md'))
  expect(pages.flatMap((path) => brokenLinks(path).map((target) => `${path}: ${target}`))).toEqual([])
})
