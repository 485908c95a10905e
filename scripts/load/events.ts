import type { Arrival } from './receiver.ts'

/** What a document has caused that hooks must hear of. */
export interface Expected {
  event: string
  documentId: string
  /** Null: of the document as a whole. */
  requestId: string | null
}

/** Once for a document; they name the first signer, or the last. */
const ONCE = new Set(['signing_request.sent', 'document.completed'])

const keyOf = ({ event, documentId, requestId }: Pick<Arrival, 'event' | 'documentId' | 'requestId'>, hook: number) =>
  [hook, event, documentId, ONCE.has(event) ? '' : requestId].join(' ')

/** Those that did not arrive, by hook. */
export function missing(expected: Expected[], arrivals: Arrival[], hooks: number): (Expected & { hook: number })[] {
  const arrived = new Set(arrivals.map((arrival) => keyOf(arrival, arrival.hook)))
  return Array.from({ length: hooks }, (_, hook) => hook).flatMap((hook) =>
    expected.filter((one) => !arrived.has(keyOf(one, hook))).map((one) => ({ ...one, hook })),
  )
}

/** How many arrivals repeated an event that the hook had already. */
export function duplicates(arrivals: Arrival[]): number {
  return arrivals.length - new Set(arrivals.map(({ hook, eventId }) => `${hook} ${eventId}`)).size
}
