import type { Handlers } from './contract.ts'
import { abandonDocument } from './documents.abandon.ts'
import { listAuditEvents } from './documents.audit-events.ts'
import { getAuditTrail } from './documents.audit-trail.ts'
import { confirmDocument } from './documents.confirm.ts'
import { discardDocument } from './documents.discard.ts'
import { discloseAuditEvent } from './documents.disclose.ts'
import { getDocumentFile, getRenewedDocument, getSignedDocument } from './documents.files.ts'
import { getDocument } from './documents.get.ts'
import { listDocumentValues } from './documents.values.ts'
import { createEmbeddedSession } from './embedded-sessions.create.ts'
import { getEmbeddedSession } from './embedded-sessions.get.ts'
import { revokeEmbeddedSession } from './embedded-sessions.revoke.ts'
import { listFields } from './fields.list.ts'
import { createHook } from './hooks.create.ts'
import { deleteHook } from './hooks.delete.ts'
import { listHookDeliveries, redeliverHookDelivery } from './hooks.deliveries.ts'
import { listHooks } from './hooks.list.ts'
import { testHook } from './hooks.ping.ts'
import { recoverHook } from './hooks.recover.ts'
import { rotateHookSecret } from './hooks.rotate.ts'
import { getMe } from './me.get.ts'
import { createDocumentRetired, createEmbeddedSessionRetired } from './retired.ts'
import { createSigningRequest } from './signing-requests.create.ts'
import { getSigningRequest } from './signing-requests.get.ts'
import { reassignSigningRequest } from './signing-requests.reassign.ts'
import { remindSigningRequest } from './signing-requests.remind.ts'
import { renewSigningLink } from './signing-requests.renew-link.ts'
import { updateSigningRequest } from './signing-requests.update.ts'
import { validateSigningRequest } from './signing-requests.validate.ts'
import { withdrawSigningRequest } from './signing-requests.withdraw.ts'
import { exportTemplate, getTemplateFile } from './templates.export.ts'
import { generateTemplate } from './templates.generate.ts'
import { getTemplate } from './templates.get.ts'
import { importTemplate } from './templates.import.ts'
import { instantiateTemplate } from './templates.instantiate.ts'
import { listTemplates } from './templates.list.ts'

/** Every operation of the spec with its handler. */
export const handlers: Handlers = {
  getMe,
  createSigningRequest,
  validateSigningRequest,
  getSigningRequest,
  updateSigningRequest,
  remindSigningRequest,
  withdrawSigningRequest,
  renewSigningLink,
  reassignSigningRequest,
  getDocument,
  abandonDocument,
  confirmDocument,
  discardDocument,
  listDocumentValues,
  getDocumentFile,
  getSignedDocument,
  getRenewedDocument,
  getAuditTrail,
  listAuditEvents,
  discloseAuditEvent,
  listFields,
  listTemplates,
  importTemplate,
  getTemplate,
  exportTemplate,
  getTemplateFile,
  instantiateTemplate,
  generateTemplate,
  listHooks,
  createHook,
  deleteHook,
  rotateHookSecret,
  testHook,
  listHookDeliveries,
  redeliverHookDelivery,
  recoverHook,
  createEmbeddedSession,
  getEmbeddedSession,
  revokeEmbeddedSession,
  createDocumentRetired,
  createEmbeddedSessionRetired,
}
