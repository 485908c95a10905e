import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WebhookEvent, WebhookSignatureError, webhooks } from '@countersign/sdk'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
const [folder] = process.argv.slice(2)
if (!secret || !folder) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET and pass the folder for the events')
// With several machines: a table with the event's id as its key.
const inbox = folder

const app = new Hono()
app.post('/webhooks', async (c) => {
  try {
    // The raw body: the signature covers its bytes, not the parsed value.
    const event = await webhooks.unwrap(await c.req.text(), c.req.raw.headers, { secret })
    // Saved before it is acknowledged: when this fails, Hono answers 500 and the delivery comes again.
    if (await save(event)) handle(event)
    return c.body(null, 204)
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    return c.json({ error: error.message }, 400)
  }
})

/** Quick, and cannot fail; for work that can, see the Express example. */
function handle(event: WebhookEvent): void {
  if (event.event === 'document.completed') console.log(`${event.document_id} is complete: ${event.sha256}`)
  else if (event.event === 'ping') console.log('a ping')
  else console.log(`${event.event} of ${event.document_id}`)
}

/** Saves the event in a file of its own. False: it is there already, this delivery is a repeat. */
async function save(event: WebhookEvent): Promise<boolean> {
  await mkdir(inbox, { recursive: true })
  const path = join(inbox, `${event.event_id}.json`)
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeFile(part, JSON.stringify(event), { flush: true })
    // Complete or absent, and never a second time.
    await link(part, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST' && existsSync(path)) return false
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4000) }, ({ port }) => {
  console.log(`Listening at http://127.0.0.1:${port}/webhooks`)
})
