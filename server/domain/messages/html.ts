/** HTML that needs no further escaping. Only the `html` tag creates it. */
export class SafeHtml {
  constructor(readonly value: string) {}
  toString(): string {
    return this.value
  }
}

type Part = string | number | SafeHtml | null | Part[]

/** A template tag that escapes every inserted value except SafeHtml; null inserts nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  return new SafeHtml(strings.map((text, index) => text + (index < parts.length ? render(parts[index]!) : '')).join(''))
}

function render(part: Part | undefined): string {
  if (part === null || part === undefined) return ''
  if (part instanceof SafeHtml) return part.value
  if (Array.isArray(part)) return part.map(render).join('')
  return escaped(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, in elements and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
