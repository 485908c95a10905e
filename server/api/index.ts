import { handleConfirm } from './confirm-document.ts'
import type { Handler, Handlers } from './contract.ts'
import { documents } from './documents.ts'
import { embeddedSessions } from './embedded-sessions.ts'
import { handleGenerate } from './generate-template.ts'
import { hooks } from './hooks.ts'
import { handleInstantiate } from './instantiate-template.ts'
import { handleMe } from './me.ts'
import { sandboxes } from './sandboxes.ts'
import { signingRequests } from './signing-requests.ts'
import { templates } from './templates.ts'

/** `POST /documents`, retired on 2026-07-31: always 410, without reading the key. */
const createDocumentRetired: Handler<'createDocumentRetired'> = async (call) =>
  call.fail('placement_retired', 'POST /documents was retired on 2026-07-31; use POST /signing-requests')

/** `POST /embedded/sessions`, retired on 2026-07-31: always 410, without reading the key. */
const createEmbeddedSessionRetired: Handler<'createEmbeddedSessionRetired'> = async (call) =>
  call.fail(
    'embedded_sessions_retired',
    'POST /embedded/sessions was retired on 2026-07-31; use POST /embedded/sign-sessions',
  )

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
