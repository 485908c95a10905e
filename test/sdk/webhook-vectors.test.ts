import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Vector } from '../../scripts/generate/webhook-vectors.ts'
import { WebhookSignatureError, webhooks } from '../../sdk/src/index.ts'
import { signatureHeader } from '../../server/domain/hooks/sign.ts'

const file = resolve(import.meta.dirname, '../../spec/webhook-test-vectors.json')
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }
const signaturesIn = (header: string) => [...header.matchAll(/\bv1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex]) => hex!)

describe('the test vectors', () => {
  it.each(vectors)('of the check of signatures: $name', async ({ secrets, header, body, now, fails_on, ...rest }) => {
    expect(createHash('sha256').update(body).digest('hex')).toBe(rest.body_sha256)
    const options = { secret: secrets, now: new Date(now * 1_000) }
    const headers = new Headers(header === null ? {} : { 'X-Service-Signature': header })
    const outcome = await webhooks.unwrap(body, headers, options).then(
      () => null,
      (error: unknown) => (error instanceof WebhookSignatureError ? error.check : error),
    )
    expect(outcome).toBe(fails_on)
    if (header === null || fails_on === 'header') return
    // What the server signs with each of the secrets at that time is in the header, or it is not.
    const t = Number(/\bt=(\d+)/.exec(header)![1])
    const own = signaturesIn(signatureHeader(secrets, body, new Date(t * 1_000)))
    expect(signaturesIn(header).some((signature) => own.includes(signature))).toBe(fails_on !== 'signature')
  })

  it('have names of their own, and each outcome', () => {
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
    expect(new Set(vectors.map(({ fails_on }) => fails_on))).toEqual(new Set([null, 'header', 'signature', 'time']))
  })
})
