import { WebhookSignatureError, webhooks } from '@countersign/sdk'

export type LeaseState = 'signed' | 'expired' | 'declined'

/** Our table of leases, by document. */
export const leases = new Map<string, LeaseState>()

/** Receives the webhooks. */
export async function receive(request: Request, secret: string): Promise<Response> {
  try {
    const event = await webhooks.unwrap(await request.text(), request.headers, { secret })
    if (event.event === 'document.completed') leases.set(event.document_id, 'signed')
    if (event.event === 'signing_request.expired') leases.set(event.document_id, 'expired')
    if (event.event === 'signing_request.declined') leases.set(event.document_id, 'declined')
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookSignatureError) return new Response(null, { status: 400 })
    throw error
  }
}
