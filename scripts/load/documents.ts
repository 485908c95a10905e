import { performance } from 'node:perf_hooks'
import { ApiError } from '../../sdk/src/index.ts'
import type { Expected } from './events.ts'
import type { Send, Sent } from './sender.ts'
import { PageError, Signer } from './signer.ts'

/** What the documents of a run took, in ms, and what became of them. */
export interface Taken {
  /** From the time that was planned to the answer. */
  create: number[]
  /** From a signer's press on the link to the document on the page, and on "Finish" to the answer. */
  open: number[]
  sign: number[]
  /** From the time that was planned to the answer to the last signature. */
  whole: number[]
}

export interface Documents {
  planned: number
  created: number
  /** Those that everybody has signed. */
  signed: { sent: Sent; last: Signer }[]
  taken: Taken
  /** What hooks must hear of. */
  expected: Expected[]
  /** How often each went wrong. */
  errors: Map<string, number>
}

export const noDocuments = (): Documents => ({
  ...{ planned: 0, created: 0, signed: [], expected: [], errors: new Map<string, number>() },
  taken: { create: [], open: [], sign: [], whole: [] },
})

/** Sends a document and has everybody sign, one after the other; never rejects. */
export async function takeThrough(documents: Documents, send: Send, plannedAt: number, index: number): Promise<void> {
  const { taken, expected } = documents
  documents.planned++
  const created = await attempt(documents, 'create', plannedAt, taken.create, () => send(index))
  if (!created) return
  const sent = created.result
  documents.created++
  const { documentId } = sent
  const signers = sent.signers.map(({ url, requestId }) => ({ signer: new Signer(url), requestId }))
  expected.push({ event: 'signing_request.sent', documentId, requestId: null })
  for (const { signer, requestId } of signers) {
    if (!(await attempt(documents, 'open', performance.now(), taken.open, () => signer.open()))) return
    expected.push({ event: 'signing_request.viewed', documentId, requestId })
    if (!(await attempt(documents, 'sign', performance.now(), taken.sign, () => signer.sign()))) return
    expected.push({ event: 'signing_request.signed', documentId, requestId })
  }
  taken.whole.push(performance.now() - plannedAt)
  expected.push({ event: 'document.completed', documentId, requestId: null })
  documents.signed.push({ sent, last: signers.at(-1)!.signer })
}

/** @returns what `work` does; null when it failed, which is counted */
async function attempt<T>(
  { errors }: Documents,
  step: string,
  from: number,
  into: number[],
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  try {
    const result = await work()
    into.push(performance.now() - from)
    return { result }
  } catch (error) {
    const what = `${step}: ${reasonOf(error)}`
    errors.set(what, (errors.get(what) ?? 0) + 1)
    return null
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}`
  if (error instanceof PageError) return error.message
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : ''
  return error.name + cause
}
