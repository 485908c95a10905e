import type { Warning } from '../../domain/sending/draft.ts'
import { remarkOf } from '../../domain/sending/remark.ts'

/** More than anybody reads in one message. */
const MOST = 5
/** What fits into the cookie of a message: base64 makes it a third longer, and a browser keeps 4,096 bytes. */
const MOST_BYTES = 2_000

/** A message with what its reader should know besides, each once; what is too much for one message is counted. */
export function remarked(text: string, warnings: readonly Warning[]): string {
  const remarks = [...new Set(warnings.map(remarkOf))]
  let all = text
  for (const [at, remark] of remarks.entries()) {
    const longer = `${all} ${remark}`
    if (at === MOST || Buffer.byteLength(longer) > MOST_BYTES)
      return `${all} And ${remarks.length - at} more like this.`
    all = longer
  }
  return all
}
