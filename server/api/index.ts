import { handleConfirm } from './confirm-document.ts'
import type { Handlers } from './contract.ts'
import { documents } from './documents.ts'
import { embeddedSessions } from './embedded-sessions.ts'
import { handleGenerate } from './generate-template.ts'
import { hooks } from './hooks.ts'
import { handleInstantiate } from './instantiate-template.ts'
import { handleMe } from './me.ts'
import { createDocumentRetired, createEmbeddedSessionRetired } from './retired.ts'
import { sandboxes } from './sandboxes.ts'
import { signingRequests } from './signing-requests.ts'
import { templates } from './templates.ts'

/** Every operation of the spec with its handler. */
export const handlers: Handlers = {
  getMe: handleMe,
  ...signingRequests,
  ...documents,
  confirmDocument: handleConfirm,
  ...templates,
  instantiateTemplate: handleInstantiate,
  generateTemplate: handleGenerate,
  ...hooks,
  ...embeddedSessions,
  ...sandboxes,
  createDocumentRetired,
  createEmbeddedSessionRetired,
}
