import type { Segment } from './segments.ts'

/** A field's box, in points of the page as displayed, origin top left. */
export interface LabelTarget {
  x0: number
  y0: number
  x1: number
  y1: number
  isCheckbox: boolean
}

/** The longest label of an explicit field (`spec/components/signing-requests.yaml`). */
const MOST_CHARACTERS = 120
/** Prose is not a label. */
const MOST_WORDS = 9
/** How far a label stands beside its box, in points: in a table it may be at the other end of a wide cell. */
const MOST_BESIDE = 280
const MOST_BEHIND_CHECKBOX = 30
/** Above and below, in ems of the label. */
const MOST_ABOVE = 4
const MOST_BELOW = 1.5
/** Segments are looked up in strips of this height, in points. */
const STRIP = 12
/** Segments that are compared with one box; more are print, not a form. */
const MOST_COMPARED = 200
const MOST_CANDIDATES = 5

interface Candidate {
  segment: Segment
  text: string
  score: number
  side: 'beside' | 'above' | 'below' | 'inside'
}

/**
 * For each box the label that is printed for it: in its line before it (behind it for a checkbox, and for right-to-left
 * text), above it, in it, or under the line that it stands on; null where none is. The work is limited per box.
 */
export function findLabels(segments: Segment[], boxes: LabelTarget[]): (string | null)[] {
  const strips = new Map<number, Segment[]>()
  for (const segment of segments) {
    const key = Math.floor(segment.baseline / STRIP)
    const strip = strips.get(key)
    if (strip) strip.push(segment)
    else strips.set(key, [segment])
  }
  const candidates = boxes.flatMap((box, index) => {
    const near: Segment[] = []
    const last = Math.floor((box.y1 + 3 * STRIP) / STRIP)
    for (let key = Math.floor((box.y0 - 3 * STRIP) / STRIP); key <= last && near.length < MOST_COMPARED; key++)
      near.push(...(strips.get(key) ?? []).slice(0, MOST_COMPARED))
    const isInSentence = near.some((segment) => follows(segment, box))
    return near
      .flatMap((segment) => judge(segment, box, isInSentence) ?? [])
      .sort((a, b) => a.score - b.score)
      .slice(0, MOST_CANDIDATES)
      .filter((candidate) => !isOfAnother(candidate, box, boxes))
      .map((candidate) => ({ ...candidate, index }))
  })
  // The best pairs first: a label belongs to one box.
  const labels: (string | null)[] = boxes.map(() => null)
  const taken = new Set<Segment>()
  for (const { index, segment, text } of candidates.sort((a, b) => a.score - b.score)) {
    if (labels[index] !== null || taken.has(segment)) continue
    labels[index] = text
    taken.add(segment)
  }
  return labels
}

function judge(segment: Segment, box: LabelTarget, isInSentence: boolean): Candidate | null {
  const text = labelText(segment.text, box.isCheckbox)
  if (text === null) return null
  const hasColon = /[:：]\s*$/.test(segment.text)
  const candidate = (side: Candidate['side'], score: number): Candidate => ({
    segment,
    text,
    side,
    score: score - (hasColon ? 8 : 0),
  })
  const { x0, x1, top, bottom, em, baseline } = segment
  if (inOneRow(segment, box)) {
    const isBehind = segment.isRightToLeft !== box.isCheckbox
    const gap = isBehind ? x0 - box.x1 : box.x0 - x1
    if (gap >= -0.5 * em) {
      if (gap > (box.isCheckbox ? MOST_BEHIND_CHECKBOX : MOST_BESIDE) || (isInSentence && !hasColon)) return null
      const skew = Math.min(
        Math.abs(baseline - box.y1),
        Math.abs(top - box.y0),
        Math.abs((top + bottom - box.y0 - box.y1) / 2),
      )
      return candidate('beside', Math.max(0, gap) * 0.12 + skew * 0.4)
    }
    // The small print in the corner of a cell.
    const height = box.y1 - box.y0
    const isInside = x0 >= box.x0 - 1 && x1 <= box.x1 + 1 && top >= box.y0 - 1 && height > 1.8 * em
    return isInside && top - box.y0 < height * 0.35 ? candidate('inside', 4) : null
  }
  if (isInSentence || box.isCheckbox) return null
  if (Math.min(x1, box.x1) - Math.max(x0, box.x0) < Math.min(x1 - x0, box.x1 - box.x0) * 0.3) return null
  const above = box.y0 - bottom
  if (above > -0.5 * em && above < MOST_ABOVE * em) return candidate('above', Math.max(0, above) + 6)
  const below = top - box.y1
  if (below > -0.5 * em && below < MOST_BELOW * em) return candidate('below', Math.max(0, below) + 12)
  return null
}

