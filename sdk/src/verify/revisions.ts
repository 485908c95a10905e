import { latin1 } from './der.ts'
import type { FileHashes } from './hash.ts'
import { indexOf } from './pdf-xref.ts'
import type { AuditEvent, Revision } from './types.ts'

const MAX_REVISIONS = 512
const MARK = '%%EOF'
const LINE_FEED = 10
const isLineEnd = (byte: number | undefined) => byte === LINE_FEED || byte === 13

interface NamedRevision {
  event: AuditEvent
  length: number
  sha256: string
}

/**
 * The revisions that events name: `length` and `sha256`, or `original_length` and `original_sha256`, in their `meta`.
 * The file that was staged for a review does not count: the one that was confirmed may be another.
 */
export function revisionsIn(events: AuditEvent[]): NamedRevision[] {
  const confirmed = events.find((event) => event.type === 'confirmed' && factsOf(event).has('sha256'))
  return events.flatMap((event) => {
    const meta = factsOf(event)
    // What stood before the header was cut off, or the encryption removed: the original is no prefix of the file then.
    const changed = meta.has('leading_bytes_removed') || meta.has('encryption_removed')
    const isReplaced = confirmed !== undefined && event.type === 'created'
    const prefixes = [...(changed ? [] : ['original_']), ...(isReplaced ? [] : [''])]
    return prefixes.flatMap((prefix) => {
      const [length, sha256] = [meta.get(`${prefix}length`), meta.get(`${prefix}sha256`)]
      return typeof length === 'number' && typeof sha256 === 'string' ? [{ event, length, sha256 }] : []
    })
  })
}

const factsOf = ({ meta }: AuditEvent): Map<string, unknown> =>
  typeof meta === 'object' && meta !== null ? new Map(Object.entries(meta)) : new Map()

/**
 * Every prefix of the file that ends as a PDF does (`startxref`, an offset, `%%EOF`), and every prefix that an event
 * names, with its hash. Whatever line ends stand after the mark belong to the prefix, but for the last line feed in
 * front of further bytes: every revision of ours begins with one, because an upload may end without.
 */
export async function listRevisions(hashes: FileHashes, named: NamedRevision[]): Promise<Revision[]> {
  const { bytes } = hashes
  const ends: number[] = []
  for (let at = indexOf(bytes, MARK, 0); at >= 0; at = indexOf(bytes, MARK, at + 1)) {
    // A linearized file announces its first part with offset 0: no revision ends there.
    if (!/startxref\s+[1-9]\d*\s+$/.test(latin1(bytes.subarray(Math.max(0, at - 40), at)))) continue
    let end = at + MARK.length
    while (isLineEnd(bytes[end])) end++
    if (end < bytes.length && end > at + MARK.length && bytes[end - 1] === LINE_FEED) end--
    ends.push(end)
  }
  // The newest are ours; an upload may bring any number.
  const lengths = new Set(ends.slice(-MAX_REVISIONS))
  for (const { length } of named)
    if (Number.isSafeInteger(length) && length > 0 && length <= bytes.length) lengths.add(length)
  const sorted = [...lengths].sort((a, b) => a - b)
  const revisions: Revision[] = []
  for (const length of sorted) {
    const sha256 = await hashes.prefix(length)
    const kind = named.find((revision) => revision.length === length && revision.sha256 === sha256)?.event.type
    revisions.push({ length, sha256, ...(typeof kind === 'string' ? { kind } : {}) })
  }
  return revisions
}

/**
 * Revisions of renewals that are longer than the file are passed over: it is the file from before them.
 * @throws naming the first event whose revision is no prefix of the file.
 */
export function checkNamedRevisions(named: NamedRevision[], revisions: Revision[], fileLength: number): string {
  const [before, later] = [[] as NamedRevision[], [] as NamedRevision[]]
  for (const one of named) (one.event.type === 'renewed' && one.length > fileLength ? later : before).push(one)
  for (const { event, length, sha256 } of before) {
    if (revisions.some((revision) => revision.length === length && revision.sha256 === sha256)) continue
    throw new Error(`the first ${length} bytes are not what event ${event.seq} says (SHA-256 ${sha256})`)
  }
  return `${before.length} named by events${later.length > 0 ? `, ${later.length} renewals after this file` : ''}`
}
