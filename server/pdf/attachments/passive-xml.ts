/** Deeper nesting is no data that anybody exchanges. */
const MOST_DEPTH = 200

/** Character sets in which all markup is ASCII, so that it can be searched without decoding the rest. */
const ASCII_BASED = /^(utf-8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i

/** Of the W3C's vocabularies only these say nothing that a program would run, load or show (all others are refused). */
const HARMLESS = new Set([
  'http://www.w3.org/2001/XMLSchema',
  'http://www.w3.org/2001/XMLSchema-instance',
  'http://www.w3.org/2000/09/xmldsig#',
  'http://www.w3.org/XML/1998/namespace',
])

/** Vocabularies of pages, pictures and transformations, and of forms with scripts. */
const RUN_BY_PROGRAMS =
  /^\s*(https?:\/\/www\.w3\.org\/|http:\/\/ns\.adobe\.com\/xdp|http:\/\/www\.xfa\.org\/|http:\/\/www\.mozilla\.org\/)/i

/**
 * Whether a file is well-formed XML that no program does anything with but read it: no document type, which could pull
 * in other files, no processing instruction such as a style sheet, and no vocabulary that browsers or form fillers run.
 */
export function isPassiveXml(bytes: Uint8Array): boolean {
  const text = markup(bytes)
  return text !== null && new Scanner(text).accepts()
}

/** The text with its markup readable, without a byte order mark and declaration; null where that cannot be told. */
function markup(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide =
    file[0] === 0xff && file[1] === 0xfe ? 'utf-16le' : file[0] === 0xfe && file[1] === 0xff ? 'utf-16be' : null
  const marked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const text = wide ? new TextDecoder(wide).decode(file) : file.toString('latin1', marked ? 3 : 0)
  const declaration = /^<\?xml\s+version\s*=\s*["']1\.\d["']([^?>]*)\?>/.exec(text)
  const encoding =
    /^\s+encoding\s*=\s*["']([\w.-]+)["']/.exec(declaration?.[1] ?? '')?.[1] ?? (wide ? 'utf-16' : 'utf-8')
  if (wide ? !/^utf-16/i.test(encoding) : !ASCII_BASED.test(encoding)) return null
  return text.includes('\0') ? null : text.slice(declaration?.[0].length ?? 0)
}

/** One pass over the markup; character data and references are not looked at. */
class Scanner {
  private readonly text: string
  private readonly open: string[] = []
  private at = 0
  private roots = 0

  constructor(text: string) {
    this.text = text
  }

  accepts(): boolean {
    while (this.at < this.text.length) if (!this.step()) return false
    return this.roots === 1 && this.open.length === 0
  }

  private step(): boolean {
    const { text, at } = this
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      this.at = next < 0 ? text.length : next
      return this.open.length > 0 || text.slice(at, this.at).trim() === ''
    }
    if (text.startsWith('<!--', at)) return this.skip(at + 4, '-->')
    if (text.startsWith('<![CDATA[', at)) return this.open.length > 0 && this.skip(at + 9, ']]>')
    const closing = this.match(/<\/([^\s<>/&!?]+)\s*>/y)
    if (closing) return this.open.pop() === closing[1]
    return this.element()
  }

  private skip(from: number, end: string): boolean {
    const found = this.text.indexOf(end, from)
    this.at = found + end.length
    return found >= 0
  }

  /** A start tag or an empty element; a document type and a processing instruction are none. */
  private element(): boolean {
    const name = this.match(/<([^\s<>/&!?=]+)/y)?.[1]
    if (name === undefined) return false
    if (this.open.length === 0 && ++this.roots > 1) return false
    for (let next = this.attribute(); next; next = this.attribute()) {
      const [, attribute, quoted] = next
      if (/^xmlns(:|$)/.test(attribute!) && !isHarmless(quoted!.slice(1, -1))) return false
    }
    const end = this.match(/\s*(\/?)>/y)
    if (!end) return false
    if (end[1] === '') this.open.push(name)
    return this.open.length <= MOST_DEPTH
  }

  private attribute() {
    return this.match(/\s+([^\s<>/&!?="']+)\s*=\s*("[^"<]*"|'[^'<]*')/y)
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }
}

/** A reference in the name could spell any other one. */
const isHarmless = (namespace: string) =>
  !namespace.includes('&') && (HARMLESS.has(namespace) || !RUN_BY_PROGRAMS.test(namespace))
