import type { DraftBox } from '../../dashboard/drafts/client-data.ts'
import { kindOfBlank, type OpenBlank } from '../editor/blanks.ts'

interface Surroundings {
  people: readonly { id: string; name: string }[]
  /** Fields that are there already. */
  placed: readonly Found[]
  /** Their sizes in points. */
  pages: readonly { height: number }[]
}

const SIGNATURE_POINTS = 32

type Found = Pick<DraftBox, 'signer' | 'page' | 'x' | 'y'> & { kind: string }

/**
 * Fields for places that were found: signatures to the people in their order, but where the words beside a place name
 * somebody; whatever else to whoever signs nearest to it.
 */
export function boxesFor(blanks: readonly OpenBlank[], { people, placed, pages }: Surroundings): DraftBox[] {
  const boxes = blanks.map((blank): DraftBox => {
    const kind = kindOfBlank(blank)
    const words = blank.label ?? blank.name
    const isName = kind === 'text' && /\b(name|nombre|nom|nome|naam|navn|namn)\b/i.test(words ?? '')
    return {
      id: crypto.randomUUID(),
      kind: (isName ? 'name' : kind) as DraftBox['kind'],
      signer: named(words, people),
      ...(kind === 'signature' ? highEnough(blank.place, pages[blank.place.page - 1]!.height) : blank.place),
      required: kind !== 'checkbox',
      label: kind === 'text' && !isName ? (words?.slice(0, 120) ?? null) : null,
    }
  })
  const taken = [...placed, ...boxes].filter((box) => box.kind === 'signature' && box.signer !== '')
  const free = people.filter(({ id }) => !taken.some(({ signer }) => signer === id))
  for (const box of boxes) {
    if (box.kind !== 'signature' || box.signer !== '') continue
    const above = nearest(box, taken)?.signer
    box.signer = free.shift()?.id ?? above ?? people[0]?.id ?? ''
    taken.push(box)
  }
  const signatures = [...placed, ...boxes].filter(({ kind }) => kind === 'signature')
  for (const box of boxes) if (box.signer === '') box.signer = nearest(box, signatures)?.signer ?? people[0]?.id ?? ''
  return boxes
}

/** A line is signed above it: the room for a name in print is too low for a hand. */
function highEnough(place: OpenBlank['place'], height: number): OpenBlank['place'] {
  const h = Math.max(place.h, SIGNATURE_POINTS / height)
  return { ...place, h, y: Math.max(0, place.y + place.h - h) }
}

/** Whom the words name; empty: nobody, or several. */
function named(words: string | null, people: Surroundings['people']): string {
  const text = (words ?? '').toLowerCase()
  const found = people.filter(({ name }) => name !== '' && text.includes(name.toLowerCase()))
  return found.length === 1 ? found[0]!.id : ''
}

function nearest(box: Found, signatures: readonly Found[]): Found | undefined {
  // What stands beside a signature is of its column, and above or below it.
  const distance = (other: Found) =>
    Math.abs(other.page - box.page) * 10 + Math.abs(other.x - box.x) * 2 + Math.abs(other.y - box.y)
  return [...signatures].sort((a, b) => distance(a) - distance(b))[0]
}
