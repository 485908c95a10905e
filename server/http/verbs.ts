import type { Verb } from '../domain/may.ts'
import type { OperationId } from '../generated/operations.ts'

/** The verb that each operation calls, by which a request is authorized before it is counted or read (contract 5.5). */
const VERBS: Record<OperationId, Verb | null> = {
  getMe: 'me',
  createSigningRequest: 'createSigningRequest',
  validateSigningRequest: 'validateSigningRequest',
  getSigningRequest: 'readSigningRequest',
  updateSigningRequest: 'changePhone',
  remindSigningRequest: 'remindSigner',
  withdrawSigningRequest: 'withdrawSigningRequest',
  renewSigningLink: 'renewLink',
  reassignSigningRequest: 'reassignSigner',
  getDocument: 'getDocument',
  getDocumentFile: 'presentedFile',
  getSignedDocument: 'signedFile',
  getRenewedDocument: 'renewedFile',
  abandonDocument: 'abandonDocument',
  confirmDocument: 'confirmInstance',
  discardDocument: 'discardInstance',
  listDocumentValues: 'documentValues',
  getAuditTrail: 'renderAuditTrail',
  listAuditEvents: 'listAuditEvents',
  discloseAuditEvent: 'discloseEntry',
  listFields: 'listFields',
  listTemplates: 'listTemplates',
  importTemplate: 'importTemplate',
  getTemplate: 'readTemplate',
  exportTemplate: 'exportTemplate',
  getTemplateFile: 'templateFile',
  instantiateTemplate: 'instantiateTemplate',
  generateTemplate: 'generateFile',
  listHooks: 'listHooks',
  createHook: 'registerHook',
  deleteHook: 'deleteHook',
  rotateHookSecret: 'rotateHookSecret',
  testHook: 'pingHook',
  listHookDeliveries: 'hookDeliveries',
  redeliverHookDelivery: 'redeliver',
  recoverHook: 'recoverHook',
  createEmbeddedSession: 'mintSession',
  getEmbeddedSession: 'readSession',
  revokeEmbeddedSession: 'revokeSession',
  // Retired: no key is read and nothing is done.
  createDocumentRetired: null,
  createEmbeddedSessionRetired: null,
}

/** @throws Error for an operation that reads no key */
export function verbOf(operation: OperationId): Verb {
  const verb = VERBS[operation]
  if (verb === null) throw new Error(`${operation} calls no verb`)
  return verb
}
