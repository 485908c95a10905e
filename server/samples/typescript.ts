import { inspect } from 'node:util'
import { type Call, EXAMPLE_ID, type Part } from './call.ts'

/** An operation as a method of the SDK. */
interface Method {
  /** Of `client`, e.g. `documents.get`. */
  name: string
  /** What the answer is called; a PDF is saved instead. */
  answer?: string
  /** The argument, where it is not the body of the call. */
  argument?: string
}

/** Every operation that reads a key. */
const METHODS: Record<string, Method> = {
  getMe: { name: 'me.get', answer: '{ workspace, capabilities }' },
  createSigningRequest: { name: 'signingRequests.create', answer: '{ documentId, signers }' },
  validateSigningRequest: {
    name: 'signingRequests.validate',
    answer: '{ placement, fields, warnings }',
  },
  getSigningRequest: { name: 'signingRequests.get', answer: 'request' },
  updateSigningRequest: { name: 'signingRequests.update', answer: 'request' },
  remindSigningRequest: { name: 'signingRequests.remind', answer: '{ emailed, nextRemindAllowedAt }' },
  withdrawSigningRequest: { name: 'signingRequests.withdraw', answer: '{ documentStatus }' },
  renewSigningLink: { name: 'signingRequests.renewLink', answer: '{ signingUrl }' },
  reassignSigningRequest: { name: 'signingRequests.reassign', answer: '{ signingUrl }' },
  getDocument: { name: 'documents.get', answer: 'document' },
  getDocumentFile: { name: 'documents.downloadFile' },
  getSignedDocument: { name: 'documents.downloadSigned' },
  getRenewedDocument: { name: 'documents.downloadRenewed' },
  getAuditTrail: { name: 'documents.downloadAuditTrail' },
  getSignedWithAuditTrail: { name: 'documents.downloadSignedWithAuditTrail' },
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
  generateTemplate: { name: 'templates.generate' },
  getTemplateFile: { name: 'templates.downloadFile' },
  listHooks: { name: 'hooks.list', answer: 'hooks' },
  createHook: { name: 'hooks.create', answer: '{ id, secret }' },
  deleteHook: { name: 'hooks.delete' },
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
  deleteSandbox: { name: 'sandboxes.delete' },
  clearSandbox: { name: 'sandbox.clear' },
  listMessages: { name: 'sandbox.messages', answer: 'messages' },
  actAsSigner: { name: 'sandbox.act', answer: '{ status }' },
  getClock: { name: 'sandbox.clock', answer: '{ now }' },
  moveClock: { name: 'sandbox.moveClock', answer: '{ now, ran }' },
  createEmbeddedSession: { name: 'embedded.createSession', answer: '{ embed_url }' },
  getEmbeddedSession: { name: 'embedded.get', answer: '{ status }' },
  revokeEmbeddedSession: { name: 'embedded.revoke' },
}

/**
 * By the SDK, as a method with the ids and the body.
 * @throws Error for an operation that has no method here
 */
export function typescriptOf({ operationId, base, ids, body, file }: Call): string {
  const method = METHODS[operationId]
  if (!method) throw new Error(`${operationId} has no method of the SDK in samples/typescript.ts`)
  const { name, answer, argument = argumentOf(body) } = method
  const values = [...ids.map(([place, value]) => (place === 'seq' ? value : `'${value}'`)), argument].filter(
    (value) => value !== undefined,
  )
  const call = `await client.${name}(${values.join(', ')})`
  const line = file ? `await saveTo('${file}', ${call})` : answer ? `const ${answer} = ${call}` : call
  const helper = ['fromPath', 'saveTo'].find((name) => line.includes(`${name}(`))
  return [
    `import { Countersign } from '@countersign/sdk'`,
    ...(helper ? [`import { ${helper} } from '@countersign/sdk/node'`] : []),
    `\nconst client = new Countersign({ baseUrl: '${base}' })`,
    line,
  ].join('\n')
}

function argumentOf(body: Call['body']): string | undefined {
  if (!body) return undefined
  return 'json' in body ? literalOf(body.json) : `{\n${body.parts.map(memberOf).join('')}}`
}

function memberOf(part: Part): string {
  return `  ${part.name}: ${'json' in part ? literalOf(part.json) : `await fromPath('${'file' in part ? part.file : part.textOf}')`},\n`
}

/** As a program writes it: keys without quotes, single quotes, short lists on one line. */
function literalOf(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 100, compact: 2, maxArrayLength: null, maxStringLength: null })
}
