import { randomUUID } from 'node:crypto'
import type { KeyScope } from '../../server/db/schema.ts'
import { type Operation, type OperationId, operations } from '../../server/generated/operations.ts'
import { createForm } from './flow.ts'
import type { CallInit } from './server.ts'
import { importForm, LEASE_FIELDS, LEASE_RECIPIENTS, LEASE_VALUES, leaseModel } from './templates.ts'

/** Every operation that reads a key, in a form a test can call. */
export const keyed: Operation[] = Object.values<Operation>(operations).filter(({ authenticated }) => authenticated)

/** The objects that the calls refer to. */
export interface Subject {
  documentId: string
  signingRequestId: string
  hookId?: string
  deliveryId?: string
  embeddedSessionId?: string
  templateId?: string
}

/** Exists nowhere. */
export const nobody = (): Subject => ({ documentId: randomUUID(), signingRequestId: randomUUID() })

const BODIES: Partial<Record<OperationId, (subject: Subject) => CallInit>> = {
  createSigningRequest: () => ({ form: createForm({ signers: [{ email: 'ada@example.com' }], send_emails: false }) }),
  validateSigningRequest: () => ({ form: createForm({ signers: [{ email: 'ada@example.com' }] }) }),
  reassignSigningRequest: () => ({ json: { email: 'grace@example.com', name: 'Grace Hopper' } }),
  updateSigningRequest: () => ({ json: { phone_e164: '+41791234567' } }),
  importTemplate: ({ templateId }) => ({
    form: importForm({ template: leaseModel(), fields: LEASE_FIELDS, template_id: templateId ?? randomUUID() }),
  }),
  instantiateTemplate: () => ({
    json: { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, send_emails: false },
  }),
  generateTemplate: () => ({ json: { field_values: LEASE_VALUES } }),
  confirmDocument: () => ({ json: {} }),
  createHook: () => ({ json: { target_url: 'https://example.com/webhooks' } }),
  createSandbox: () => ({ json: {} }),
  actAsSigner: () => ({ json: { do: 'view' } }),
  moveClock: () => ({ json: { advance: 'PT1S' } }),
  recoverHook: () => ({ json: { since: '2026-01-01T00:00:00Z' } }),
  createEmbeddedSession: ({ signingRequestId }) => ({
    json: { signing_request_id: signingRequestId, origin: 'https://app.example.com' },
  }),
  discloseAuditEvent: () => ({ json: { reason: 'a lawsuit' } }),
  withdrawSigningRequest: () => ({ json: { reason: 'sent by mistake' } }),
}

/** Whether it takes the key of a sandbox. */
export const isOfSandbox = ({ path }: Operation): boolean => /^\/sandbox(\/|$)/.test(path)

/** The scope of a key that may call it. */
export const scopeFor = ({ scope }: Operation): KeyScope => (scope === 'disclose' ? 'disclose' : 'full')

/** A valid call of the operation: method, path and body. */
export function callOf({ id, method, path }: Operation, subject: Subject): [string, string, CallInit] {
  const target = {
    '/documents': subject.documentId,
    '/signing-requests': subject.signingRequestId,
    '/hooks': subject.hookId ?? randomUUID(),
    '/templates': subject.templateId ?? randomUUID(),
    '/sandboxes': randomUUID(),
    '/sandbox': subject.signingRequestId,
    '/embedded': subject.embeddedSessionId ?? randomUUID(),
  }
  const [, base] = /^(\/[a-z-]+)/.exec(path)!
  const filled = path
    .replace('{id}', target[base as keyof typeof target] ?? '')
    .replace('{seq}', '1')
    .replace('{delivery_id}', subject.deliveryId ?? randomUUID())
  return [method.toUpperCase(), `/v1${filled}`, BODIES[id]?.(subject) ?? {}]
}
