import type { FieldValue } from '../../../domain/signing/values.ts'
import { sizeOfText } from './calls.ts'

export type Values = Map<string, FieldValue | null>

/** Below the megabyte that a reverse proxy commonly allows, and well below our server's limit. */
const BATCH_MAX_BYTES = 512 * 1024

/** As many values as fit into one call, in order; at least one, if there are any. */
export function firstBatch(values: Values): Values {
  const batch: Values = new Map()
  let bytes = 0
  for (const [id, value] of values) {
    bytes += sizeOfText(JSON.stringify({ [id]: value }))
    if (batch.size > 0 && bytes > BATCH_MAX_BYTES) break
    batch.set(id, value)
  }
  return batch
}
