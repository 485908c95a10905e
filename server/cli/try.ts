import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Countersign, type SigningRequestCreated } from '../../sdk/src/index.ts'
import { saveTo } from '../../sdk/src/node.ts'
import type { RunningServer } from '../main.ts'
import { verifyPdf } from '../pdf/verify.ts'
import { CommandError } from './errors.ts'
import { makeLease } from './local/lease.ts'
import { createProgress, type Progress } from './local/progress.ts'
import { startWebhookReceiver, type WebhookReceiver } from './local/receiver.ts'
import { createFolder, createLocalKey, startLocalServer } from './local/server.ts'
import { tryTemplate } from './local/template.ts'
import { interruptible } from './signals.ts'

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

const WAIT_SECONDS = 20

/**
 * `countersign try [--out DIR]`: a real server, a sandbox, a real PDF, two signers, webhooks, and verification of the
 * result. Then the same from a template.
 * Leaves only `signed.pdf`, `audit-trail.pdf` and `offer.pdf` in DIR.
 */
export async function tellStory(out: string): Promise<void> {
  const closers: Closer[] = []
  await interruptible(async (signal) => {
    const start = performance.now()
    const progress = createProgress(process.stdout, signal)
    try {
      await tell(resolve(out), progress, closers)
    } finally {
      for (let close = closers.pop(); close; close = closers.pop()) await close()
    }
    progress.note(`\nDone in ${((performance.now() - start) / 1000).toFixed(1)} s.\n${NEXT}`)
  })
}

type Closer = () => Promise<void>

const NEXT = `
Next, in the folder of your own program:
  npx countersign init   writes a file that sends a PDF and receives webhooks
  npx countersign dev    runs a server to write it against, and shows what happens there`

async function tell(outDir: string, progress: Progress, closers: Closer[]): Promise<void> {
  const { step, note } = progress
  note('Countersign, from a PDF to a verified signature\n')

  await mkdir(outDir, { recursive: true })
  const folder = await createFolder()
  closers.push(folder.remove)
  const server = await step(
    'Server',
    () => startLocalServer(folder.path),
    ({ ctx }) => `${ctx.config.publicUrl}, with a database and a seal of its own`,
  )
  closers.push(server.stop)
  const receiver = await startWebhookReceiver()
  closers.push(receiver.close)

  const live = new Countersign({ apiKey: await createLocalKey(server.ctx, 'Try'), baseUrl: server.ctx.config.apiUrl })
  const { key: apiKey } = await step(
    'Sandbox',
    () => live.sandboxes.create({ name: 'Try it' }),
    () => 'a workspace to test in, which sends nothing to anybody',
  )
  const client = live.withOptions({ apiKey })
  const created = await step(
    'Send',
    () => send(client, receiver),
    ({ anchors }) => `lease.pdf to two people; ${anchors.found} markers in its text say who signs where`,
  )
  await step(
    'Email',
    () => firstMail(client),
    ({ to, subject }) => `to ${to}: ${subject}`,
  )
  await step('Webhook', () => receiver.received('signing_request.sent'), eventLine)
  for (const { signingRequestId, name, signatureLevel } of created.signers) {
    const ofSigner = (event: { signing_request_id: string }) => event.signing_request_id === signingRequestId
    const withCode = signatureLevel === 'aes'
    await step(
      'Sign',
      () => client.sandbox.act(signingRequestId, { do: 'sign' }),
      () => `${name}, as on the page of the link${withCode ? ', with a code by SMS' : ''}`,
    )
    if (withCode) {
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
  const verified = (id: string, path: string) =>
    step(
      'Verify',
      () => verify(client, server, id, path),
      (summary) => summary,
    )
  await verified(documentId, signed.path)

  note('\nThe same from a template, with a review\n')
  const offer = await tryTemplate(live, client, progress, outDir)
  await verified(offer.documentId, offer.path)
  note(`\n  ${signed.path}\n  ${trail.path}\n  ${offer.path}`)
}

async function firstMail(client: Countersign) {
  const [mail] = await client.sandbox.messages({ wait: WAIT_SECONDS })
  if (!mail) throw new CommandError(`no invitation within ${WAIT_SECONDS} s`)
  return mail
}

async function send(client: Countersign, receiver: WebhookReceiver): Promise<SigningRequestCreated> {
  const created = await client.signingRequests.create({
    file: await makeLease(SIGNERS.map(({ role }) => role)),
    filename: 'lease.pdf',
    title: 'Lease of 1 Main Street',
    signers: SIGNERS,
    metadata: { order: 'try-1' },
    callback_url: receiver.url,
  })
  if (!created.callback) throw new CommandError('the create call returned no webhook secret')
  receiver.setSecret(created.callback.secret)
  return created
}

/** Verifies the seal, its time-stamp and the audit chain using only the file, the events and the root certificates. */
async function verify(client: Countersign, server: RunningServer, documentId: string, path: string): Promise<string> {
  const [bytes, { events }] = await Promise.all([readFile(path), client.documents.auditEvents(documentId)])
  const { roots } = (await server.ctx.testSealer()).certificates()
  const { ok, checks, seal } = await verifyPdf(bytes, { roots, audit: events })
  const failed = checks.filter((check) => !check.ok).map(({ name, detail }) => `${name}: ${detail}`)
  if (!ok || !seal) throw new CommandError(`the sealed file is not valid: ${failed.join('; ')}`)
  return `${checks.length} checks, PAdES ${seal.level}, ${events.length} audit events`
}

function eventLine({ event, signer }: { event: string; signer: { name: string | null } }): string {
  return `${event} (${signer.name}), signature verified`
}
