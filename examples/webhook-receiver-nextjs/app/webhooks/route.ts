import { verifyWebhook, WebhookSignatureError } from '@countersign/sdk'

// In production: in a database, since deliveries are repeated until they get a 2xx response.
const seen = new Set<string>()

export async function POST(request: Request): Promise<Response> {
  const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
  if (!secret) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET to the whsec_… of the hook')
  try {
    // text(), not json(): the signature covers the body's bytes, not the parsed value.
    const event = await verifyWebhook(await request.text(), request.headers.get('x-service-signature'), secret)
    if (!seen.has(event.event_id)) {
      seen.add(event.event_id)
      if (event.event === 'document.completed') console.log(`${event.document_id} is complete: ${event.sha256}`)
      else console.log(event.event)
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    return Response.json({ error: error.message }, { status: 400 })
  }
}
