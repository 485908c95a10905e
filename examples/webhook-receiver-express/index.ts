import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Countersign, verifyWebhook, type WebhookEventOf, WebhookSignatureError } from '@countersign/sdk'
import { saveTo } from '@countersign/sdk/node'
import express from 'express'

const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
const [directory] = process.argv.slice(2)
if (!secret || !directory) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET and pass the folder for the signed files')

const client = new Countersign()
// In production both are database tables: deliveries are repeated until they get a 2xx response.
const seen = new Set<string>()
const kept = new Set<string>()

const app = express()
// The raw body, before any JSON parser: the signature covers its bytes, not the parsed value.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await verifyWebhook(request.body, request.header('x-service-signature'), secret)
    // Acknowledge first: a receiver that takes longer than 10 seconds gets the same delivery again.
    response.sendStatus(204)
    if (seen.has(event.event_id)) return
    seen.add(event.event_id)
    if (event.event === 'document.completed' && !kept.has(event.document_id)) await keep(event)
  } catch (error) {
    if (response.headersSent) console.error(error)
    else if (error instanceof WebhookSignatureError) response.status(400).json({ error: error.message })
    else throw error
  }
})

/** Stores the sealed PDF, whose hash must be the one in the event, and its audit trail. */
async function keep({ document_id, sha256 }: WebhookEventOf<'document.completed'>): Promise<void> {
  await mkdir(directory!, { recursive: true })
  await saveTo(join(directory!, `${document_id}.pdf`), await client.documents.downloadSigned(document_id), { sha256 })
  await saveTo(join(directory!, `${document_id}.audit.pdf`), await client.documents.downloadAuditTrail(document_id))
  kept.add(document_id)
  console.log(`${document_id} is kept: ${sha256}`)
}

const server = app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/webhooks`)
})
