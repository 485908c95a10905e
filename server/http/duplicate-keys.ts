interface OpenValue {
  /** The keys so far; null in an array. */
  keys: Set<string> | null
  /** The key, or in an array the index, of the value that is being read. */
  at: string | number
  /** The next string of an object is a key. */
  keyIsNext: boolean
}

/** Strings, and the characters of the structure; numbers and literals between them do not matter. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g

/**
 * The path of the first key that an object holds twice, as `signers[0].email`; null if there is none. Parsers disagree
 * about which of the two counts (RFC 8259, 4), so what one reader checked may not be what another one uses.
 * @param json valid JSON
 */
export function duplicateKey(json: string): string | null {
  const open: OpenValue[] = []
  for (const [token] of json.matchAll(TOKENS)) {
    const top = open.at(-1)
    if (token === '{') open.push({ keys: new Set(), at: '', keyIsNext: true })
    else if (token === '[') open.push({ keys: null, at: 0, keyIsNext: false })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (top!.keys) top!.keyIsNext = true
      else top!.at = Number(top!.at) + 1
    } else if (top?.keys && top.keyIsNext) {
      const key: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
      top.at = key
      top.keyIsNext = false
      if (top.keys.has(key)) return pathOf(open)
      top.keys.add(key)
    }
  }
  return null
}

function pathOf(open: OpenValue[]): string {
  return open.map(({ keys, at }, depth) => (keys ? `${depth > 0 ? '.' : ''}${at}` : `[${at}]`)).join('')
}
