import { actAsSigner } from '../domain/sandboxes/act.ts'
import { getClock, moveClock } from '../domain/sandboxes/clock.ts'
import {
  clearSandbox,
  createSandbox,
  deleteSandbox,
  type ListedSandbox,
  listSandboxes,
} from '../domain/sandboxes/manage.ts'
import { contentsOf, listMessages, type Message } from '../domain/sandboxes/messages.ts'
import type { components } from '../generated/openapi.ts'
import type { Handlers } from './contract.ts'
import { presentRow } from './present/signing-request.ts'

type Schemas = components['schemas']

/** What `/sandboxes` and `/sandbox` do (contract 1.13). */
export const sandboxes = {
  async listSandboxes(call) {
    const sandboxes = await listSandboxes(call.ctx, call.actor)
    return call.reply(200, { sandboxes: sandboxes.map(presentSandbox) })
  },

  async createSandbox(call) {
    const { name, expires_in: expiresIn } = call.body.data
    const { sandbox, key } = await createSandbox(call.ctx, call.actor, { name, expiresIn })
    return call.reply(201, { ...presentSandbox(sandbox), key })
  },

  async deleteSandbox(call) {
    await deleteSandbox(call.ctx, call.actor, call.params.id)
    return call.reply(204)
  },

  async clearSandbox(call) {
    await clearSandbox(call.ctx, call.actor)
    return call.reply(204)
  },

  async listMessages(call) {
    const { to, channel, document_id: documentId, after, wait = '0' } = call.query
    const filter = { to, channel, documentId, after: after === undefined ? undefined : Number(after) }
    const messages = await listMessages(call.ctx, call.actor, filter, Number(wait), call.signal)
    return call.reply(200, { messages: messages.map(presentMessage) })
  },

  async actAsSigner(call) {
    const view = await actAsSigner(call.ctx, call.actor, call.params.id, call.body.data)
    return call.reply(200, presentRow(call.ctx, call.actor, view))
  },

  async getClock(call) {
    const now = await getClock(call.ctx, call.actor)
    return call.reply(200, { now: now.toISOString() })
  },

  async moveClock(call) {
    const { now, ran } = await moveClock(call.ctx, call.actor, call.body.data)
    return call.reply(200, { now: now.toISOString(), ran })
  },
} satisfies Partial<Handlers>

function presentSandbox({ id, name, slug, createdAt, endsAt, now }: ListedSandbox): Schemas['Sandbox'] {
  const at = { created_at: createdAt.toISOString(), ends_at: endsAt.toISOString(), now: now.toISOString() }
  return { id, name, slug, ...at }
}

function presentMessage(message: Message): Schemas['SandboxMessage'] {
  const { id, channel, kind, recipient, subject, body, html, document_id, signing_request_id, created_at } = message
  return {
    id: String(id),
    channel,
    kind,
    to: recipient,
    subject,
    text: body,
    html,
    ...contentsOf(message),
    document_id,
    signing_request_id,
    at: created_at.toISOString(),
  }
}
