import { verifyWebhook, WebhookSignatureError } from '@countersign/sdk'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
if (!secret) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET to the whsec_… of the hook')

// In production: in a database, since deliveries are repeated until they get a 2xx response.
const seen = new Set<string>()

const app = new Hono()
app.post('/webhooks', async (c) => {
  try {
    // The raw body: the signature covers its bytes, not the parsed value.
    const event = await verifyWebhook(await c.req.text(), c.req.header('x-service-signature'), secret)
    if (seen.has(event.event_id)) return c.body(null, 204)
    seen.add(event.event_id)
    if (event.event === 'document.completed') console.log(`${event.document_id} is complete: ${event.sha256}`)
    else if (event.event === 'ping') console.log('a ping')
    else console.log(`${event.event} of ${event.document_id}`)
    return c.body(null, 204)
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    return c.json({ error: error.message }, 400)
  }
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4000) }, ({ port }) => {
  console.log(`Listening at http://127.0.0.1:${port}/webhooks`)
})
