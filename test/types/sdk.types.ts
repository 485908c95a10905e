// Compiled by the type check, never run: every deliberate mistake below must be a compile error.
import {
  ApiError,
  type Countersign,
  type MinimalWebhookEvent,
  verifyWebhook,
  type WebhookEventOf,
} from '../../sdk/src/index.ts'

declare const client: Countersign
declare const thrown: unknown
const file = new Uint8Array()
const signers = [{ email: 'ada@example.com' }]

export async function calls() {
  const created = await client.signingRequests.create({ file, signers }, { idempotencyKey: 'order-1', timeout: 1 })
  created.signers[0]?.signingUrl satisfies string | undefined
  // @ts-expect-error no such member
  created.document_id
  await client.signingRequests.create({ file_url: 'https://example.com/a.pdf', signers })
  // @ts-expect-error one source, not two
  await client.signingRequests.create({ file, file_url: 'https://example.com/a.pdf', signers })
  // @ts-expect-error one source, not none
  await client.signingRequests.create({ signers })
  // @ts-expect-error a path is no file
  await client.signingRequests.create({ file: 'contract.pdf', signers })
  // @ts-expect-error signers are strict
  await client.signingRequests.create({ file, signers: [{ email: 'ada@example.com', nickname: 'A' }] })
  // @ts-expect-error a dry run is validate()
  await client.signingRequests.create({ file, signers, validate_only: true })
  // @ts-expect-error only create takes a key
  await client.signingRequests.withdraw('id', {}, { idempotencyKey: 'order-1' })
  // @ts-expect-error one event has no problems
  ;(await client.signingRequests.validate({ file, signers })).documentId
}

export function errors() {
  if (!(thrown instanceof ApiError)) return
  if (thrown.is('duplicate_anchor')) thrown.body.meta.page satisfies number
  if (thrown.is('ip_not_allowed')) thrown.body.ip satisfies string | null
  // @ts-expect-error no such code
  thrown.is('no_such_code')
  // Newer codes are possible, so any string may be compared.
  if (thrown.code === 'brand_new') return
}

export async function webhooks(raw: string, header: string | undefined) {
  const event = await verifyWebhook(raw, header, 'whsec_')
  switch (event.event) {
    case 'document.completed':
      event.sha256 satisfies string
      event satisfies WebhookEventOf<'document.completed'>
      // @ts-expect-error the completed document has no reason
      return event.reason
    case 'signing_request.declined':
      return event.reason satisfies string | null
  }
  const minimal = await verifyWebhook<MinimalWebhookEvent>(raw, header, 'whsec_')
  // @ts-expect-error a minimal body names nobody
  return minimal.signer
}

export async function openChoices() {
  const { status, signers } = await client.documents.get('id')
  status satisfies string
  if (status === 'signed') return signers[0]?.status
  // A value that is newer than this package.
  if (status === 'brand_new') return
  const { data, response, requestId } = await client.hooks.list().withResponse()
  data[0]?.id satisfies string | undefined
  response.headers satisfies Headers
  requestId satisfies string | null
  // @ts-expect-error the list has no such member
  data[0]?.url
}
