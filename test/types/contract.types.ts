// Compiled by the type check, never run: every deliberate mistake below must be a compile error.

import type { Call, Handler, Handlers, Reply } from '../../server/api/contract.ts'
import type { components } from '../../server/generated/openapi.ts'

declare const handlers: Handlers
declare const me: components['schemas']['Me']

// A missing handler.
// @ts-expect-error Property 'getMe' is missing
export const missing: Handlers = (({ getMe, ...rest }: Handlers) => rest)(handlers)

// A handler that answers for another operation.
// @ts-expect-error an answer of getDocument is none of getMe
export const swapped: Handler<'getMe'> = handlers.getDocument

// Correct code compiles.
export const right: Handler<'remindSigningRequest'> = async (call) => {
  const { id } = call.params
  if (id === 'expired') call.fail('expired', 'too late')
  if (id === 'state')
    call.fail('invalid_state', 'not now', { meta: { status: 'signed', allowed: ['pending', 'viewed'] } })
  if (id === 'soon') call.fail('rate_limited', 'wait', { headers: { 'Retry-After': '60' } })
  return call.reply(200, {
    signingRequestId: id,
    documentId: id,
    status: 'pending',
    channel: 'email',
    emailed: true,
    texted: false,
    remindedAt: '',
    reminderCount: 1,
    nextRemindAllowedAt: '',
    expiresAt: '',
  })
}

export const bodies: Handler<'getMe'> = async (call) => {
  // @ts-expect-error a wrong status
  call.reply(201, me)
  // @ts-expect-error an error status is for fail
  call.reply(401, { error: '', code: 'invalid_key' })
  // @ts-expect-error a missing key
  call.reply(200, { workspace: me.workspace, key: me.key, capabilities: me.capabilities })
  // @ts-expect-error a key too many
  call.reply(200, { ...me, plan: 'x' as const, workspace: { ...me.workspace, plan: 'x' } })
  // @ts-expect-error a missing body
  return call.reply(200)
}

export const codes: Handler<'remindSigningRequest'> = async (call) => {
  // @ts-expect-error a code of another operation
  if (call.requestId === '1') call.fail('not_editable', 'no')
  // @ts-expect-error a code that does not exist
  if (call.requestId === '2') call.fail('nope', 'no')
  // @ts-expect-error meta is missing
  if (call.requestId === '3') call.fail('invalid_state', 'no')
  // @ts-expect-error meta without what it must hold
  if (call.requestId === '4') call.fail('invalid_state', 'no', { meta: { status: 'signed' } })
  // @ts-expect-error this code carries no meta
  if (call.requestId === '5') call.fail('expired', 'no', { meta: { status: 'signed' } })
  return call.fail('not_found', 'no')
}

export const topLevel = (call: Call<'createSigningRequest'>): never => {
  const problems = [{ field: 'metadata', code: 'not_flat' as const, message: '' }]
  if (call.requestId === '1') call.fail('invalid_metadata', 'no', { problems })
  // @ts-expect-error problems stands at top level, not in meta
  return call.fail('invalid_metadata', 'no', { meta: { problems } })
}

export const files = (call: Call<'getSignedDocument'>): Reply<'getSignedDocument'>[] => [
  call.reply(200, new Uint8Array()),
  call.reply(206, new ReadableStream<Uint8Array>()),
  call.reply(304),
  // @ts-expect-error a file is bytes
  call.reply(200, { bytes: [] }),
  // @ts-expect-error 304 has no body
  call.reply(304, new Uint8Array()),
]

export const inputs = (call: Call<'createSigningRequest'>): string[] => {
  // The media types are distinguished.
  const source = call.body.mediaType === 'application/json' ? call.body.data.file_url : call.body.data.file.filename
  // @ts-expect-error no such header is documented
  call.headers.Accept
  // @ts-expect-error no such parameter
  call.params?.id
  return [source ?? '', call.headers['Idempotency-Key'] ?? '', ...call.body.data.signers.map((signer) => signer.email)]
}

export const actors = (open: Call<'createDocumentRetired'>, closed: Call<'getMe'>): string => {
  // @ts-expect-error the retired routes do not read the key
  open.actor.keyId
  return closed.actor.keyId
}
