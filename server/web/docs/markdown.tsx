import { raw } from 'hono/html'
import { Marked, Renderer, type Tokens } from 'marked'
import { type CodeLanguage, highlighted, titleOf } from './highlight.ts'

/** The fragment of a heading, as GitHub makes it from the same text. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const parser = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    // Wide code scrolls by itself, for the keyboard too. A group, as landmarks need different names.
    code: ({ text, lang = '' }) =>
      `<div class="snippet"><p class="head">${titleOf(lang)}</p><div class="code" role="group" tabindex="0" ` +
      `aria-label="Code"><pre><code>${highlighted(text, lang.split(' ')[0]!)}</code></pre></div></div>\n`,
    table(token) {
      const table = Renderer.prototype.table.call(this, token)
      return `<div class="table" role="group" tabindex="0" aria-label="Table">${table}</div>\n`
    },
    // Guides refer to each other by file, so that their links work in the repository as well.
    link({ href, tokens }) {
      return `<a href="${href.replace(/^([\w-]+)\.md/, '/docs/$1')}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

/** Our own texts, from the spec and the guides: nothing in them is anybody else's. */
export function Markdown({ text }: { text: string }) {
  return raw(parser.parse(text) as string)
}

/** The same without paragraphs. */
export function InlineMarkdown({ text }: { text: string }) {
  return raw(parser.parseInline(text) as string)
}

interface CodeProps {
  text: string
  language: CodeLanguage
  /** What it is called beside everything on the page. */
  label: string
  /** What it is called where it stands; without it, its language. */
  title?: string
}

/** `islands/docs.ts` adds a button that copies it. */
export function Code({ text, language, label, title = titleOf(language) }: CodeProps) {
  return (
    <div class="snippet">
      <p class="head">{title}</p>
      {/* A region that scrolls must be reachable by keyboard. */}
      <section class="code" tabindex={0} aria-label={label}>
        <pre>
          <code>{raw(highlighted(text, language))}</code>
        </pre>
      </section>
    </div>
  )
}

/** The code blocks of a guide: what follows the three backticks, and the code. */
export function codeBlocks(text: string): { info: string; code: string }[] {
  return parser
    .lexer(text)
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text: code }) => ({ info: lang, code }))
}
