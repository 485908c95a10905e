import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WebhookEvent, WebhookSignatureError, webhooks } from '@countersign/sdk'

export async function POST(request: Request): Promise<Response> {
  const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
  const inbox = process.env.EVENTS_DIRECTORY
  if (!secret || !inbox) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET and EVENTS_DIRECTORY')
  try {
    // text(), not json(): the signature covers the body's bytes, not the parsed value.
    const event = await webhooks.unwrap(await request.text(), request.headers, { secret })
    // Saved before it is acknowledged.
    if (await save(inbox, event)) handle(event)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookSignatureError) return Response.json({ error: error.message }, { status: 400 })
    // The delivery comes again.
    console.error(error)
    return new Response(null, { status: 500 })
  }
}

/** Quick, and cannot fail; for work that can, see the Express example. */
function handle(event: WebhookEvent): void {
  if (event.event === 'document.completed') console.log(`${event.document_id} is complete: ${event.sha256}`)
  else console.log(event.event)
}

/** Saves the event in a file of its own. False: it is there already, this delivery is a repeat. */
async function save(inbox: string, event: WebhookEvent): Promise<boolean> {
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
