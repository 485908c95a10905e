import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'

/** The fragment of a heading, as GitHub makes it from the same text. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const parser = new Marked({
  renderer: {
    heading: (text, level, source) => `<h${level} id="${anchorOf(source)}">${text}</h${level}>\n`,
    // Wide code scrolls by itself, for the keyboard too.
    code: (code) =>
      `<section class="code" tabindex="0" aria-label="Code"><pre><code>${escaped(code)}</code></pre></section>\n`,
    table: (head, body) =>
      `<section class="table" tabindex="0" aria-label="Table"><table><thead>${head}</thead><tbody>${body}</tbody></table></section>\n`,
    // Guides refer to each other by file, so that their links work in the repository as well.
    link: (href, _title, text) => `<a href="${href.replace(/^([\w-]+)\.md/, '/docs/$1')}">${text}</a>`,
  },
})

/** Our own texts, from the spec and the guides: nothing in them is anybody else's. */
export function Markdown({ text }: { text: string }) {
  return raw(parser.parse(text) as string)
}

/** The same without paragraphs. */
export function Line({ text }: { text: string }) {
  return raw(parser.parseInline(text) as string)
}

export function Code({ text, label }: { text: string; label: string }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    <section class="code" tabindex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  )
}

/** The code blocks of a guide: what follows the three backticks, and the code. */
export function codeBlocks(text: string): { info: string; code: string }[] {
  return parser
    .lexer(text)
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text: code }) => ({ info: lang, code }))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
