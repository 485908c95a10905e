import type { Ctx } from '../../context.ts'
import { PREVIEWED } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { streamRevisions } from '../records/stored-bytes.ts'
import { assertMaySign } from '../signers/checks.ts'
import { drawRevision, marksOf } from './draw-revision.ts'
import { readBasis, readyToSign, type SigningInput } from './ready.ts'

export interface SigningPreview {
  /** The document as it would be signed now. */
  stream: ReadableStream<Uint8Array>
  length: number
  /** What `completeSigning` compares; null: the signer has no table, and nothing is compared. */
  seen: string | null
}

/**
 * The document as it would be signed now, with the signer's marks and rows; nothing of it is kept (decision 0047).
 * @throws DomainError as `assertMaySign`, `readyToSign` and `drawRevision`; `rate_limited`
 */
export async function previewSigning(ctx: Ctx, actor: Actor, input: SigningInput): Promise<SigningPreview> {
  assertMay(ctx, actor, 'previewSigning')
  assertMaySign(actor.signer, ctx.clock.now())
  const { allowed, resetSeconds } = await takeToken(ctx, `preview:${actor.signingRequestId}`, PREVIEWED)
  if (!allowed)
    throw new DomainError('rate_limited', 'too many previews were asked for', { retryInSeconds: resetSeconds })
  const basis = await readBasis(ctx, actor)
  const ready = await readyToSign(ctx, actor, basis, input, {})
  const { document, revisions } = basis
  const { delta, length, seen } = await drawRevision(ctx, document, revisions, await marksOf(ctx.db, ready, revisions))
  const before = await streamRevisions(ctx, document, revisions)
  return { stream: followedBy(before, delta), length, seen }
}

function followedBy(stream: ReadableStream<Uint8Array>, last: Uint8Array): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      flush(controller) {
        controller.enqueue(last)
      },
    }),
  )
}
