import type { Handler } from './contract.ts'

/** `POST /documents`, retired on 2026-07-31: always 410, without reading the key. */
export const createDocumentRetired: Handler<'createDocumentRetired'> = async (call) =>
  call.fail('placement_retired', 'POST /documents was retired on 2026-07-31; use POST /signing-requests')

/** `POST /embedded/sessions`, retired on 2026-07-31: always 410, without reading the key. */
export const createEmbeddedSessionRetired: Handler<'createEmbeddedSessionRetired'> = async (call) =>
  call.fail(
    'embedded_sessions_retired',
    'POST /embedded/sessions was retired on 2026-07-31; use POST /embedded/sign-sessions',
  )
