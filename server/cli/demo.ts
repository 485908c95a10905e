import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Countersign, type SigningRequestCreated } from '../../sdk/src/index.ts'
import { saveTo } from '../../sdk/src/node.ts'
import { readOutbox } from '../domain/messages/outbox.ts'
import { verifyPdf } from '../pdf/verify.ts'
import { signHeadlessly } from './demo/headless-signer.ts'
import { makeLease } from './demo/lease.ts'
import { createProgress, type Progress } from './demo/progress.ts'
import { startWebhookReceiver, type WebhookReceiver } from './demo/receiver.ts'
import { createDemoKey, createFolder, type DemoServer, startDemoServer } from './demo/server.ts'
import { demoTemplate } from './demo/template.ts'

const SIGNERS = [
  { role: 'tenant', name: 'Ada Lovelace', email: 'ada@example.com' },
  {
    role: 'landlord',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone_e164: '+12025550123',
    require_sms_verification: true,
  },
]

/**
 * `countersign demo [--out DIR]`: a real server, a real PDF, two signers, webhooks, and verification of the result.
 * Then the same from a template.
 * Leaves only `signed.pdf`, `audit-trail.pdf` and `offer.pdf` in DIR.
 */
export async function runDemo(out: string): Promise<void> {
  const outDir = resolve(out)
  const closers: Closer[] = []
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new DemoError('interrupted'))
  // The first signal ends the demo after the current step and cleans up; a second one ends it immediately.
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    const start = performance.now()
    const progress = createProgress(process.stdout, interruption.signal)
    await demo(outDir, progress, closers)
    progress.note(`\nDone in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  } finally {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}

type Closer = () => Promise<void>
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

async function demo(outDir: string, progress: Progress, closers: Closer[]): Promise<void> {
  const { step, note } = progress
  note('Countersign, from a PDF to a verified signature\n')

  await mkdir(outDir, { recursive: true })
  const folder = await createFolder()
  closers.push(folder.remove)
  const apiKey = await step(
    'Prepare',
    () => createDemoKey(folder.path),
    () => 'a database, a workspace and its key',
  )
  const receiver = await startWebhookReceiver()
  closers.push(receiver.close)
  const server = await step(
    'Start',
    () => startDemoServer(folder.path),
    ({ ctx }) => ctx.config.publicUrl,
  )
  closers.push(server.stop)

  const client = new Countersign({ apiKey, baseUrl: server.ctx.config.apiUrl })
  await step(
    'Check the key',
    () => client.me.get(),
    ({ workspace, key }) => `workspace ${workspace.name}, scope ${key.scopes}`,
  )
  const created = await step(
    'Send',
    () => send(client, receiver),
    ({ anchors, documentId }) => `${anchors.found} markers found, document ${documentId}`,
  )
  await step('Webhook', () => receiver.received('signing_request.sent'), eventLine)
  for (const { signingUrl, signingRequestId, name, signatureLevel } of created.signers) {
    const ofSigner = (event: { signing_request_id: string }) => event.signing_request_id === signingRequestId
    await step(
      'Sign',
      () => signHeadlessly(signingUrl, name ?? '', () => newestCode(server)),
      () => `${name}, through the page's own calls${signatureLevel === 'aes' ? ', with a code by SMS' : ''}`,
    )
    if (signatureLevel === 'aes') {
      await step('Webhook', () => receiver.received('signing_request.sms_sent', ofSigner), eventLine)
      await step('Webhook', () => receiver.received('signing_request.sms_verified', ofSigner), eventLine)
    }
    await step('Webhook', () => receiver.received('signing_request.viewed', ofSigner), eventLine)
    await step('Webhook', () => receiver.received('signing_request.signed', ofSigner), eventLine)
  }
  const completed = await step('Webhook', () => receiver.received('document.completed'), eventLine)

  const { documentId } = created
  const signed = await step(
    'Download',
    async () =>
      saveTo(join(outDir, 'signed.pdf'), await client.documents.downloadSigned(documentId), {
        sha256: completed.sha256,
      }),
    ({ length, sha256 }) => `signed.pdf, ${length} bytes, SHA-256 ${sha256.slice(0, 16)}…`,
  )
  const trail = await step(
    'Download',
    async () => saveTo(join(outDir, 'audit-trail.pdf'), await client.documents.downloadAuditTrail(documentId)),
    ({ length }) => `audit-trail.pdf, ${length} bytes`,
  )
  await step(
    'Verify',
    () => verify(client, server, documentId, signed.path),
    (summary) => summary,
  )

  note('\nThe same from a template, with a review\n')
  const offer = await demoTemplate(client, progress, outDir)
  await step(
    'Verify',
    () => verify(client, server, offer.documentId, offer.path),
    (summary) => summary,
  )
  note(`\n  ${signed.path}\n  ${trail.path}\n  ${offer.path}`)
}

/** The code on the signer's phone: in the development mailbox. */
async function newestCode({ ctx }: DemoServer): Promise<string> {
  const sms = (await readOutbox(ctx)).find(({ channel }) => channel === 'sms')
  const code = sms?.body.match(/#(\d+)$/)?.[1]
  if (code === undefined) throw new DemoError('no code was sent')
  return code
}

async function send(client: Countersign, receiver: WebhookReceiver): Promise<SigningRequestCreated> {
  const created = await client.signingRequests.create({
    file: await makeLease(),
    filename: 'lease.pdf',
    title: 'Lease of 1 Main Street',
    signers: SIGNERS,
    metadata: { order: 'demo-1' },
    callback_url: receiver.url,
  })
  if (!created.callback) throw new DemoError('the create call returned no webhook secret')
  receiver.setSecret(created.callback.secret)
  return created
}

/** Verifies the seal, its time-stamp and the audit chain using only the file, the events and the root certificates. */
async function verify(client: Countersign, server: DemoServer, documentId: string, path: string): Promise<string> {
  const [bytes, { events }] = await Promise.all([readFile(path), client.documents.auditEvents(documentId)])
  const { roots } = server.ctx.sealer.certificates()
  const { ok, checks, seal } = await verifyPdf(bytes, { roots, audit: events })
  const failed = checks.filter((check) => !check.ok).map(({ name, detail }) => `${name}: ${detail}`)
  if (!ok || !seal) throw new DemoError(`the sealed file is not valid: ${failed.join('; ')}`)
  return `${checks.length} checks, PAdES ${seal.level}, ${events.length} audit events`
}

function eventLine({ event, signer }: { event: string; signer: { name: string | null } }): string {
  return `${event} (${signer.name}), signature verified`
}

/** An error to print without a stack. */
class DemoError extends Error {
  override readonly name = 'DemoError'
  readonly code = 'DEMO'
}
