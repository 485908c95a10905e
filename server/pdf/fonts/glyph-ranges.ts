/** Not drawn at all: marks that join, separate or vary what is beside them. */
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]$/u

/** First and last code point. */
export type CodePointRange = [first: number, last: number]

/**
 * The characters that fonts have. The signing page imports this too, so that it can tell a signer before signing what
 * the document will show as a box: `toString` and `parse` carry the ranges there in about 3 kB.
 */
export class GlyphRanges {
  private readonly ranges: CodePointRange[]
  private text: string | undefined

  /** @param ranges in any order, overlapping or not */
  constructor(ranges: CodePointRange[]) {
    this.ranges = []
    for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
      const before = this.ranges.at(-1)
      if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
      else this.ranges.push([first, last])
    }
  }

  /** The characters of a text that would be drawn as boxes, each once, in their order. */
  missing(text: string): string[] {
    const drawn = [...text.normalize('NFC')].filter((character) => !IGNORABLE.test(character))
    return [...new Set(drawn.filter((character) => !this.has(character.codePointAt(0)!)))]
  }

  private has(codePoint: number): boolean {
    let [low, high] = [0, this.ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const [first, last] = this.ranges[middle]!
      if (codePoint < first) high = middle - 1
      else if (codePoint > last) low = middle + 1
      else return true
    }
    return false
  }

  /** Distances from one bound to the next, in base 36. */
  toString(): string {
    this.text ??= this.ranges
      .flat()
      .map((bound, i, bounds) => (bound - (bounds[i - 1] ?? 0)).toString(36))
      .join(' ')
    return this.text
  }

  static parse(text: string): GlyphRanges {
    let at = 0
    const bounds = text.split(' ').map((step) => {
      at += Number.parseInt(step, 36)
      return at
    })
    const ranges: CodePointRange[] = []
    for (let i = 0; i + 1 < bounds.length; i += 2) ranges.push([bounds[i]!, bounds[i + 1]!])
    return new GlyphRanges(ranges)
  }
}