function inOneRow({ top, bottom }: Segment, box: LabelTarget): boolean {
  const shared = Math.min(bottom, box.y1) - Math.max(top, box.y0)
  return shared >= 0.5 * Math.min(bottom - top, box.y1 - box.y0)
}

/** Words go on right behind the box: it stands in a sentence. */
function follows(segment: Segment, box: LabelTarget): boolean {
  if (box.isCheckbox || !inOneRow(segment, box)) return false
  const gap = segment.isRightToLeft ? box.x0 - segment.x1 : segment.x0 - box.x1
  return gap > -0.5 * segment.em && gap < 0.8 * segment.em && !/[:：]/.test(segment.text)
}

/** Another box stands between: the label is that box's. */
function isOfAnother({ segment, side }: Candidate, box: LabelTarget, boxes: LabelTarget[]): boolean {
  if (side === 'inside') return false
  return boxes.some((other) => {
    if (other === box) return false
    if (side === 'beside') {
      const [from, to] = segment.x1 <= box.x0 + segment.em ? [segment.x1, box.x0] : [box.x1, segment.x0]
      return inOneRow(segment, other) && between((other.x0 + other.x1) / 2, from, to)
    }
    const [from, to] = side === 'above' ? [segment.baseline, box.y0] : [box.y1, segment.baseline]
    const isInColumn = Math.min(other.x1, box.x1) > Math.max(other.x0, box.x0)
    return isInColumn && between((other.y0 + other.y1) / 2, from, to)
  })
}

const between = (value: number, from: number, to: number) => value > from && value < to

/**
 * The segment as a label, without numbering and punctuation; null for what reads like prose, or says nothing. What a
 * checkbox is for is a sentence.
 */
function labelText(printed: string, isSentence: boolean): string | null {
  if (printed.includes('[[')) return null
  // `Rent: CHF` is asked for the rent.
  const named = printed.replace(/^(.{2,}[:：])\s*\S{1,4}$/u, '$1')
  const colon = /[:：]\s*$/.test(named)
  // `I confirm this by signing. Name:`
  const last = colon ? named.replace(/^.*[.;!?]\s+(?=\p{Lu})/u, '') : named
  const text = last
    .replace(/^[\s•▪◦–—*☐□❏-]+/u, '')
    .replace(/^\(?(?:\d{1,2}(?:\.\d{1,2})*|[a-z])[.)]\s+/iu, '')
    .replace(colon ? /[\s:：*_…]+$/u : /[\s*_.…]+$/u, '')
    .replace(/\s+/g, ' ')
    .replace(/^\p{L}(?: \p{L}){3,}$/u, (spaced) => spaced.replaceAll(' ', ''))
    .trim()
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < (/\p{Script=Han}/u.test(text) ? 1 : 2) || [...text].length > MOST_CHARACTERS) return null
  const words = text.split(' ').length
  if (words > (colon || isSentence ? 2 * MOST_WORDS : MOST_WORDS)) return null
  if (isSentence) return text
  if (!colon && (/[,;]$/.test(text) || (/[.!?]\s*$/.test(printed) && words > 2))) return null
  // The rest of a sentence that began on the line before, or a preposition before a blank.
  if (!colon && /^\p{Ll}/u.test(text) && (words > 2 || letters < 4)) return null
  return text
}
