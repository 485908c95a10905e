import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeBlocks } from '../../server/web/docs/markdown.tsx'

const root = resolve(import.meta.dirname, '../..')

export interface Block {
  /** What follows the three backticks. */
  info: string
  code: string
}

/** What the words behind the language say about a block; the inventory of `test/pages.test.ts` explains them. */
export const NOT_TYPED = ['server', 'clone', 'usage', 'settings', 'packed', 'part']

/** Our pages: every Markdown file of the repository. */
export const pagesOfRepository = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')
export const blocksOf = (page: string): Block[] => codeBlocks(textOf(page))

/** Whether the words of a block say that it is a step of the page, which a reader types or runs. */
export const isStep = ({ info }: Block): boolean => !NOT_TYPED.includes(info.split(' ')[1] ?? '')

/** A page read from top to bottom: each step is asked for in its order, and none is left out. */
export interface Reader {
  /** The code of the next step. @throws Error when it is in another language, or has not this part */
  next(info: string, part?: string): string
  /** @throws Error when a step was not taken */
  end(): void
}

export function readPage(page: string): Reader {
  const steps = blocksOf(page).filter(isStep)
  return {
    next(info, part = '') {
      const step = steps.shift()
      if (step?.info !== info || !step.code.includes(part))
        throw new Error(
          `the next step of ${page} is ${step ? `${step.info}: ${step.code}` : 'none'}, not ${info} ${part}`,
        )
      return step.code
    },
    end() {
      if (steps.length > 0) throw new Error(`nothing tries this step of ${page}: ${steps[0]!.code}`)
    },
  }
}
