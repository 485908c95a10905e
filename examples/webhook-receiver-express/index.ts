import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Countersign, type WebhookEvent, type WebhookEventOf, WebhookSignatureError, webhooks } from '@countersign/sdk'
import { saveTo } from '@countersign/sdk/node'
import express from 'express'

const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET
const [directory] = process.argv.slice(2)
if (!secret || !directory) throw new Error('set COUNTERSIGN_WEBHOOK_SECRET and pass the folder for the signed files')

const client = new Countersign()
// With several machines: a table with the event's id as its key.
const inbox = join(directory, 'events')

const app = express()
// The raw body, before any JSON parser: the signature covers its bytes, not the parsed value.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  let event: WebhookEvent
  try {
    event = await webhooks.unwrap(request.body, request.headers, { secret })
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    response.status(400).json({ error: error.message })
    return
  }
  // Saved before it is acknowledged: when this fails, Express answers 500 and the delivery comes again.
  await save(event)
  response.sendStatus(204)
  // Afterwards: a receiver that takes longer than 10 seconds gets the same delivery again.
  workSoon()
})

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

let working = Promise.resolve()
/** One after the other: no event is worked on twice at the same time. */
function workSoon(): void {
  working = working.then(work).catch(console.error)
}

/** Works on every saved event that is not done, also those that failed before or that the last run left. */
async function work(): Promise<void> {
  await mkdir(inbox, { recursive: true })
  const names = await readdir(inbox)
  for (const name of names.filter((name) => name.endsWith('.json') && !names.includes(`${name}.done`))) {
    try {
      const event = JSON.parse(await readFile(join(inbox, name), 'utf8')) as WebhookEvent
      if (event.event === 'document.completed') await keep(event)
      await writeFile(join(inbox, `${name}.done`), '')
    } catch (error) {
      console.error(error)
    }
  }
}

/** Stores the sealed PDF, whose hash must be the one in the event, and its audit trail. */
async function keep({ document_id, sha256 }: WebhookEventOf<'document.completed'>): Promise<void> {
  await saveTo(join(directory!, `${document_id}.pdf`), await client.documents.downloadSigned(document_id), { sha256 })
  await saveTo(join(directory!, `${document_id}.audit.pdf`), await client.documents.downloadAuditTrail(document_id))
  console.log(`${document_id} is kept: ${sha256}`)
}

const server = app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/webhooks`)
  workSoon()
  setInterval(workSoon, 60_000)
})
