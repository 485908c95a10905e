import { inspect } from 'node:util'
import type { PlacedOperation } from '../../openapi.ts'
import { EXAMPLE_ID, exampleBody, exampleFor } from './curl.ts'

/** What the examples of the reference leave out, in Markdown. */
export const ABOUT_EXAMPLES =
  'In the examples `$KEY` is your API key, and `client` is `new Countersign()` of `@countersign/sdk`, which reads key and address from `COUNTERSIGN_API_KEY` and `COUNTERSIGN_BASE_URL`.'

/** An operation as a method of the SDK. */
interface Method {
  /** Of `client`, e.g. `documents.get`. */
  name: string
  /** What the answer is called; a file is saved under this name; null where there is no answer. */
  answer: string | { file: string } | null
  /** The argument, where it is not the body that the spec shows. */
  argument?: string
}

const UPLOAD = `{
  file: await fromPath('lease.pdf'),
  signers: [{ email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace' }],
}`

/** Every operation that reads a key. */
const METHODS: Record<string, Method> = {
  getMe: { name: 'me.get', answer: '{ workspace, capabilities }' },
  createSigningRequest: { name: 'signingRequests.create', answer: '{ documentId, signers }', argument: UPLOAD },
  validateSigningRequest: {
    name: 'signingRequests.validate',
    answer: '{ placement, fields, warnings }',
    argument: UPLOAD,
  },
  getSigningRequest: { name: 'signingRequests.get', answer: 'request' },
  updateSigningRequest: { name: 'signingRequests.update', answer: 'request' },
  remindSigningRequest: { name: 'signingRequests.remind', answer: '{ emailed, nextRemindAllowedAt }' },
  withdrawSigningRequest: { name: 'signingRequests.withdraw', answer: '{ documentStatus }' },
  renewSigningLink: { name: 'signingRequests.renewLink', answer: '{ signingUrl }' },
  reassignSigningRequest: { name: 'signingRequests.reassign', answer: '{ signingUrl }' },
  getDocument: { name: 'documents.get', answer: 'document' },
  getDocumentFile: { name: 'documents.downloadFile', answer: { file: 'lease.pdf' } },
  getSignedDocument: { name: 'documents.downloadSigned', answer: { file: 'lease.signed.pdf' } },
  getRenewedDocument: { name: 'documents.downloadRenewed', answer: { file: 'lease.renewed.pdf' } },
  getAuditTrail: { name: 'documents.downloadAuditTrail', answer: { file: 'lease.audit.pdf' } },
  abandonDocument: { name: 'documents.abandon', answer: '{ status }' },
  confirmDocument: { name: 'documents.confirm', answer: 'confirmed' },
  discardDocument: { name: 'documents.discard', answer: '{ already_discarded }' },
  listDocumentValues: { name: 'documents.values', answer: 'values' },
  listAuditEvents: { name: 'documents.auditEvents', answer: '{ events }' },
  discloseAuditEvent: { name: 'documents.disclose', answer: 'disclosed' },
  listFields: { name: 'fields.list', answer: 'fields' },
  listTemplates: { name: 'templates.list', answer: '{ templates, next_cursor }' },
  importTemplate: {
    name: 'templates.import',
    answer: 'imported',
    argument: `{
  ...(await client.templates.export('${EXAMPLE_ID}')),
  file: await fromPath('template.pdf'),
}`,
  },
  getTemplate: { name: 'templates.get', answer: '{ recipients, field_values }' },
  exportTemplate: { name: 'templates.export', answer: 'template' },
  instantiateTemplate: { name: 'templates.instantiate', answer: '{ document_id, recipients }' },
  generateTemplate: { name: 'templates.generate', answer: { file: 'lease.pdf' } },
  getTemplateFile: { name: 'templates.downloadFile', answer: { file: 'template.pdf' } },
  listHooks: { name: 'hooks.list', answer: 'hooks' },
  createHook: { name: 'hooks.create', answer: '{ id, secret }' },
  deleteHook: { name: 'hooks.delete', answer: null },
  rotateHookSecret: { name: 'hooks.rotateSecret', answer: '{ secret }' },
  testHook: { name: 'hooks.test', answer: '{ status, response_status }' },
  listHookDeliveries: { name: 'hooks.deliveries', answer: 'deliveries' },
  redeliverHookDelivery: { name: 'hooks.redeliver', answer: '{ status, response_status }' },
  recoverHook: {
    name: 'hooks.recover',
    answer: 'recovered',
    argument: "{ since: new Date('2026-10-10T18:00:00Z') }",
  },
  listEvents: { name: 'events.list', answer: '{ events, next_after }' },
  listSandboxes: { name: 'sandboxes.list', answer: 'sandboxes' },
  createSandbox: { name: 'sandboxes.create', answer: '{ key }' },
  deleteSandbox: { name: 'sandboxes.delete', answer: null },
  clearSandbox: { name: 'sandbox.clear', answer: null },
  listMessages: { name: 'sandbox.messages', answer: 'messages' },
  actAsSigner: { name: 'sandbox.act', answer: '{ status }' },
  getClock: { name: 'sandbox.clock', answer: '{ now }' },
  moveClock: { name: 'sandbox.moveClock', answer: '{ now, ran }' },
  createEmbeddedSession: { name: 'embedded.createSession', answer: '{ embed_url }' },
  getEmbeddedSession: { name: 'embedded.get', answer: '{ status }' },
  revokeEmbeddedSession: { name: 'embedded.revoke', answer: null },
}

/**
 * A call by the SDK, where `client` is `new Countersign()`: with the same ids and body as `curlOf`.
 * @throws Error for an operation that has no method here
 */
export function typescriptOf({ path, operation }: PlacedOperation): string {
  const method = METHODS[operation.operationId]
  if (!method) throw new Error(`${operation.operationId} has no method of the SDK in docs/typescript.ts`)
  const ids = [...path.matchAll(/\{\w+\}/g)].map(([place]) =>
    place === '{seq}' ? exampleFor(place) : `'${exampleFor(place)}'`,
  )
  const body = exampleBody(operation.requestBody?.content ?? {})
  const argument = method.argument ?? (body === undefined ? [] : literalOf(body))
  const call = `await client.${method.name}(${[...ids, argument].flat().join(', ')})`
  const { answer } = method
  if (answer === null) return call
  if (typeof answer === 'string') return imported(call, `const ${answer} = ${call}`)
  return imported('saveTo', `await saveTo('${answer.file}', ${call})`)
}

/** With the helper for files that it uses, if any. */
function imported(used: string, code: string): string {
  const helper = ['fromPath', 'saveTo'].find((name) => used.includes(name))
  return helper ? `import { ${helper} } from '@countersign/sdk/node'\n\n${code}` : code
}

/** As a program writes it: keys without quotes, single quotes, short lists on one line. */
function literalOf(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 100, compact: 2, maxArrayLength: null, maxStringLength: null })
}
